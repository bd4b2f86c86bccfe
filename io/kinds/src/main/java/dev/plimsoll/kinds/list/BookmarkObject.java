package dev.plimsoll.kinds.list;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.objects.TypeMeta;

/** An object without a name that tells watchers of a kind how far they have come. */
public final class BookmarkObject {
    private BookmarkObject() {}

    /** Up to a revision. */
    public static ObjectNode of(Kind kind, long revision) {
        var object = JsonNodeFactory.instance.objectNode();
        new TypeMeta(kind.apiVersion(), kind.name()).writeTo(object);
        object.set("metadata", ListMetadata.of(revision));
        if (kind.is("", "Pod")) blankPod(object);
        return object;
    }

    /** The one that ends the objects which were there when the watch began. */
    public static ObjectNode afterInitialEvents(Kind kind, long revision) {
        var object = of(kind, revision);
        object.withObject("/metadata/annotations").put("k8s.io/initial-events-end", "true");
        return object;
    }

    /** A pod is never without these, not even where there is no pod: clients have met no other form. */
    private static void blankPod(ObjectNode object) {
        object.putObject("spec").putNull("containers");
        object.putObject("status");
    }
}
