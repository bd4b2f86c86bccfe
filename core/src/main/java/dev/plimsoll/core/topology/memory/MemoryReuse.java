package dev.plimsoll.core.topology.memory;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What finished init containers leave to the later containers of their pod, by the very nodes it comes from. */
public record MemoryReuse(Map<Key, Long> left) {
    public static final MemoryReuse NOTHING = new MemoryReuse(Map.of());

    /** One resource on exactly these nodes. */
    public record Key(NodeMask nodes, ResourceName resource) {}

    public MemoryReuse {
        left = Map.copyOf(left);
    }

    public long of(NodeMask nodes, ResourceName resource) {
        return left.getOrDefault(new Key(nodes, resource), 0L);
    }

    /** After an init container that runs to its end: the largest of them is what the others can have. */
    public MemoryReuse leaving(List<MemoryBlock> blocks) {
        var changed = new HashMap<>(left);
        for (var block : blocks) changed.merge(new Key(block.nodes(), block.resource()), block.bytes(), Math::max);
        return new MemoryReuse(changed);
    }

    /** After a container that stays. */
    public MemoryReuse using(List<MemoryBlock> blocks) {
        var changed = new HashMap<>(left);
        for (var block : blocks) {
            changed.computeIfPresent(
                    new Key(block.nodes(), block.resource()), (_, bytes) -> Math.max(0, bytes - block.bytes()));
        }
        return new MemoryReuse(changed);
    }
}
