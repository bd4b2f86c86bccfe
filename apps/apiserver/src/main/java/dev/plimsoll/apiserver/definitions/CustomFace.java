package dev.plimsoll.apiserver.definitions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.kinds.Extension;
import dev.plimsoll.apiserver.kinds.Face;
import dev.plimsoll.codec.structural.Defaulting;
import dev.plimsoll.codec.structural.Pruning;

/**
 * Objects of a definition in one of its versions, which differ in nothing but their name. What was stored under an earlier schema
 * is shown as the present one has it: without what it does not know, and with its defaults.
 */
record CustomFace(Extension extension, String apiVersion, String storedApiVersion) implements Face {
    @Override
    public void show(ObjectNode stored) {
        stored.put("apiVersion", apiVersion);
        Pruning.prune(stored, extension.schema());
        Defaulting.apply(stored, extension.schema());
    }

    @Override
    public ObjectNode store(ObjectNode shown) {
        if (apiVersion.equals(storedApiVersion)) return shown;
        var copy = shown.objectNode();
        copy.setAll(shown);
        copy.put("apiVersion", storedApiVersion);
        return copy;
    }
}
