package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.cgroups.PodCgroup;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The way from what was allocated to what is in force (KEP-1287, KEP-5419).
 *
 * <p>Each time the next act is found from the difference between the two, so that a crash, a newer allocation or a container that
 * ends half-way needs no special case. Memory first, then cpu; for each of them
 *
 * <ol>
 *   <li>the pod grows,
 *   <li>containers shrink; if one cannot, the others still do,
 *   <li>if all could, the pod shrinks,
 *   <li>if all of that succeeded, containers grow; if one cannot, the others still do.
 * </ol>
 *
 * Volumes in memory shrink before and grow after the memory of the pod does.
 *
 * <p>So at no moment can the containers' limits go beyond the pod's.
 */
public final class Actuation {
    private final CgroupValues values;
    private final boolean reclaims;
    private final boolean resizesVolumes;

    private Actuation(CgroupValues values, boolean reclaims, boolean resizesVolumes) {
        this.values = values;
        this.reclaims = reclaims;
        this.resizesVolumes = resizesVolumes;
    }

    public static Actuation under(FeatureGates gates) {
        return new Actuation(
                CgroupValues.under(gates),
                gates.isOn(Gate.MEMORY_SHRINK_BY_RECLAIM),
                gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES));
    }

    /**
     * What a pod's acts are made for.
     *
     * @param hasCpuQuota false for a pod whose CPUs are its own
     * @param withoutCpuQuota names of containers whose CPUs are their own
     * @param ticket for the act
     */
    public record Setting(
            PodRecord record, NodeFacts facts, boolean hasCpuQuota, Set<String> withoutCpuQuota, long ticket) {
        public Setting {
            withoutCpuQuota = Set.copyOf(withoutCpuQuota);
        }

        ContainerCgroup bounded(String container, ContainerCgroup values) {
            return withoutCpuQuota.contains(container) ? values.withoutCpuQuota() : values;
        }
    }

    /** The next act of a resize, begun or not. */
    public Next next(Setting setting) {
        return new ResizeSteps(this, setting, reclaims).next();
    }

    /** Whether something is in force that was not allocated, or the other way round. */
    public boolean differs(Setting setting) {
        var record = setting.record();
        var spec = record.allocatedSpec();
        var pod = record.actuated().podOrNull();
        return (pod != null && !pod.isSameAs(podTarget(spec, setting.hasCpuQuota())))
                || !ContainerChange.in(record, spec).isEmpty()
                || !volumes(record).isEmpty();
    }

    List<VolumeChange> volumes(PodRecord record) {
        return resizesVolumes ? VolumeChange.in(record) : List.of();
    }

    /** Whether memory that is still to be cut could be cut at this usage: of a container, or else of the pod as a whole. */
    public boolean canShrink(Setting setting, MemoryUsage usage) {
        var record = setting.record();
        var spec = record.allocatedSpec();
        var isBlocked = false;
        for (var change : ContainerChange.in(record, spec)) {
            if (change.restarts() || !change.lowersLimit(ResourceName.MEMORY)) continue;
            var limit = Effective.limit(change.to(), ResourceName.MEMORY);
            if (UsageCheck.ofContainer(usage, change.name(), limit) instanceof UsageCheck.Passed) return true;
            isBlocked = true;
        }
        var pod = record.actuated().podOrNull();
        var target = podTarget(spec, setting.hasCpuQuota()).memoryLimit();
        return !isBlocked
                && pod != null
                && target < pod.memoryLimit()
                && UsageCheck.ofPod(usage, target) instanceof UsageCheck.Passed;
    }

    public PodCgroup podCgroup(PodSpec spec, boolean hasCpuQuota) {
        var cgroup = values.pod(spec);
        return hasCpuQuota ? cgroup : cgroup.withoutCpuQuota();
    }

    PodLimits podTarget(PodSpec spec, boolean hasCpuQuota) {
        return PodLimits.of(podCgroup(spec, hasCpuQuota));
    }

    public CgroupValues values() {
        return values;
    }

    /**
     * Whether a container may be started with its allocated limits beside those that run: never beyond the pod's limit, be it
     * because a shrink of another container is still waiting.
     */
    public boolean mayStart(PodRecord record, Container starting) {
        var limits = record.actuated().podOrNull();
        if (limits == null) return true;
        var spec = record.allocatedSpec();
        for (var resource : Effective.RESOURCES) {
            var bound = ResizeSteps.podLimit(limits, resource);
            if (bound == PodLimits.UNLIMITED) continue;
            var own = Effective.limit(Effective.of(spec, starting), resource);
            if (own != PodLimits.UNLIMITED && own > bound) return false;
            if (!spec.resources().limits().amount(resource).isZero()) continue;
            if (own == PodLimits.UNLIMITED) return false;
            Predicate<Container> runs = container ->
                    !container.name().equals(starting.name()) && record.actual().isRunning(container.name());
            var sum = own;
            for (var list : List.of(spec.containers(), spec.initContainers())) {
                for (var other : list) {
                    if (!runs.test(other)) continue;
                    var limit = Effective.limit(record.actuated().container(other.name()), resource);
                    if (limit == PodLimits.UNLIMITED) continue;
                    sum += limit;
                }
            }
            if (sum > bound) return false;
        }
        return true;
    }
}
