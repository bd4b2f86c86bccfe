package dev.plimsoll.kinds.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.ConfigDataRules;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.strategy.Strategy.Write;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what ConfigMaps and Secrets hold for the rules about it. */
public final class ConfigData {
    private ConfigData() {}

    /** Bytes of texts, by key. */
    public static Map<String, Long> texts(JsonNode data) {
        var sizes = new HashMap<String, Long>();
        for (var entry : data.properties()) {
            sizes.put(entry.getKey(), (long) entry.getValue().asText().getBytes(StandardCharsets.UTF_8).length);
        }
        return sizes;
    }

    /** Bytes that base64 stands for, by key. */
    public static Map<String, Long> bytes(JsonNode data) {
        var sizes = new HashMap<String, Long>();
        for (var entry : data.properties()) {
            var letters = 0L;
            var text = entry.getValue().asText();
            for (var i = 0; i < text.length(); i++) if (isLetter(text.charAt(i))) letters++;
            sizes.put(entry.getKey(), letters * 3 / 4);
        }
        return sizes;
    }

    private static boolean isLetter(char c) {
        return c != '=' && c != '\n' && c != '\r';
    }

    /** What a change does to an object that says that it is immutable. */
    public static List<FieldError> frozen(Write write, String... fields) {
        var changed = new ArrayList<String>();
        for (var field : fields) {
            if (!write.sent().path(field).equals(write.stored().path(field))) changed.add(field);
        }
        return ConfigDataRules.frozen(isImmutable(write.stored()), isImmutable(write.sent()), changed);
    }

    private static boolean isImmutable(ObjectNode document) {
        return document.path("immutable").asBoolean();
    }
}
