package dev.plimsoll.simulation;

import dev.plimsoll.codec.node.ActuatedCheckpoint;
import dev.plimsoll.codec.node.AllocatedCheckpoint;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.state.Checkpoint;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a node has noted of allocated and actuated resources, as files of its disk. */
final class CheckpointFiles {
    private final SimulatedDisk disk;

    CheckpointFiles(SimulatedDisk disk) {
        this.disk = disk;
    }

    /**
     * What a process finds when it starts.
     *
     * @param damaged files that could not be read, with the reasons
     */
    record Found(Checkpoint.OfAllocated allocated, Checkpoint.OfActuated actuated, SortedMap<String, String> damaged) {}

    Found read() {
        var damaged = new TreeMap<String, String>();
        var allocated = Checkpoint.OfAllocated.EMPTY;
        var actuated = Checkpoint.OfActuated.EMPTY;
        if (disk.has(AllocatedCheckpoint.FILE)) {
            switch (AllocatedCheckpoint.decode(disk.read(AllocatedCheckpoint.FILE))) {
                case Decoded.Loaded(var content) -> allocated = content;
                case Decoded.Corrupt(var reason) -> damaged.put(AllocatedCheckpoint.FILE, reason);
                case Decoded.Unreadable(var reason) -> damaged.put(AllocatedCheckpoint.FILE, reason);
            }
        }
        if (disk.has(ActuatedCheckpoint.FILE)) {
            switch (ActuatedCheckpoint.decode(disk.read(ActuatedCheckpoint.FILE))) {
                case Decoded.Loaded(var content) -> actuated = content;
                case Decoded.Corrupt(var reason) -> damaged.put(ActuatedCheckpoint.FILE, reason);
                case Decoded.Unreadable(var reason) -> damaged.put(ActuatedCheckpoint.FILE, reason);
            }
        }
        return new Found(allocated, actuated, damaged);
    }

    /** Whether it is written. */
    boolean write(Effect.SaveAllocated save) {
        return disk.write(AllocatedCheckpoint.FILE, AllocatedCheckpoint.encode(save.content()));
    }

    boolean write(Effect.SaveActuated save) {
        return disk.write(ActuatedCheckpoint.FILE, ActuatedCheckpoint.encode(save.content()));
    }
}
