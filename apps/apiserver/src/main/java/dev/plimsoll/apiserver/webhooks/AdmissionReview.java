package dev.plimsoll.apiserver.webhooks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.Review;
import dev.plimsoll.apiserver.admission.Review.Operation;
import dev.plimsoll.apiserver.kinds.Subresource;

/** The question that a webhook is sent. */
final class AdmissionReview {
    static final String API_VERSION = "admission.k8s.io/v1";

    private AdmissionReview() {}

    static ObjectNode request(String uid, Review review) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("kind", "AdmissionReview").put("apiVersion", API_VERSION);
        var request = document.putObject("request");
        request.put("uid", uid);
        kind(request.putObject("kind"), review);
        resource(request.putObject("resource"), review);
        if (!review.subresource().isEmpty()) request.put("subResource", review.subresource());
        kind(request.putObject("requestKind"), review);
        resource(request.putObject("requestResource"), review);
        if (!review.subresource().isEmpty()) request.put("requestSubResource", review.subresource());
        if (!review.name().isEmpty()) request.put("name", review.name());
        if (!review.namespace().isEmpty()) request.put("namespace", review.namespace());
        request.put("operation", review.operation().name());
        review.user().show(request.putObject("userInfo"));
        if (review.operation() == Operation.DELETE) request.putNull("object");
        else request.set("object", review.object());
        if (review.operation() == Operation.CREATE || review.old() == null) request.putNull("oldObject");
        else request.set("oldObject", review.old());
        request.put("dryRun", review.dryRun());
        options(request.putObject("options"), review);
        return document;
    }

    private static void kind(ObjectNode node, Review review) {
        var kind = review.kind();
        var part = kind.subresource(review.subresource())
                .orElse(new Subresource("", kind.group(), kind.version(), kind.name(), java.util.Set.of()));
        node.put("group", part.group()).put("version", part.version()).put("kind", part.kind());
    }

    private static void resource(ObjectNode node, Review review) {
        var kind = review.kind();
        node.put("group", kind.group()).put("version", kind.version()).put("resource", kind.plural());
    }

    private static void options(ObjectNode node, Review review) {
        var word = switch (review.operation()) {
            case CREATE -> "CreateOptions";
            case UPDATE -> "UpdateOptions";
            case DELETE -> "DeleteOptions";
        };
        node.put("kind", word).put("apiVersion", "meta.k8s.io/v1");
        if (review.dryRun()) node.putArray("dryRun").add("All");
    }
}
