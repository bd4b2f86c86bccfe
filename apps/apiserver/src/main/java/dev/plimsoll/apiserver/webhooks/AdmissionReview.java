package dev.plimsoll.apiserver.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.matching.MatchedRequest;

/** The question that a webhook is sent. */
final class AdmissionReview {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    static final String API_VERSION = "admission.k8s.io/v1";

    private AdmissionReview() {}

    static ObjectNode request(String uid, MatchedRequest matched) {
        var document = JSON.objectNode();
        document.put("kind", "AdmissionReview").put("apiVersion", API_VERSION);
        var request = document.putObject("request");
        request.put("uid", uid);
        request.setAll(matched.request());
        var object = matched.object();
        var old = matched.old();
        request.set("object", object == null ? JSON.nullNode() : object);
        request.set("oldObject", old == null ? (JsonNode) JSON.nullNode() : old);
        return document;
    }
}
