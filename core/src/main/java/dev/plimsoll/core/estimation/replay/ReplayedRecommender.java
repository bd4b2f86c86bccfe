package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.AppliedTarget;
import dev.plimsoll.core.estimation.podlevel.PodKill;
import dev.plimsoll.core.estimation.podlevel.PodRecommender;
import dev.plimsoll.core.estimation.podlevel.PodRecommender.Known;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.PodUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The recommender of one run. Bounds drift with every sample; a recommendation is made anew when a target changes or a bound
 * moves by more than a hundredth, which is when the recommender of a cluster would write it.
 */
final class ReplayedRecommender {
    private static final double NOTICED = 0.01;

    private final ReplayPlan plan;
    private final ReplayedPolicy by;
    private final ContainerNames names;
    private final ResourcePolicy policy;
    private final Estimator estimator;
    private final PodRecommender recommender;
    private final List<ContainerUsage> usage = new ArrayList<>();
    private final List<Boolean> isOff = new ArrayList<>();
    private final ContainerUsage whole;
    private long[] published = {};
    private Recommendation recommendation = Recommendation.NONE;

    ReplayedRecommender(ReplayPlan plan, ReplayedPolicy by, ContainerNames names) {
        this.plan = plan;
        this.by = by;
        this.names = names;
        this.policy = by.policy();
        this.estimator = new Estimator(plan.estimator());
        this.recommender = plan.recommender();
        this.whole = new ContainerUsage(plan.scales());
    }

    Recommendation recommendation() {
        return recommendation;
    }

    /** Sidecars count for pods that are looked after as a whole only. */
    private boolean isSampled(int container) {
        return by.isPod() || !names.isSidecar(container);
    }

    private ContainerUsage usage(int container) {
        while (usage.size() <= container) {
            isOff.add(policy.of(names.name(usage.size())).mode() == ContainerMode.OFF);
            usage.add(new ContainerUsage(plan.scales()));
        }
        return usage.get(container);
    }

    void sample(ReplayedPod pod, int container, long time, long milliCores, long bytes) {
        if (!isSampled(container)) return;
        var into = usage(container);
        pod.samplers[container].cpu(time, milliCores, into);
        pod.samplers[container].memory(time, bytes, into, plan.sampling());
    }

    /** What all containers of a pod used at one time. */
    void sampleWhole(ReplayedPod pod, long time, PodUse together) {
        if (by.usesWhole()) together.into(pod.whole, time, whole, plan.sampling());
    }

    void kill(ReplayedPod pod, int container, long time) {
        if (!isSampled(container)) return;
        var claimed = claimed(pod, container);
        pod.samplers[container].oom(time, claimed, usage(container), plan.sampling());
        if (!by.usesWhole()) return;
        var others = 0L;
        for (var i = 0; i < pod.samplers.length; i++) {
            if (i != container) others += pod.samplers[i].memoryPeak();
        }
        pod.whole.oom(time, claimed + others, whole, plan.sampling());
    }

    private long claimed(ReplayedPod pod, int killed) {
        var requests = pod.allowance.memoryRequests;
        var whole = pod.allowance.podMemoryRequest;
        if (!by.isPod() || whole == 0) return requests[killed];
        var others = 0L;
        for (var i = 0; i < requests.length; i++) {
            if (i != killed) others += Math.max(requests[i], pod.samplers[i].memoryPeak());
        }
        return PodKill.claimed(requests[killed], whole, others);
    }

    /** Whether there is a recommendation that somebody would notice. */
    boolean recommend() {
        var bounds = bounds();
        if (!isNoticed(bounds)) return false;
        published = bounds;
        var known = known();
        recommendation = by.isPod()
                ? new AppliedTarget(policy, by.ranges(), known.pods())
                        .of(recommender.pod(known, policy.podPolicies().mode() != PodMode.OFF))
                : recommender.containers(known);
        return true;
    }

    /** Target, lower and upper bound of each resource of each container that counts. */
    private long[] bounds() {
        var counted = 0;
        for (var i = 0; i < usage.size(); i++) {
            if (counts(i)) counted++;
        }
        var bounds = new long[usage.size() * 6 + 6];
        if (by.usesWhole()) {
            put(bounds, usage.size(), Compute.CPU, estimator.bounds(whole, 1, Compute.CPU));
            put(bounds, usage.size(), Compute.MEMORY, estimator.bounds(whole, 1, Compute.MEMORY));
        }
        for (var i = 0; i < usage.size(); i++) {
            if (!counts(i)) continue;
            for (var compute : Compute.ALL) {
                var own = isOff.get(i)
                        ? estimator.use(usage.get(i), compute)
                        : estimator.bounds(usage.get(i), counted, compute);
                put(bounds, i, compute, own);
            }
        }
        return bounds;
    }

    private static void put(long[] bounds, int place, Compute compute, Estimator.Bounds own) {
        var at = place * 6 + Compute.ALL.indexOf(compute) * 3;
        bounds[at] = own.target();
        bounds[at + 1] = own.lower();
        bounds[at + 2] = own.upper();
    }

    /** Containers that are off count for pods that are looked after as a whole: they share what the pod has. */
    private boolean counts(int container) {
        return !usage.get(container).isEmpty() && (by.isPod() || !isOff.get(container));
    }

    private boolean isNoticed(long[] bounds) {
        if (bounds.length != published.length) return true;
        for (var i = 0; i < bounds.length; i += 3) {
            if (bounds[i] != published[i]) return true;
            if (drifted(published[i + 1], bounds[i + 1]) || drifted(published[i + 2], bounds[i + 2])) return true;
        }
        return false;
    }

    private static boolean drifted(long before, long now) {
        return Math.abs(before - now) > NOTICED * Math.max(before, now);
    }

    private Known known() {
        var seen = new TreeMap<String, ContainerUsage>();
        var sidecars = new HashSet<String>();
        for (var i = 0; i < usage.size(); i++) {
            if (usage.get(i).isEmpty()) continue;
            seen.put(names.name(i), usage.get(i));
            if (names.isSidecar(i)) sidecars.add(names.name(i));
        }
        var template = names.complete(by.template());
        return new Known(
                seen,
                sidecars,
                Set.of(),
                plan.wholeCores(),
                policy,
                List.of(template),
                by.ranges().pods(),
                whole);
    }
}
