package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the entries of a list were before a change; only entries with keys can be told apart. */
public final class Correlation {
    private final Map<JsonNode, JsonNode> earlier = new HashMap<>();
    private final List<String> keys;

    private Correlation(List<String> keys) {
        this.keys = keys;
    }

    /** The entries of a list before a change, if there was one. */
    public static Correlation of(@Nullable JsonNode before, Structural list) {
        var correlation = new Correlation(list.markers().listMapKeys());
        if (before == null || !before.isArray() || !list.markers().listType().equals("map")) return correlation;
        for (var each : before) correlation.earlier.putIfAbsent(correlation.key(each), each);
        return correlation;
    }

    /** Null if there was none, or none can be told. */
    public @Nullable JsonNode entry(JsonNode entry) {
        return earlier.isEmpty() ? null : earlier.get(key(entry));
    }

    private JsonNode key(JsonNode entry) {
        var key = JsonNodeFactory.instance.arrayNode();
        for (var name : keys) key.add(entry.path(name));
        return key;
    }
}
