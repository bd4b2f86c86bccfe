package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.application.PodEdits;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.objects.autoscaling.vertical.OriginalsAnnotation;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;

/** What is asked when a recommendation is applied to a pod, put together from objects. */
public final class Applications {
    private final PodApplication application;
    private final boolean podLevel;

    /** With the gate {@code PodLevelResources} of the autoscaler, and a way to apply that has those of the API server. */
    public Applications(PodApplication application, boolean podLevel) {
        this.application = application;
        this.podLevel = podLevel;
    }

    /** A request and what it gives. */
    public record Applied(Request request, PodApplication.Outcome outcome) {}

    public Applied apply(Pod pod, VpaObject vpa, NamespaceRanges context, Moment moment) {
        var request = request(pod, vpa, context, moment);
        return new Applied(request, application.apply(request));
    }

    private Request request(Pod pod, VpaObject vpa, NamespaceRanges context, Moment moment) {
        var originals = OriginalsAnnotation.of(pod);
        var mode = vpa.policy().podPolicies().mode();
        var level = podLevel ? ManagedLevel.of(originals.applyTo(pod.spec()), mode) : ManagedLevel.CONTAINERS;
        // Nothing can be removed from a pod that runs and must not be evicted: then its containers keep their values.
        var stays = moment == Moment.IN_PLACE && vpa.mode() == UpdateMode.IN_PLACE;
        if (stays && level == ManagedLevel.POD_ONLY) level = ManagedLevel.POD_AND_CONTAINERS;
        return new Request(pod, originals, vpa.recommendation(), vpa.policy(), context, level, moment);
    }

    /** What the webhook will do to a new pod from the template of a pod that runs. */
    public Applied recreate(Pod running, VpaObject vpa, NamespaceRanges context) {
        var request = request(running, vpa, context, Moment.ADMISSION).recreated();
        return new Applied(request, application.apply(request));
    }

    /** What that new pod will be. */
    public PodSpec recreated(Pod running, VpaObject vpa, NamespaceRanges context) {
        return application.recreated(request(running, vpa, context, Moment.ADMISSION));
    }

    /** Whether the API server would take a pod with other changes. */
    public boolean takes(Request request, PodEdits edits) {
        return application.takes(request, edits);
    }
}
