package dev.plimsoll.objects;

import static dev.plimsoll.objects.tree.DocumentFields.texts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;

/** A namespace. */
public final class NamespaceObject extends ApiObject {
    public static final ObjectKind<NamespaceObject> KIND =
            new ObjectKind<>(ApiResource.NAMESPACES, NamespaceObject.class, NamespaceObject::new);

    public NamespaceObject(ObjectNode document) {
        super(document);
    }

    /** Whether it waits for one of the finalizers of its spec, which are not those of its metadata. */
    public boolean waitsFor(String finalizer) {
        return texts(specNode(), "finalizers").contains(finalizer);
    }

    /** The document without one of the finalizers of its spec. */
    public ObjectNode finalized(String finalizer) {
        return new Draft(document()).withoutFinalizer(finalizer).document();
    }

    private static final class Draft extends ObjectDraft {
        Draft(ObjectNode document) {
            super(document);
        }

        Draft withoutFinalizer(String finalizer) {
            if (spec().path("finalizers").isArray()) {
                spec().list("finalizers").removeIf(each -> each.asText().equals(finalizer));
            }
            return this;
        }
    }
}
