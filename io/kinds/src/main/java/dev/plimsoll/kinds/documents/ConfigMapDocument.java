package dev.plimsoll.kinds.documents;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The texts of a config map, read and written in place. */
public final class ConfigMapDocument {
    private final ObjectNode data;

    public ConfigMapDocument(ObjectNode document) {
        this.data = document.withObject("/data");
    }

    /** Empty where there is none. */
    public String get(String key) {
        return text(data, key);
    }

    public void put(String key, String value) {
        data.put(key, value);
    }
}
