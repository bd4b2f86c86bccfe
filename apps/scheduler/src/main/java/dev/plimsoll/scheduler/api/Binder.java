package dev.plimsoll.scheduler.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.objects.pod.BindingDraft;
import dev.plimsoll.objects.pod.PodObject;

/** Gives pods their nodes. */
final class Binder {
    private static final ApiResource BINDING = ApiResource.PODS.sub("binding");

    private final ApiClient client;
    private final Attempts attempts;

    Binder(ApiClient client, Attempts attempts) {
        this.client = client;
        this.attempts = attempts;
    }

    /** Empty if the pod has the node now; otherwise why not. */
    String bind(PlacementPod pod, String node) {
        var name = new ObjectName(pod.key().namespace(), pod.key().name());
        var body = new BindingDraft(name, pod.key().uid(), node).document();
        var unsure = new boolean[1];
        var outcome = attempts.of(
                () -> {
                    var answer = client.create(BINDING, name, body);
                    unsure[0] |= answer instanceof RequestResult.Unreachable<ObjectNode>;
                    return answer;
                },
                false);
        if (outcome instanceof RequestResult.Done<ObjectNode>) return "";
        // An answer that got lost may have been a yes, and then the next is that the pod has a node already.
        if (unsure[0] && isBound(name, pod, node)) return "";
        return "binding rejected: running Bind plugin \"DefaultBinder\": " + outcome.problem();
    }

    private boolean isBound(ObjectName name, PlacementPod pod, String node) {
        return client.get(ApiResource.PODS, name)
                .done()
                .map(PodObject::new)
                .filter(bound -> bound.uid().equals(pod.key().uid()))
                .filter(bound -> bound.nodeName().equals(node))
                .isPresent();
    }
}
