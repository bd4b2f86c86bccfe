package dev.plimsoll.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;

/** A config map. */
public final class ConfigMapObject extends ApiObject {
    public static final ObjectKind<ConfigMapObject> KIND =
            new ObjectKind<>(ApiResource.CONFIG_MAPS, ConfigMapObject.class, ConfigMapObject::new);

    public ConfigMapObject(ObjectNode document) {
        super(document);
    }

    @Override
    public ConfigMapDraft draft() {
        return new ConfigMapDraft(document());
    }
}
