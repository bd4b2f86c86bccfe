package dev.plimsoll.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import java.util.Map;

/** A config map that is being written. */
public final class ConfigMapDraft extends ObjectDraft {
    ConfigMapDraft(JsonNode document) {
        super(document);
    }

    /** A new one. */
    public ConfigMapDraft(ObjectName name) {
        super(ApiResource.CONFIG_MAPS, name);
    }

    /** Takes the place of everything that it held, text or not. */
    public ConfigMapDraft onlyData(Map<String, String> data) {
        root().remove("binaryData");
        var target = root().newObject("data");
        data.forEach(target::put);
        return this;
    }
}
