package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what an entry of a list was before a change; only entries with keys can be told apart. */
final class Correlation {
    private Correlation() {}

    static @Nullable JsonNode entry(@Nullable JsonNode before, Structural list, JsonNode entry) {
        if (before == null || !before.isArray() || !list.markers().listType().equals("map")) return null;
        for (var each : before) {
            if (isSame(each, entry, list.markers().listMapKeys())) return each;
        }
        return null;
    }

    static boolean isSame(JsonNode one, JsonNode other, List<String> keys) {
        for (var key : keys) if (!one.path(key).equals(other.path(key))) return false;
        return true;
    }
}
