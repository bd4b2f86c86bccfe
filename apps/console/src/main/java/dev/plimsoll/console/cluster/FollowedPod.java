package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.table.PodSummary;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.codec.view.SharedPods;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.objects.pod.ContainerEnd;
import dev.plimsoll.objects.pod.PodObject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the console keeps of each pod: what tables, sums and the views of many pods read. Pods of one template share most of it, so that a large cluster
 * takes little memory. The whole of a pod that somebody opens is in {@link OpenedObjects}.
 *
 * @param node empty where it has none
 * @param status as kubectl shows it: the phase, or the reason that tells more
 * @param resize how far its resize is, in a word; empty where none is on its way
 * @param createdMillis since the epoch
 * @param startedOrNull when a node took it; null where none has
 * @param ooms how often those of its containers have ended whose last end was for want of memory: it grows with each such end
 * @param workloads keys of the workloads that it belongs to, see {@link TargetPods}
 * @param spec without the node, since all pods of a template have the same then
 * @param reported what its node says of its resources, and conditions that are shown; without times of its own
 */
public record FollowedPod(
        ObjectName name,
        String uid,
        long generation,
        ObjectMeta.@Nullable Deletion deletionOrNull,
        String node,
        String status,
        String resize,
        long restarts,
        long createdMillis,
        @Nullable Instant startedOrNull,
        long ooms,
        PodAmounts amounts,
        Set<String> workloads,
        PodSpec spec,
        PodStatus reported) {
    private static final SharedPods SHARED = new SharedPods();

    public FollowedPod {
        workloads = Set.copyOf(workloads);
    }

    /** @param beforeOrNull the version before it, of which the name is kept: whatever finds the pod by its name has that one */
    static Decoded<FollowedPod> decode(PodObject object, @Nullable FollowedPod beforeOrNull) {
        return switch (object.view()) {
            case Read.Ok<Pod>(var pod) -> {
                var read = of(object, pod);
                yield new Decoded.View<>(beforeOrNull == null ? read : read.named(beforeOrNull.name));
            }
            case Read.Malformed<Pod>(var problems) -> new Decoded.Unreadable<>(problems.toString());
        };
    }

    private FollowedPod named(ObjectName same) {
        return new FollowedPod(
                same,
                uid,
                generation,
                deletionOrNull,
                node,
                status,
                resize,
                restarts,
                createdMillis,
                startedOrNull,
                ooms,
                amounts,
                workloads,
                spec,
                reported);
    }

    private static FollowedPod of(PodObject object, Pod pod) {
        // Ages are not asked for, so that the time does not matter.
        var summary = PodSummary.of(object.document(), Instant.EPOCH);
        var kept = PodReduction.of(pod);
        return new FollowedPod(
                new ObjectName(
                        SHARED.part(object.metadata().namespace()),
                        object.metadata().name()),
                object.uid(),
                pod.metadata().generation(),
                pod.metadata().deletionOrNull(),
                SHARED.part(pod.spec().placement().nodeName()),
                SHARED.part(summary.status()),
                SHARED.part(PodStates.resize(pod)),
                summary.restartCount(),
                object.metadata().created().toEpochMilli(),
                pod.status().startTimeOrNull(),
                object.containerEnds().stream()
                        .filter(ContainerEnd::isOom)
                        .mapToLong(ContainerEnd::restarts)
                        .sum(),
                SHARED.part(PodAmounts.of(pod)),
                SHARED.part(TargetPods.workloads(object.metadata())),
                SHARED.of(on("", kept.spec())),
                SHARED.of(started(null, kept.status())));
    }

    /** The pod as the core sees it, as far as it is kept. */
    public Pod pod() {
        return new Pod(
                new ObjectMeta(name.name(), "", name.namespace(), uid, generation, Map.of(), Map.of(), deletionOrNull),
                on(node, spec),
                started(startedOrNull, reported));
    }

    private static PodSpec on(String node, PodSpec spec) {
        var placement = spec.placement();
        return new PodSpec(
                spec.containers(),
                spec.initContainers(),
                spec.ephemeralContainers(),
                spec.resources(),
                spec.overhead(),
                spec.restartPolicy(),
                spec.osName(),
                new PodPlacement(
                        node,
                        placement.priorityClassName(),
                        placement.priority(),
                        placement.activeDeadlineSeconds(),
                        placement.crossNamespaceAffinity(),
                        placement.schedulingGates()),
                spec.details());
    }

    private static PodStatus started(@Nullable Instant whenOrNull, PodStatus status) {
        return new PodStatus(
                status.phase(),
                status.qosClass(),
                status.observedGeneration(),
                status.conditions(),
                status.containerStatuses(),
                status.initContainerStatuses(),
                status.resources(),
                status.allocatedResources(),
                whenOrNull);
    }

    public Instant created() {
        return Instant.ofEpochMilli(createdMillis);
    }

    public Optional<Instant> started() {
        return Optional.ofNullable(startedOrNull);
    }

    /** Whether nothing of it runs any more. */
    public boolean isEnded() {
        return reported.isTerminal();
    }
}
