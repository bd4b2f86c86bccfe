package dev.plimsoll.core.topology.claims;

import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads from a pod what it may claim for itself. */
public final class PodClaims {
    /** More CPUs than any machine has; larger requests fail alike. */
    private static final long MOST_CPUS = 1_000_000_000;

    private final PodQos qos;
    private final boolean podLevelIsPlaced;

    public PodClaims(FeatureGates gates) {
        this.qos = PodQos.under(gates);
        this.podLevelIsPlaced = gates.isOn(Gate.POD_LEVEL_RESOURCE_MANAGERS) && gates.isOn(Gate.POD_LEVEL_RESOURCES);
    }

    /** Whether pod-level resources are placed at all. */
    public boolean placesPodLevel() {
        return podLevelIsPlaced;
    }

    public PodClaim of(Pod pod) {
        var spec = pod.spec();
        var isGuaranteed = isGuaranteed(pod);
        var hasPodLevel = spec.hasPodLevelResources();
        var isPodLevel = hasPodLevel && podLevelIsPlaced;
        var containers = new ArrayList<ContainerClaim>();
        for (var container : spec.initContainers()) {
            var kind = container.restartsAlways() ? ContainerClaim.Kind.SIDECAR : ContainerClaim.Kind.INIT;
            containers.add(claim(container, kind, isGuaranteed, isPodLevel));
        }
        for (var container : spec.containers()) {
            containers.add(claim(container, ContainerClaim.Kind.REGULAR, isGuaranteed, isPodLevel));
        }
        return new PodClaim(
                pod.metadata().uid(),
                containers,
                isGuaranteed,
                isPodLevel,
                hasPodLevel && !podLevelIsPlaced,
                isPodLevel ? podLevelCpus(spec.resources().requests(), isGuaranteed) : aggregateCpus(containers),
                isPodLevel ? podLevelMemory(spec.resources().requests()) : aggregateMemory(containers));
    }

    private boolean isGuaranteed(Pod pod) {
        var recorded = pod.status().qosClass();
        if (!recorded.isEmpty()) return recorded.equals(QosClass.GUARANTEED.kubernetesName());
        return qos.of(pod.spec()) == QosClass.GUARANTEED;
    }

    private static ContainerClaim claim(
            Container container, ContainerClaim.Kind kind, boolean isGuaranteed, boolean isPodLevel) {
        var requests = container.resources().requests();
        var hasOwnGuarantee = PodQos.of(container.resources()) == QosClass.GUARANTEED;
        var cpu = requests.amount(ResourceName.CPU);
        var mayHaveOwn = !isPodLevel || hasOwnGuarantee;
        var cpus = isGuaranteed && mayHaveOwn && isWhole(cpu) ? count(cpu) : 0;
        var memory = mayHaveOwn ? memory(requests) : new TreeMap<ResourceName, Long>();
        return new ContainerClaim(
                container.name(),
                kind,
                cpus,
                cpuRule(isGuaranteed, mayHaveOwn, cpu),
                memory,
                !isGuaranteed
                        ? Rule.POD_NOT_GUARANTEED
                        : mayHaveOwn ? Rule.OWN_GUARANTEE : Rule.CONTAINER_NOT_GUARANTEED,
                !mayHaveOwn || isCountable(requests),
                hasOwnGuarantee,
                isWhole(container.resources().limits().amount(ResourceName.CPU)));
    }

    private static Rule cpuRule(boolean isGuaranteed, boolean mayHaveOwn, Quantity cpu) {
        if (!isGuaranteed) return Rule.POD_NOT_GUARANTEED;
        if (!mayHaveOwn) return Rule.CONTAINER_NOT_GUARANTEED;
        if (!isWhole(cpu)) return Rule.CPUS_NOT_WHOLE;
        return cpu.isZero() ? Rule.NOTHING_ASKED : Rule.OWN_GUARANTEE;
    }

    private static boolean isWhole(Quantity cpu) {
        return cpu.value() <= MOST_CPUS ? cpu.value() * 1000 == cpu.milliValue() : cpu.isInteger();
    }

    private static int count(Quantity cpu) {
        return (int) Math.clamp(cpu.value(), 0, MOST_CPUS);
    }

    private static boolean isMemory(ResourceName name) {
        return name.equals(ResourceName.MEMORY) || name.isHugePages();
    }

    private static SortedMap<ResourceName, Long> memory(ResourceAmounts requests) {
        var bytes = new TreeMap<ResourceName, Long>();
        for (var name : requests.names()) {
            if (isMemory(name)) bytes.put(name, requests.amount(name).value());
        }
        return bytes;
    }

    private static boolean isCountable(ResourceAmounts requests) {
        return requests.names().stream().filter(PodClaims::isMemory).allMatch(name -> {
            var amount = requests.amount(name);
            return amount.isInteger() && amount.equals(Quantity.of(amount.value(), amount.format()));
        });
    }

    private static int podLevelCpus(ResourceAmounts requests, boolean isGuaranteed) {
        var cpu = requests.amount(ResourceName.CPU);
        return isGuaranteed && isWhole(cpu) ? count(cpu) : 0;
    }

    private static SortedMap<ResourceName, Long> podLevelMemory(ResourceAmounts requests) {
        if (!isCountable(requests)) return new TreeMap<>();
        var bytes = memory(requests);
        bytes.values().removeIf(amount -> amount <= 0);
        return bytes;
    }

    /** The most that runs at once: all regular containers with the sidecars, or an init container with those before it. */
    private static int aggregateCpus(List<ContainerClaim> containers) {
        var sidecars = 0L;
        var startup = 0L;
        var running = 0L;
        for (var container : containers) {
            switch (container.kind()) {
                case SIDECAR -> sidecars += container.exclusiveCpus();
                case INIT -> startup = Math.max(startup, sidecars + container.exclusiveCpus());
                case REGULAR -> running += container.exclusiveCpus();
            }
        }
        return (int) Math.min(MOST_CPUS, Math.max(startup, running + sidecars));
    }

    /** As for CPUs; a resource that no regular container asks for is left out, whatever init containers ask for. */
    private static SortedMap<ResourceName, Long> aggregateMemory(List<ContainerClaim> containers) {
        var sidecars = new TreeMap<ResourceName, Long>();
        var startup = new TreeMap<ResourceName, Long>();
        var running = new TreeMap<ResourceName, Long>();
        for (var container : containers) {
            container.memory().forEach((resource, bytes) -> {
                switch (container.kind()) {
                    case SIDECAR -> sidecars.merge(resource, bytes, PodClaims::plus);
                    case INIT -> startup.merge(resource, plus(sidecars.getOrDefault(resource, 0L), bytes), Math::max);
                    case REGULAR -> running.merge(resource, bytes, PodClaims::plus);
                }
            });
        }
        running.replaceAll((resource, bytes) ->
                Math.max(plus(bytes, sidecars.getOrDefault(resource, 0L)), startup.getOrDefault(resource, 0L)));
        return running;
    }

    /** Amounts are not negative; what no machine has stays more than any machine has. */
    private static long plus(long left, long right) {
        var sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
