package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;

/** A variable of a container's environment. */
public record EnvVariable(String name, Value value) {
    /** Where its value comes from. */
    public sealed interface Value {
        /** A text, which may refer to variables before it. */
        record Literal(String text) implements Value {}

        record Downward(DownwardReference reference) implements Value {}

        record ConfigMapKey(KeyReference key) implements Value {}

        record SecretKey(KeyReference key) implements Value {}

        /** A source of a kind that is not known here. */
        record Unknown() implements Value {}
    }

    static EnvVariable read(JsonNode node) {
        return new EnvVariable(text(node, "name"), value(node));
    }

    private static Value value(JsonNode node) {
        if (!has(node, "valueFrom")) return new Value.Literal(text(node, "value"));
        var from = node.path("valueFrom");
        if (has(from, "fieldRef") || has(from, "resourceFieldRef"))
            return new Value.Downward(DownwardReference.read(from));
        if (has(from, "configMapKeyRef"))
            return new Value.ConfigMapKey(KeyReference.read(from.path("configMapKeyRef")));
        if (has(from, "secretKeyRef")) return new Value.SecretKey(KeyReference.read(from.path("secretKeyRef")));
        return new Value.Unknown();
    }
}
