package dev.plimsoll.core.admission;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Whether the node of a bound pod can do a resize at all: its features, its system, its size. */
public final class ResizeAdmission {
    private final PodDemand demand;

    private ResizeAdmission(PodDemand demand) {
        this.demand = demand;
    }

    public static ResizeAdmission under(FeatureGates gates) {
        return new ResizeAdmission(PodDemand.under(gates));
    }

    /** Yes, or the first reason why not. */
    public sealed interface Decision {
        Decision ADMITTED = new Admitted();

        record Admitted() implements Decision {}

        /**
         * A refusal.
         *
         * @param cause the machine-readable cause in the API's answer; empty where there is none
         */
        record Denied(String message, String cause) implements Decision {}
    }

    /** A stored pod, and the same pod as a resize would leave it. */
    public record Change(Pod stored, Pod resized) {}

    public Decision check(Change change, Node node) {
        var missing = missingFeatures(change, node);
        if (!missing.isEmpty()) {
            return new Decision.Denied(
                    "pod update requires features " + String.join(", ", missing) + " which are not available on node \""
                            + node.metadata().name() + "\"",
                    "");
        }
        var os = node.labels().getOrDefault("kubernetes.io/os", "linux");
        if (!os.equals("linux")) {
            return new Decision.Denied(
                    "pod resize is only supported on linux nodes, node \""
                            + node.metadata().name() + "\" is \"" + os + "\"",
                    "UnsupportedPlatform");
        }
        var tooMuch =
                beyond(node.allocatable(), demand.requests(change.resized().spec()));
        if (tooMuch.isEmpty()) return Decision.ADMITTED;
        return new Decision.Denied(
                "node didn't have enough allocatable resources: " + String.join("; ", tooMuch), "NodeCapacity");
    }

    /** The answer where the pod's node is not known. */
    public static Decision unknownNode(String name) {
        return new Decision.Denied("node \"" + name + "\" not found", "");
    }

    private static Set<String> missingFeatures(Change change, Node node) {
        var needed = new TreeSet<String>();
        var stored = change.stored().spec();
        var resized = change.resized().spec();
        if (!stored.resources().equals(resized.resources())) {
            needed.add(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING.kubernetesName());
        }
        if (plainInitChanged(stored.initContainers(), resized.initContainers())) {
            needed.add(Gate.IN_PLACE_POD_VERTICAL_SCALING_INIT_CONTAINERS.kubernetesName());
        }
        if (!stored.details().volumes().equals(resized.details().volumes())) {
            needed.add(Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES.kubernetesName());
        }
        needed.removeAll(node.declaredFeatures());
        return needed;
    }

    private static boolean plainInitChanged(List<Container> stored, List<Container> resized) {
        for (var i = 0; i < Math.min(stored.size(), resized.size()); i++) {
            var changed = !stored.get(i).resources().equals(resized.get(i).resources());
            if (changed && !stored.get(i).restartsAlways()) return true;
        }
        return false;
    }

    private static List<String> beyond(ResourceAmounts allocatable, ResourceAmounts requests) {
        var parts = new ArrayList<String>();
        var cpu = requests.amount(ResourceName.CPU).milliValue();
        var cpuRoom = allocatable.amount(ResourceName.CPU).milliValue();
        if (cpu > cpuRoom) parts.add("cpu, requested: " + cpu + ", allocatable: " + cpuRoom);
        var memory = requests.amount(ResourceName.MEMORY).value();
        var memoryRoom = allocatable.amount(ResourceName.MEMORY).value();
        if (memory > memoryRoom) parts.add("memory, requested: " + memory + ", allocatable: " + memoryRoom);
        return parts;
    }
}
