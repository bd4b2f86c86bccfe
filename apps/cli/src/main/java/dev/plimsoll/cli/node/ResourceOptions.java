package dev.plimsoll.cli.node;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.nodeagent.shape.NodeResources;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What nodes have beside CPUs and memory, and what of all of it is kept from pods. */
public final class ResourceOptions {
    @Option(
            names = "--pods",
            paramLabel = "N",
            defaultValue = "110",
            description = "How many pods a node may have (default: ${DEFAULT-VALUE}).")
    private int pods = 110;

    @Option(
            names = "--storage",
            paramLabel = "QUANTITY",
            defaultValue = "100Gi",
            description =
                    "Ephemeral storage of a simulated node; a real one has that of its file system (default: ${DEFAULT-VALUE}).")
    private String storage = "100Gi";

    @Option(
            names = "--swap",
            paramLabel = "QUANTITY",
            defaultValue = "0",
            description = "Swap of a simulated node; a real one has that of its machine (default: ${DEFAULT-VALUE}).")
    private String swap = "0";

    @Option(
            names = "--swap-behavior",
            paramLabel = "NoSwap|LimitedSwap",
            defaultValue = NodeAbilities.NO_SWAP,
            description = {
                "Whether containers of Burstable pods may use swap, by their memory requests (default: ${DEFAULT-VALUE}).",
                "With swap their memory requests cannot be resized in place."
            })
    private String swapBehavior = NodeAbilities.NO_SWAP;

    @Option(
            names = "--reserved",
            paramLabel = "cpu=500m,memory=1Gi",
            description = "What the system of each node keeps for itself; also ephemeral-storage and huge pages.")
    private String reserved = "";

    @Mixin
    private final EvictionOptions eviction = new EvictionOptions();

    public int pods(List<String> problems) {
        if (pods < 1) problems.add("--pods " + pods + ": must be at least 1");
        return pods;
    }

    public long storage(List<String> problems) {
        if (Quantity.parse(storage) instanceof ParsedQuantity.Parsed(var quantity) && quantity.sign() > 0)
            return quantity.value();
        problems.add("--storage " + storage + ": expected a quantity such as 100Gi");
        return NodeResources.DEFAULT_STORAGE;
    }

    public String swapBehavior(List<String> problems) {
        if (!swapBehavior.equals(NodeAbilities.NO_SWAP) && !swapBehavior.equals(NodeAbilities.LIMITED_SWAP))
            problems.add("--swap-behavior " + swapBehavior + ": choose NoSwap or LimitedSwap");
        return swapBehavior;
    }

    /** Swap of a simulated node. */
    public NodeResources.Swap swap(List<String> problems) {
        var behavior = swapBehavior(problems);
        if (Quantity.parse(swap) instanceof ParsedQuantity.Parsed(var quantity) && quantity.sign() >= 0)
            return new NodeResources.Swap(behavior, quantity.value());
        problems.add("--swap " + swap + ": expected a quantity such as 8Gi");
        return NodeResources.Swap.NONE;
    }

    public ResourceAmounts reserved(List<String> problems) {
        try {
            return reserved.isEmpty() ? ResourceAmounts.EMPTY : ResourceAmounts.parse(reserved);
        } catch (IllegalArgumentException _) {
            problems.add("--reserved " + reserved + ": expected amounts such as cpu=500m,memory=1Gi");
            return ResourceAmounts.EMPTY;
        }
    }

    public EvictionHard evictionHard(List<String> problems) {
        return eviction.read(problems);
    }
}
