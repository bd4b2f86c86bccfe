package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.application.PodEdits;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodLevelSupport;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.objects.autoscaling.vertical.OriginalsAnnotation;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;

/** What is asked when a recommendation is applied to a pod, put together from objects. */
public final class Applications {
    private final ServerGates server;
    private final boolean managed;

    /**
     * Of pods that an API server will see.
     *
     * @param managed whether the autoscaler has its gate {@code PodLevelResources}
     */
    public Applications(ServerGates server, boolean managed) {
        this.server = server;
        this.managed = managed;
    }

    /** A request and what it gives. */
    public record Applied(Request request, PodApplication.Outcome outcome) {}

    /** What becomes of resources of pods as a whole, now. */
    public PodLevelSupport support() {
        return new PodLevelSupport(managed, server.podLevel());
    }

    /** Why that is not known; empty where it is. */
    public String unknownSupport() {
        return server.problem();
    }

    /** A recommendation for a pod that is being made, without what the API server will drop of it. */
    public Applied make(Pod sent, VpaObject vpa, NamespaceRanges context) {
        var support = support();
        var kept = sent.withSpec(support.keptOf(sent.spec()));
        return applied(support, request(support, kept, vpa, context, Moment.ADMISSION));
    }

    /** A recommendation for a pod that runs and stays. */
    public Applied resize(Pod running, VpaObject vpa, NamespaceRanges context) {
        var support = support();
        return applied(support, request(support, running, vpa, context, Moment.IN_PLACE));
    }

    /** What the webhook will do to a new pod from the template of a pod that runs. */
    public Applied recreate(Pod running, VpaObject vpa, NamespaceRanges context) {
        var support = support();
        return applied(
                support,
                request(support, running, vpa, context, Moment.ADMISSION).recreated());
    }

    /** What that new pod will be. */
    public PodSpec recreated(Pod running, VpaObject vpa, NamespaceRanges context) {
        var support = support();
        return application(support).recreated(request(support, running, vpa, context, Moment.ADMISSION));
    }

    /** Whether the API server would take a pod with other changes. */
    public boolean takes(Request request, PodEdits edits) {
        return application(support()).takes(request, edits);
    }

    private static PodApplication application(PodLevelSupport support) {
        return support.kept() ? PodApplication.DEFAULT : PodApplication.WITHOUT_POD_LEVEL;
    }

    private static Applied applied(PodLevelSupport support, Request request) {
        return new Applied(request, application(support).apply(request));
    }

    private static Request request(
            PodLevelSupport support, Pod pod, VpaObject vpa, NamespaceRanges context, Moment moment) {
        var originals = OriginalsAnnotation.of(pod);
        var level = support.level(
                originals.applyTo(pod.spec()), vpa.policy().podPolicies().mode());
        // Nothing can be removed from a pod that runs and must not be evicted: then its containers keep their values.
        var stays = moment == Moment.IN_PLACE && vpa.mode() == UpdateMode.IN_PLACE;
        if (stays && level == ManagedLevel.POD_ONLY) level = ManagedLevel.POD_AND_CONTAINERS;
        return new Request(pod, originals, vpa.recommendation(), vpa.policy(), context, level, moment);
    }
}
