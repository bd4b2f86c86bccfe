package dev.plimsoll.objects.node;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;

/** A way to run the containers of pods. */
public final class RuntimeClassObject extends ApiObject {
    public static final ObjectKind<RuntimeClassObject> KIND = new ObjectKind<>(
            ApiResource.clustered("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass"),
            RuntimeClassObject.class,
            RuntimeClassObject::new);

    public RuntimeClassObject(ObjectNode document) {
        super(document);
    }

    /** What its pods need beside their containers, by resource; empty for nothing. */
    public JsonNode podFixed() {
        return document().path("overhead").path("podFixed");
    }

    /** Labels that the nodes of its pods have; empty for any nodes. */
    public JsonNode nodeSelector() {
        return document().path("scheduling").path("nodeSelector");
    }

    /** What its pods tolerate beside what they say themselves. */
    public JsonNode tolerations() {
        return document().path("scheduling").path("tolerations");
    }

    /** The name under which container runtimes have it. */
    public String handler() {
        return text(document(), "handler");
    }
}
