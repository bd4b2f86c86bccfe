package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.table.PodSummary;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.pod.ContainerEnd;
import dev.plimsoll.objects.pod.PodObject;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What tables and summaries show of a pod.
 *
 * @param node empty where it has none
 * @param status as kubectl shows it: the phase, or the reason that tells more
 * @param resize how far its resize is, in a word; empty where none is on its way
 * @param isEnded whether nothing of it runs any more
 * @param heldCpu what it counts for on its node, as the scheduler counts it
 * @param ooms how often those of its containers have ended whose last end was for want of memory: it grows with each such end
 */
public record PodFacts(
        ObjectName name,
        String uid,
        String node,
        String status,
        String qosClass,
        String resize,
        long restarts,
        Instant created,
        boolean isPodLevel,
        boolean isEnded,
        ResourceStates cpu,
        ResourceStates memory,
        long heldCpu,
        long heldMemory,
        long ooms) {
    private static final EffectiveDemand HELD = EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.INCLUDED);

    /** Empty where the pod cannot be read. */
    static Optional<PodFacts> of(PodObject object, @Nullable PodMetricsObject metric, Instant now) {
        if (!(object.view() instanceof Read.Ok<Pod>(var pod))) return Optional.empty();
        var summary = PodSummary.of(object.document(), now);
        var held = HELD.requests(pod);
        return Optional.of(new PodFacts(
                object.name(),
                object.uid(),
                pod.spec().placement().nodeName(),
                summary.status(),
                pod.status().qosClass(),
                PodStates.resize(pod),
                summary.restartCount(),
                object.metadata().created(),
                pod.spec().hasPodLevelResources(),
                pod.status().isTerminal(),
                PodStates.of(pod, metric, Compute.CPU),
                PodStates.of(pod, metric, Compute.MEMORY),
                Compute.CPU.unitsOf(held),
                Compute.MEMORY.unitsOf(held),
                object.containerEnds().stream()
                        .filter(ContainerEnd::isOom)
                        .mapToLong(ContainerEnd::restarts)
                        .sum()));
    }

    /** Whether a resize of it is on its way: asked for and not yet in force. */
    public boolean isResizing() {
        return !node.isEmpty() && !isEnded && (!resize.isEmpty() || !cpu.isSettled() || !memory.isSettled());
    }

    /** Whether no node was found for it. */
    public boolean isUnscheduled() {
        return node.isEmpty() && !isEnded;
    }

    boolean asksTheSameAs(PodFacts other) {
        return cpu.desired() == other.cpu.desired() && memory.desired() == other.memory.desired();
    }
}
