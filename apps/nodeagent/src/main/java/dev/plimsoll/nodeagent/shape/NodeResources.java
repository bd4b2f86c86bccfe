package dev.plimsoll.nodeagent.shape;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.allocatable.NodeAllocatable;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node has, and how much of it is kept from pods.
 *
 * @param memoryBytes that the kernel has to give
 * @param storageBytes of the file system that holds images, logs and volumes; 0 where that is not known
 * @param swap what containers get of the node's swap
 * @param pods how many it may have
 * @param reserved what the system keeps for itself
 * @param unsafeSysctls kernel settings that pods may have of their own beside the safe ones
 * @param resourceManagersOrNull null where nothing is pinned
 */
public record NodeResources(
        Machine machine,
        long memoryBytes,
        long storageBytes,
        Swap swap,
        int pods,
        ResourceAmounts reserved,
        EvictionHard evictionHard,
        List<String> unsafeSysctls,
        @Nullable ResourceManagers resourceManagersOrNull) {
    /** Of simulated nodes that are not told otherwise. */
    public static final long DEFAULT_STORAGE = 100L << 30;

    private static final int DEFAULT_PODS = 110;

    /**
     * Swap of a node.
     *
     * @param behavior {@code NoSwap} or {@code LimitedSwap}
     */
    public record Swap(String behavior, long bytes) {
        public static final Swap NONE = new Swap(NodeAbilities.NO_SWAP, 0);
    }

    /** A simulated machine on which nothing is reserved. */
    public static NodeResources of(Machine machine) {
        return new NodeResources(
                machine,
                machine.nodes().stream().mapToLong(node -> node.memoryBytes()).sum(),
                DEFAULT_STORAGE,
                Swap.NONE,
                DEFAULT_PODS,
                ResourceAmounts.EMPTY,
                EvictionHard.DEFAULT,
                List.of(),
                null);
    }

    /** What the kernel has to give, which is a little less than what is built in. */
    public NodeResources withMemory(long bytes) {
        return new NodeResources(
                machine,
                bytes,
                storageBytes,
                swap,
                pods,
                reserved,
                evictionHard,
                unsafeSysctls,
                resourceManagersOrNull);
    }

    public NodeResources withStorage(long bytes) {
        return new NodeResources(
                machine, memoryBytes, bytes, swap, pods, reserved, evictionHard, unsafeSysctls, resourceManagersOrNull);
    }

    public NodeResources withSwap(Swap changed) {
        return new NodeResources(
                machine,
                memoryBytes,
                storageBytes,
                changed,
                pods,
                reserved,
                evictionHard,
                unsafeSysctls,
                resourceManagersOrNull);
    }

    public NodeResources withPods(int most) {
        return new NodeResources(
                machine,
                memoryBytes,
                storageBytes,
                swap,
                most,
                reserved,
                evictionHard,
                unsafeSysctls,
                resourceManagersOrNull);
    }

    public NodeResources reserving(ResourceAmounts amounts) {
        return new NodeResources(
                machine,
                memoryBytes,
                storageBytes,
                swap,
                pods,
                amounts,
                evictionHard,
                unsafeSysctls,
                resourceManagersOrNull);
    }

    public NodeResources evictingBelow(EvictionHard thresholds) {
        return new NodeResources(
                machine,
                memoryBytes,
                storageBytes,
                swap,
                pods,
                reserved,
                thresholds,
                unsafeSysctls,
                resourceManagersOrNull);
    }

    /** Letting pods have these kernel settings of their own; a name that ends in {@code *} is a beginning. */
    public NodeResources allowing(List<String> sysctls) {
        return new NodeResources(
                machine,
                memoryBytes,
                storageBytes,
                swap,
                pods,
                reserved,
                evictionHard,
                sysctls,
                resourceManagersOrNull);
    }

    /** With resource managers, which keep CPUs and memory of their own for the system. */
    public NodeResources pinnedBy(@Nullable ResourceManagers changed) {
        return new NodeResources(
                machine, memoryBytes, storageBytes, swap, pods, reserved, evictionHard, unsafeSysctls, changed);
    }

    public NodeAllocatable allocatable() {
        var managed = resourceManagersOrNull == null ? ResourceAmounts.EMPTY : resourceManagersOrNull.reserved();
        return new NodeAllocatable(capacity(), reserved, managed, evictionHard);
    }

    /** What a Linux of today with this swap can do. */
    NodeAbilities abilities() {
        return NodeAbilities.LINUX.withSwap(swap.behavior(), swap.bytes()).allowing(unsafeSysctls);
    }

    private ResourceAmounts capacity() {
        var capacity = ResourceAmounts.of(Map.of(
                ResourceName.CPU, count(machine.cpus().size()),
                ResourceName.MEMORY, bytes(memoryBytes),
                ResourceName.PODS, count(pods)));
        if (storageBytes > 0) capacity = capacity.with(ResourceName.EPHEMERAL_STORAGE, bytes(storageBytes));
        for (var node : machine.nodes()) {
            for (var page : node.hugePageBytes().entrySet())
                capacity = capacity.plus(ResourceAmounts.of(Map.of(page.getKey(), bytes(page.getValue()))));
        }
        return capacity;
    }

    private static Quantity bytes(long number) {
        return Quantity.of(number, QuantityFormat.BINARY_SI);
    }

    private static Quantity count(long number) {
        return Quantity.of(number, QuantityFormat.DECIMAL_SI);
    }
}
