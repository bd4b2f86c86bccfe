package dev.plimsoll.nodeagent.checkpoint;

import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.topology.state.StoredCpus;
import dev.plimsoll.core.topology.state.StoredMemory;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a node keeps what must survive it. What was saved is there after a crash, whole. */
public interface NodeCheckpoints {
    Loaded load();

    void save(Checkpoint.OfAllocated content) throws IOException;

    void save(Checkpoint.OfActuated content) throws IOException;

    void save(StoredCpus cpus, StoredMemory memory) throws IOException;

    /**
     * What was there. It is read once at each start: what is damaged is set aside then, and told of.
     *
     * @param cpusOrNull null where it was never written, or is damaged
     * @param memoryOrNull likewise
     * @param damaged what was wrong with files that were set aside, by name
     */
    record Loaded(
            Checkpoint.OfAllocated allocated,
            Checkpoint.OfActuated actuated,
            @Nullable StoredCpus cpusOrNull,
            @Nullable StoredMemory memoryOrNull,
            Map<String, String> damaged) {
        public static final Loaded NOTHING =
                new Loaded(Checkpoint.OfAllocated.EMPTY, Checkpoint.OfActuated.EMPTY, null, null, Map.of());

        public Loaded {
            damaged = Map.copyOf(damaged);
        }
    }

    /** For a node that does not outlive its process. */
    static NodeCheckpoints inMemory() {
        return new NodeCheckpoints() {
            private volatile Loaded kept = Loaded.NOTHING;

            @Override
            public Loaded load() {
                return kept;
            }

            @Override
            public synchronized void save(Checkpoint.OfAllocated content) {
                kept = new Loaded(content, kept.actuated(), kept.cpusOrNull(), kept.memoryOrNull(), Map.of());
            }

            @Override
            public synchronized void save(Checkpoint.OfActuated content) {
                kept = new Loaded(kept.allocated(), content, kept.cpusOrNull(), kept.memoryOrNull(), Map.of());
            }

            @Override
            public synchronized void save(StoredCpus cpus, StoredMemory memory) {
                kept = new Loaded(kept.allocated(), kept.actuated(), cpus, memory, Map.of());
            }
        };
    }
}
