package dev.plimsoll.autoscaler.updater;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.application.ResizeFit;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.objects.JsonPatchDraft;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.autoscaling.vertical.BoostAnnotation;

/** Resizes pods in place: one atomic request for the pod and its containers. */
final class PodResizer {
    private final ApiClient client;
    private final ClusterState cluster;
    private final PodLevelResize podLevel;

    PodResizer(ApiClient client, ClusterState cluster, PodLevelResize podLevel) {
        this.client = client;
        this.cluster = cluster;
        this.podLevel = podLevel;
    }

    /** Why something will not be done in place. */
    enum Cause {
        REMOVAL(""),
        UNAVAILABLE("unavailable"),
        /** Mostly the pod's class would change. */
        INVALID("qos"),
        REFUSED(""),
        OTHER("");

        private final String text;

        Cause(String text) {
            this.text = text;
        }

        /** As metrics name it. */
        String text() {
            return text;
        }

        boolean isTold() {
            return !text.isEmpty();
        }
    }

    /** What became of an attempt. */
    sealed interface Attempted {
        record Done() implements Attempted {}

        /** It will not be done in place, now or ever: values would have to be removed, or the server refuses. */
        record Impossible(String why, Cause cause) implements Attempted {}

        /** Nobody knows, or the pod is gone: the next round sees what became of it. */
        record Unknown(String why) implements Attempted {}
    }

    Attempted resize(UpdateCandidate candidate) {
        var pod = candidate.view().pod();
        if (candidate.edits().removesAny()) {
            return new Attempted.Impossible("values cannot be removed in place", Cause.REMOVAL);
        }
        if (ManagedLevel.setsPodLevel(candidate.changed())
                && !podLevel.isAvailableOn(cluster.node(pod.spec().placement().nodeName()))) {
            return new Attempted.Impossible("pod-level resize is not available", Cause.UNAVAILABLE);
        }
        var errors = ResizeFit.errors(pod, candidate.changed());
        var patch =
                new JsonPatchDraft().addAll(candidate.edits().patch(pod.spec())).patch();
        // The server may know better than we do: it is asked before a pod is given up.
        if (!errors.isEmpty() && !wouldDo(candidate, patch)) {
            return new Attempted.Impossible(errors.getFirst().detail(), Cause.INVALID);
        }
        return told(
                candidate,
                client.patch(ApiResource.PODS.sub("resize"), candidate.view().name(), patch));
    }

    private boolean wouldDo(UpdateCandidate candidate, Patch patch) {
        return client.dryRun()
                .patch(ApiResource.PODS.sub("resize"), candidate.view().name(), patch)
                .done()
                .isPresent();
    }

    private Attempted told(UpdateCandidate candidate, RequestResult<ObjectNode> outcome) {
        return switch (outcome) {
            case RequestResult.Done<ObjectNode> _ -> {
                annotate(candidate);
                yield new Attempted.Done();
            }
            case RequestResult.Refused<ObjectNode>(var status) -> {
                if (PodLevelResize.isRefusal(status.message())) podLevel.refused();
                // A server that has too much to do is no reason to evict.
                if (status.isTemporary()) yield new Attempted.Unknown(status.message());
                var forGood = status.code() == 403 || status.code() == 422;
                yield new Attempted.Impossible(status.message(), forGood ? Cause.REFUSED : Cause.OTHER);
            }
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.NotFound<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ -> new Attempted.Unknown(outcome.problem());
        };
    }

    /** A note for people, and the end of a boost; where this is lost, the next round writes it again. */
    void annotate(UpdateCandidate candidate) {
        var view = candidate.view();
        var change = new ObjectChange(view.uid());
        change.metadata().annotation("vpaInPlaceUpdated", "true");
        for (var container : BoostAnnotation.of(view.pod()).keySet()) {
            change.metadata().removedAnnotation(BoostAnnotation.PREFIX + container);
        }
        var originals = candidate.originalsOrNull();
        if (originals != null) change.metadata().annotation(Originals.ANNOTATION, originals);
        client.patch(ApiResource.PODS, view.name(), change.merge());
    }
}
