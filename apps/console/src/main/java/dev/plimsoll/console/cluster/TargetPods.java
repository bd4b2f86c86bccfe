package dev.plimsoll.console.cluster;

import dev.plimsoll.client.cache.CacheIndex;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.PodCaps;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.pod.PodTemplateObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The pods of an autoscaler's target, with what they ask for and use. */
public final class TargetPods {
    /** Pods by the workload that they belong to. A ReplicaSet of a Deployment has its name, with the hash of the template behind. */
    static final CacheIndex<FollowedPod> BY_WORKLOAD = new CacheIndex<>("workload", FollowedPod::workloads);

    private TargetPods() {}

    /** The keys under which a pod is found. */
    static Set<String> workloads(ObjectMetadata pod) {
        var found = new HashSet<String>();
        var namespace = pod.namespace();
        var hash = pod.labels().getOrDefault(PodTemplateObject.HASH_LABEL, "");
        for (var owner : pod.owners()) {
            found.add(key(namespace, owner.kind(), owner.name()));
            if (!hash.isEmpty() && owner.name().endsWith("-" + hash)) {
                var name = owner.name().substring(0, owner.name().length() - hash.length() - 1);
                found.add(key(namespace, "Deployment", name));
            }
        }
        return Set.copyOf(found);
    }

    private static String key(String namespace, String kind, String name) {
        return namespace + "/" + kind + "/" + name;
    }

    /** A pod of an autoscaler, with its use where it is measured. */
    public record TargetPod(
            FollowedPod followed, Pod pod, @Nullable FollowedUse useOrNull) {}

    /** Those that run or will. */
    public static List<TargetPod> of(VpaObject vpa, ClusterCaches caches) {
        var target = vpa.target();
        var found = new ArrayList<TargetPod>();
        for (var pod :
                caches.pods().found(BY_WORKLOAD, key(vpa.metadata().namespace(), target.kind(), target.name()))) {
            if (!pod.isEnded())
                found.add(new TargetPod(
                        pod, pod.pod(), caches.metrics().find(pod.name()).orElse(null)));
        }
        return found;
    }

    /** Where an autoscaler stands with one container, or with the pod as a whole where its name is empty. */
    static RecommendationPoint point(
            Estimate estimate, String container, Compute compute, List<TargetPod> pods, Instant now) {
        var requested = ResourceStates.UNKNOWN;
        var used = ResourceStates.UNKNOWN;
        for (var each : pods) {
            requested = Math.max(requested, units(requests(each.pod(), container), compute));
            used = Math.max(used, used(each, container, compute));
        }
        return new RecommendationPoint(
                now,
                units(estimate.target(), compute),
                units(estimate.lowerBound(), compute),
                units(estimate.upperBound(), compute),
                requested,
                used);
    }

    private static long used(TargetPod pod, String container, Compute compute) {
        var use = pod.useOrNull();
        if (use == null) return ResourceStates.UNKNOWN;
        return container.isEmpty() ? use.sum(compute) : use.of(container, compute);
    }

    /** What is requested by a container as the autoscaler reads it, or by the pod as a whole. */
    public static ResourceAmounts requests(Pod pod, String container) {
        if (container.isEmpty()) return PodDemand.AS_WRITTEN.requests(pod.spec());
        for (var each : pod.spec().containers()) {
            if (each.name().equals(container)) return PodCaps.current(pod, each).requests();
        }
        return ResourceAmounts.ABSENT;
    }

    private static long units(ResourceAmounts amounts, Compute compute) {
        return amounts.contains(compute.resource()) ? compute.unitsOf(amounts) : ResourceStates.UNKNOWN;
    }
}
