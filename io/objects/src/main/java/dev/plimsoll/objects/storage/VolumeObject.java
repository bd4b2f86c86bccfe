package dev.plimsoll.objects.storage;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.ApiObject;

/** A volume or a claim of one. */
public final class VolumeObject extends ApiObject {
    public VolumeObject(ObjectNode document) {
        super(document);
    }

    /** Whether a claim and a volume belong together. */
    public boolean isBound() {
        return text(statusNode(), "phase").equals("Bound");
    }

    /** Whether it has the attributes of this class, or is to have them. */
    public boolean usesAttributesClass(String name) {
        return text(specNode(), "volumeAttributesClassName").equals(name)
                || text(statusNode(), "currentVolumeAttributesClassName").equals(name);
    }
}
