package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.claims.ContainerClaim;
import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.policy.NodePolicies;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Tells why a Guaranteed pod gets no resources of its own: (1) its pod-level resources are ignored, as the gate is off (KEP-2837);
 * (2) the pod as a whole, or (3) a container, asks for a fraction of a CPU (KEP-5526).
 */
record Notices(NodePolicies policies, PodClaim claim, Pod pod) {
    private static final String SKIPPED = "ExclusiveCPUsSkipped";
    private static final String ADVICE = "Request whole CPUs to have them exclusively";

    List<Notice> all() {
        var notices = new ArrayList<Notice>();
        if (!claim.isGuaranteed()) return notices;
        if (claim.isIgnored()) { // 1
            var ignored = ignored(pod.spec());
            if (!ignored.isEmpty()) notices.add(gateOff(ignored));
            return notices;
        }
        if (!policies.pinsCpus()) return notices;
        var podCpu = pod.spec().resources().requests().amount(ResourceName.CPU);
        if (claim.isPodLevel() && !policies.placesContainersAlone() && claim.cpus() == 0 && !podCpu.isZero()) { // 2
            notices.add(new Notice(
                    false,
                    SKIPPED,
                    "Exclusive CPU allocation skipped, pod requested non-integral CPUs: spec.resources.requests[cpu] is "
                            + podCpu + ". Its containers share the node's CPUs. " + ADVICE));
            return notices;
        }
        var fractional = claim.containers().stream()
                .filter(container -> container.cpuRule() == Rule.CPUS_NOT_WHOLE)
                .map(ContainerClaim::name)
                .toList();
        if (!fractional.isEmpty()) notices.add(fractional(fractional)); // 3
        return notices;
    }

    private List<String> ignored(PodSpec spec) {
        var kinds = new ArrayList<String>();
        var requests = spec.resources().requests();
        var cpu = requests.amount(ResourceName.CPU);
        var hasWholeCpus = !cpu.isZero() && cpu.isInteger();
        var hasMemory = !requests.amount(ResourceName.MEMORY).isZero();
        if (policies.pinsCpus() && hasWholeCpus) kinds.add("CPU");
        if (policies.pinsMemory() && hasMemory) kinds.add("memory");
        if (policies.alignment() != TopologyManagerPolicy.NONE && !kinds.isEmpty()) kinds.add("topology");
        return kinds;
    }

    private static Notice gateOff(List<String> ignored) {
        return new Notice(
                true,
                "PodLevelResourcesIgnored",
                "Pod-level resources are ignored for " + String.join(", ", ignored)
                        + " alignment: the feature gate PodLevelResourceManagers is off on this node, so that no container"
                        + " of the pod has CPUs or memory to itself. Enable the gate, or use resources of containers only");
    }

    private Notice fractional(List<String> containers) {
        var asked = new HashMap<String, Container>();
        pod.spec().initContainers().forEach(container -> asked.put(container.name(), container));
        pod.spec().containers().forEach(container -> asked.put(container.name(), container));
        return new Notice(
                false,
                SKIPPED,
                "Exclusive CPU allocation skipped, container requested non-integral CPUs: "
                        + containers.stream()
                                .map(name -> name + " requests " + cpu(asked, name))
                                .collect(Collectors.joining(", "))
                        + ". It shares CPUs with other containers. " + ADVICE);
    }

    private static String cpu(Map<String, Container> asked, String name) {
        var container = asked.get(name);
        return container == null
                ? "0"
                : container.resources().requests().amount(ResourceName.CPU).toString();
    }
}
