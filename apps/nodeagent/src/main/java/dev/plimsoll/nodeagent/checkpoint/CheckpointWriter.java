package dev.plimsoll.nodeagent.checkpoint;

import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.state.ManagersState;
import dev.plimsoll.core.topology.state.StoredCpus;
import dev.plimsoll.core.topology.state.StoredMemory;
import dev.plimsoll.nodeagent.loop.Coalescing;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes checkpoints beside the loop, of each kind one at a time and always the newest, and answers when they are on disk. Pods go
 * on when what was allocated to them is on disk, and then the CPUs and memory that they have to themselves are too.
 */
public final class CheckpointWriter {
    private final @Nullable ResourceManagers resourceManagersOrNull;
    private final Supplier<Instant> now;
    private final Consumer<NodeEvent> answer;
    private final Coalescing<Effect.SaveAllocated> allocated;
    private final Coalescing<Effect.SaveActuated> actuated;
    private final Coalescing<Effect.SavePinned> pinned;
    private final Object pinLock = new Object();
    private long pinnedTicket;
    private @Nullable ManagersState pinnedState;

    /**
     * For one node.
     *
     * @param resourceManagersOrNull null where nothing is pinned, and so nothing of it is written
     */
    public CheckpointWriter(
            NodeCheckpoints checkpoints,
            @Nullable ResourceManagers resourceManagersOrNull,
            Executor executor,
            Supplier<Instant> now,
            Consumer<NodeEvent> answer) {
        this.resourceManagersOrNull = resourceManagersOrNull;
        this.now = now;
        this.answer = answer;
        this.allocated = new Coalescing<>(
                executor,
                save -> write(Checkpoint.File.ALLOCATED, save.ticket(), () -> {
                    pin(checkpoints, save.ticket(), save.state().pinned());
                    checkpoints.save(save.content());
                }));
        this.actuated = new Coalescing<>(
                executor,
                save -> write(Checkpoint.File.ACTUATED, save.ticket(), () -> checkpoints.save(save.content())));
        this.pinned = new Coalescing<>(
                executor,
                save -> write(
                        Checkpoint.File.PINNED, save.ticket(), () -> pin(checkpoints, save.ticket(), save.pinned())));
    }

    /** Once for each change; an older one never comes after a newer. */
    private void pin(NodeCheckpoints checkpoints, long ticket, ManagersState state) throws IOException {
        if (resourceManagersOrNull == null) return;
        synchronized (pinLock) {
            if (ticket <= pinnedTicket || state.equals(pinnedState)) return;
            checkpoints.save(
                    new StoredCpus(resourceManagersOrNull.cpuPolicyName(), state.cpus()),
                    new StoredMemory(resourceManagersOrNull.memoryPolicyName(), state.memory()));
            pinnedTicket = ticket;
            pinnedState = state;
        }
    }

    public void put(Effect.SaveAllocated save) {
        allocated.put(save);
    }

    public void put(Effect.SaveActuated save) {
        actuated.put(save);
    }

    public void put(Effect.SavePinned save) {
        pinned.put(save);
    }

    /** Waits until everything that was put is on disk; whether that was within the time, of each kind. */
    public boolean awaitWritten(Duration longest) throws InterruptedException {
        return pinned.awaitIdle(longest) && allocated.awaitIdle(longest) && actuated.awaitIdle(longest);
    }

    private interface Write {
        void run() throws IOException;
    }

    private void write(Checkpoint.File file, long ticket, Write write) {
        try {
            write.run();
            answer.accept(new NodeEvent.Saved(now.get(), file, ticket));
        } catch (IOException | RuntimeException failure) {
            // Every save is answered: pods wait for it.
            answer.accept(new NodeEvent.SaveFailed(now.get(), file, ticket, failure.toString()));
        }
    }
}
