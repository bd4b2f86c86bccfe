package dev.plimsoll.simulation.cluster;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A node of a history.
 *
 * @param machine in the short notation
 * @param alignment a topology manager policy; empty where the node pins nothing
 * @param scope of that policy
 * @param pinsMemory whether memory is pinned too
 */
public record NodePlan(
        int index, String machine, int pods, String alignment, String scope, boolean pinsMemory, FeatureGates gates) {
    private static final Map<String, Machine> MACHINES = new ConcurrentHashMap<>();
    private static final ResourceAmounts RESERVED = ResourceAmounts.parse("cpu=1");

    public String name() {
        return "n" + index + "-0";
    }

    @Override
    public String toString() {
        var pins = alignment.isEmpty() ? "" : ", " + alignment + " by " + scope + (pinsMemory ? ", memory too" : "");
        var flipped = new ArrayList<String>();
        for (var gate : Gate.values())
            if (gates.isOn(gate) != FeatureGates.DEFAULT.isOn(gate)) flipped.add(gate + "=" + gates.isOn(gate));
        return name() + " (" + machine + ", " + pods + " pods" + pins + ", " + flipped + ")";
    }

    private Machine described() {
        return MACHINES.computeIfAbsent(machine, text -> switch (MachineNotation.parse(text)) {
            case Machine.Described.Known(var known) -> known;
            case Machine.Described.Refused(var reason) -> throw new IllegalArgumentException(reason);
        });
    }

    public NodeShape shape(FeatureGates now) {
        var reserved = alignment.isEmpty() ? ResourceAmounts.EMPTY : RESERVED;
        return NodeShapes.of("n" + index, 1, described(), reserved, pods, now).getFirst();
    }

    public @Nullable ResourceManagers resourceManagers(FeatureGates now) {
        if (alignment.isEmpty()) return null;
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of(1, QuantityFormat.DECIMAL_SI), Map.of())
                .withAlignment(alignment, scope, Map.of());
        if (pinsMemory) settings = settings.withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=100Mi")));
        return switch (ResourceManagers.configure(described(), settings, now)) {
            case ResourceManagers.Configured.Ready(var resourceManagers) -> resourceManagers;
            case ResourceManagers.Configured.Refused(var reasons) ->
                throw new IllegalArgumentException(reasons.toString());
        };
    }
}
