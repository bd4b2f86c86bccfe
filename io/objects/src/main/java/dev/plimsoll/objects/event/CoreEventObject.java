package dev.plimsoll.objects.event;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ApiObject;

/** An event of {@code v1}. */
public final class CoreEventObject extends ApiObject {
    public CoreEventObject(ObjectNode document) {
        super(document);
    }

    public String reason() {
        return text(document(), "reason");
    }

    /** The kind of the object that it is about. */
    public String involvedKind() {
        return text(document().path("involvedObject"), "kind");
    }

    /** The object that it is about. */
    public ObjectName involvedObject() {
        var about = document().path("involvedObject");
        return new ObjectName(text(about, "namespace"), text(about, "name"));
    }
}
