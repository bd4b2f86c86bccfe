package dev.plimsoll.core.cgroups;

import dev.plimsoll.core.cgroups.ContainerCgroup.LimitOrigin;
import dev.plimsoll.core.demand.OomScore;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns a pod's spec into the values of its cgroup and of its containers' cgroups. */
public final class CgroupValues {
    public static final CgroupValues DEFAULT = under(FeatureGates.DEFAULT);

    /** What a container without a limit takes as much of as it likes. */
    private static final Set<ResourceName> SHARED =
            Set.of(ResourceName.CPU, ResourceName.MEMORY, ResourceName.EPHEMERAL_STORAGE);

    private final PodDemand demand;
    private final PodQos qos;
    private final OomScore oomScore;

    private CgroupValues(PodDemand demand, PodQos qos, OomScore oomScore) {
        this.demand = demand;
        this.qos = qos;
        this.oomScore = oomScore;
    }

    public static CgroupValues under(FeatureGates gates) {
        return new CgroupValues(PodDemand.under(gates), PodQos.under(gates), OomScore.under(gates));
    }

    /** The pod's own cgroup. Overhead is part of it. */
    public PodCgroup pod(PodSpec spec) {
        var requests = demand.requests(spec);
        var limits = demand.limits(spec);
        var shares = CpuScale.shares(requests.amount(ResourceName.CPU).milliValue());
        var pages = hugePageLimits(requests);
        return switch (qos.of(spec)) {
            case GUARANTEED -> new PodCgroup(shares, quota(limits), memory(limits), pages);
            case BURSTABLE ->
                new PodCgroup(
                        shares,
                        isPodBounded(spec, ResourceName.CPU) ? quota(limits) : null,
                        isPodBounded(spec, ResourceName.MEMORY) ? memory(limits) : null,
                        pages);
            case BEST_EFFORT -> new PodCgroup(CpuScale.MIN_SHARES, null, null, pages);
        };
    }

    private static @Nullable Long quota(ResourceAmounts limits) {
        return CpuScale.quota(limits.amount(ResourceName.CPU).milliValue(), CpuScale.PERIOD);
    }

    private static @Nullable Long memory(ResourceAmounts limits) {
        return limits.amount(ResourceName.MEMORY).value();
    }

    /**
     * Whether the sum of limits bounds the pod: the pod level has one, or every container has. Of what nobody gets without asking for
     * it, such as huge pages, every sum is a bound.
     */
    public boolean isPodBounded(PodSpec spec, ResourceName name) {
        if (!SHARED.contains(name)) return true;
        if (demand.hasPodLevelResources(spec)
                && !spec.resources().limits().amount(name).isZero()) return true;
        return everyOneIsLimited(spec.containers(), name) && everyOneIsLimited(spec.initContainers(), name);
    }

    private static boolean everyOneIsLimited(Collection<Container> containers, ResourceName name) {
        for (var container : containers) {
            if (container.resources().limits().amount(name).isZero()) return false;
        }
        return true;
    }

    private static SortedMap<HugePageSize, Long> hugePageLimits(ResourceAmounts requests) {
        if (!requests.hasOthers()) return Collections.emptySortedMap();
        var limits = new TreeMap<HugePageSize, Long>();
        for (var name : requests.names()) {
            HugePageSize.bytesIn(name)
                    .ifPresent(bytes -> limits.merge(
                            new HugePageSize(bytes), requests.amount(name).value(), Long::sum));
        }
        return limits;
    }

    /** The pod's own cgroup on a node that knows these page sizes: a size that the pod does not ask for is closed to it. */
    public PodCgroup pod(PodSpec spec, Set<HugePageSize> pageSizes) {
        var cgroup = pod(spec);
        var limits = new TreeMap<>(cgroup.hugePageLimits());
        for (var size : pageSizes) limits.putIfAbsent(size, 0L);
        return new PodCgroup(cgroup.cpuShares(), cgroup.cpuQuotaOrNull(), cgroup.memoryLimitOrNull(), limits);
    }

    /**
     * One container, as the runtime is told.
     *
     * @param nodeMemory bytes of memory that the node has
     * @param pageSizes the huge page sizes that the node knows
     */
    public ContainerCgroup container(PodSpec spec, Container container, long nodeMemory, Set<HugePageSize> pageSizes) {
        var cpu = limit(spec, container, ResourceName.CPU);
        var memory = limit(spec, container, ResourceName.MEMORY);
        return new ContainerCgroup(
                shares(container, cpu.amount()),
                CpuScale.quota(cpu.amount().milliValue(), CpuScale.PERIOD),
                CpuScale.PERIOD,
                memory.amount().value(),
                0,
                hugePageLimits(spec, container, pageSizes),
                oomScore.of(spec, container, nodeMemory),
                cpu.origin(),
                memory.origin());
    }

    /** The class that decides the pod's place in the cgroup tree. */
    public QosClass qos(PodSpec spec) {
        return qos.of(spec);
    }

    private record Limit(Quantity amount, LimitOrigin origin) {}

    private Limit limit(PodSpec spec, Container container, ResourceName name) {
        var own = container.resources().limits().amount(name);
        if (!own.isZero()) return new Limit(own, LimitOrigin.OWN);
        if (demand.hasPodLevelResources(spec)) {
            var podLevel = spec.resources().limits().amount(name);
            if (!podLevel.isZero()) return new Limit(podLevel, LimitOrigin.INHERITED);
        }
        return new Limit(Quantity.ZERO, LimitOrigin.NONE);
    }

    /** Without a request the limit counts as one, be it inherited; a request of zero is a request. */
    private static long shares(Container container, Quantity limit) {
        var request = container.resources().requests().at(ResourceName.CPU);
        return CpuScale.shares((request == null ? limit : request).milliValue());
    }

    private SortedMap<HugePageSize, Long> hugePageLimits(
            PodSpec spec, Container container, Set<HugePageSize> pageSizes) {
        var limits = new TreeMap<HugePageSize, Long>();
        for (var size : pageSizes) limits.put(size, 0L);
        if (demand.hasPodLevelResources(spec)) takePages(spec.resources().limits(), limits);
        takePages(container.resources().limits(), limits);
        return limits;
    }

    private static void takePages(ResourceAmounts from, SortedMap<HugePageSize, Long> limits) {
        for (var name : from.names()) {
            HugePageSize.bytesIn(name)
                    .ifPresent(bytes -> limits.replace(
                            new HugePageSize(bytes), from.amount(name).value()));
        }
    }
}
