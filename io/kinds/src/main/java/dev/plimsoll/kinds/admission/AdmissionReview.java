package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The question that a webhook is sent. */
public final class AdmissionReview {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    static final String GROUP = "admission.k8s.io/";

    private AdmissionReview() {}

    /**
     * A question.
     *
     * @param version in which the webhook is asked
     * @param object what is to be stored; null for a deletion
     * @param old what is stored; null for a new object
     */
    public static ObjectNode of(
            ReviewVersion version,
            String uid,
            AdmissionRequest asked,
            @Nullable ObjectNode object,
            @Nullable ObjectNode old) {
        var document = JSON.objectNode();
        document.put("kind", "AdmissionReview").put("apiVersion", GROUP + version.text());
        var request = document.putObject("request");
        request.put("uid", uid);
        request.setAll(asked.document());
        request.set("object", object == null ? JSON.nullNode() : object);
        request.set("oldObject", old == null ? JSON.nullNode() : old);
        return document;
    }
}
