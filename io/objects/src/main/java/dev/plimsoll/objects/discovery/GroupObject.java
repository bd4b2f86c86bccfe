package dev.plimsoll.objects.discovery;

import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A group of the API, as its page {@code /apis/NAME} says. */
public final class GroupObject {
    private final ObjectNode document;

    public GroupObject(ObjectNode document) {
        this.document = document;
    }

    /** The versions that are served, the preferred one first. */
    public List<String> versions() {
        return list(document, "versions", version -> text(version, "version"));
    }
}
