package dev.plimsoll.objects;

import static dev.plimsoll.objects.tree.DocumentFields.textMap;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** A config map. */
public final class ConfigMapObject extends ApiObject {
    public static final ObjectKind<ConfigMapObject> KIND =
            new ObjectKind<>(ApiResource.CONFIG_MAPS, ConfigMapObject.class, ConfigMapObject::new);

    public ConfigMapObject(ObjectNode document) {
        super(document);
    }

    /** What it holds, text or not. */
    public Map<String, byte[]> entries() {
        var entries = new TreeMap<String, byte[]>();
        textMap(document(), "data").forEach((key, text) -> entries.put(key, text.getBytes(StandardCharsets.UTF_8)));
        entries.putAll(SecretObject.decoded(textMap(document(), "binaryData")));
        return entries;
    }

    @Override
    public ConfigMapDraft draft() {
        return new ConfigMapDraft(document());
    }
}
