package dev.plimsoll.objects.service;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.workloads.endpoints.Endpoint.PodReference;
import dev.plimsoll.objects.tree.DraftNode;

/** The pod behind an endpoint, as both forms of endpoints name it. */
final class TargetReference {
    private static final String FIELD = "targetRef";

    private TargetReference() {}

    static PodReference read(JsonNode endpoint) {
        var pod = endpoint.path(FIELD);
        return new PodReference(text(pod, "namespace"), text(pod, "name"), text(pod, "uid"));
    }

    /** Endpoints that somebody wrote by hand may name none. */
    static void write(DraftNode endpoint, PodReference pod) {
        if (pod.equals(PodReference.NONE)) return;
        endpoint.newObject(FIELD)
                .put("kind", "Pod")
                .put("namespace", pod.namespace())
                .put("name", pod.name())
                .put("uid", pod.uid());
    }
}
