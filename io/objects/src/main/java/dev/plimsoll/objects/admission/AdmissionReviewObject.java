package dev.plimsoll.objects.admission;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** What an API server asks a webhook: an AdmissionReview with a request. */
public final class AdmissionReviewObject {
    private final JsonNode request;

    public AdmissionReviewObject(ObjectNode document) {
        this.request = document.path("request");
    }

    public String uid() {
        return text(request, "uid");
    }

    /** The plural name of the resource: {@code pods}. */
    public String resource() {
        return text(request.path("resource"), "resource");
    }

    /** Empty where the object itself is written. */
    public String subResource() {
        return text(request, "subResource");
    }

    public String kind() {
        return text(request.path("kind"), "kind");
    }

    public boolean isCreate() {
        return text(request, "operation").equals("CREATE");
    }

    public String namespace() {
        return text(request, "namespace");
    }

    /** The object as it will be; absent where it is deleted. */
    public Optional<ObjectNode> object() {
        return object("object");
    }

    /** The object as it was; absent where it is made. */
    public Optional<ObjectNode> oldObject() {
        return object("oldObject");
    }

    private Optional<ObjectNode> object(String name) {
        return request.path(name) instanceof ObjectNode node ? Optional.of(node) : Optional.empty();
    }
}
