package dev.plimsoll.nodeagent.checkpoint;

import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.topology.NodeState;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a node keeps what must survive it. What was saved is there after a crash, whole. */
public interface Checkpoints {
    Loaded load();

    void save(Checkpoint.OfAllocated content) throws IOException;

    void save(Checkpoint.OfActuated content) throws IOException;

    void save(NodeState pinned) throws IOException;

    /**
     * What was there.
     *
     * @param damaged what was wrong with files that were set aside, by name
     */
    record Loaded(
            Checkpoint.OfAllocated allocated,
            Checkpoint.OfActuated actuated,
            @Nullable NodeState pinnedOrNull,
            Map<String, String> damaged) {
        public static final Loaded NOTHING =
                new Loaded(Checkpoint.OfAllocated.EMPTY, Checkpoint.OfActuated.EMPTY, null, Map.of());

        public Loaded {
            damaged = Map.copyOf(damaged);
        }
    }

    /** For a node that does not outlive its process. */
    static Checkpoints inMemory() {
        return new Checkpoints() {
            private volatile Loaded kept = Loaded.NOTHING;

            @Override
            public Loaded load() {
                return kept;
            }

            @Override
            public synchronized void save(Checkpoint.OfAllocated content) {
                kept = new Loaded(content, kept.actuated(), kept.pinnedOrNull(), Map.of());
            }

            @Override
            public synchronized void save(Checkpoint.OfActuated content) {
                kept = new Loaded(kept.allocated(), content, kept.pinnedOrNull(), Map.of());
            }

            @Override
            public synchronized void save(NodeState pinned) {
                kept = new Loaded(kept.allocated(), kept.actuated(), pinned, Map.of());
            }
        };
    }
}
