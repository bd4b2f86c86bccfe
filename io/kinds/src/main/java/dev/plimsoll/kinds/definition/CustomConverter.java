package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.structural.SchemaDefaults;
import dev.plimsoll.codec.structural.SchemaPruner;
import dev.plimsoll.kinds.Extension;
import dev.plimsoll.kinds.VersionConverter;
import dev.plimsoll.objects.TypeMeta;

/**
 * Objects of a definition in one of its versions, which differ in nothing but their name. What was stored under an earlier schema
 * is shown as the present one has it: without what it does not know, and with its defaults.
 */
public record CustomConverter(Extension extension, String apiVersion, String storedApiVersion)
        implements VersionConverter {
    @Override
    public void show(ObjectNode stored) {
        TypeMeta.setApiVersion(stored, apiVersion);
        SchemaPruner.prune(stored, extension.schema());
        SchemaDefaults.apply(stored, extension.schema());
    }

    @Override
    public ObjectNode store(ObjectNode shown) {
        if (apiVersion.equals(storedApiVersion)) return shown;
        var copy = shown.objectNode();
        copy.setAll(shown);
        TypeMeta.setApiVersion(copy, storedApiVersion);
        return copy;
    }
}
