package dev.plimsoll.objects.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The slow obvious twin of typed reading: the document as maps and lists of Java, walked one member at a time. */
public final class PlainTree {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final @Nullable Object value;

    private PlainTree(@Nullable Object value) {
        this.value = value;
    }

    public static PlainTree of(JsonNode document) {
        return new PlainTree(MAPPER.convertValue(document, Object.class));
    }

    public PlainTree at(String name) {
        return new PlainTree(value instanceof Map<?, ?> map ? map.get(name) : null);
    }

    public boolean isGiven() {
        return value != null;
    }

    public String text() {
        return value == null || value instanceof Map || value instanceof List ? "" : String.valueOf(value);
    }

    public long number(long absent) {
        if (value instanceof Number number) return number.longValue();
        if (value instanceof Boolean flag) return flag ? 1 : 0;
        if (value instanceof String text) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException _) {
                return absent;
            }
        }
        return absent;
    }

    public boolean flag() {
        if (value instanceof Number number) return number.longValue() != 0;
        return "true".equals(String.valueOf(value));
    }

    public Instant time() {
        try {
            return OffsetDateTime.parse(text()).toInstant();
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }

    /** The items of a list; the values of an object, which no list should be. */
    public List<PlainTree> items() {
        var items = new ArrayList<PlainTree>();
        if (value instanceof List<?> list) for (var item : list) items.add(new PlainTree(item));
        if (value instanceof Map<?, ?> map) for (var item : map.values()) items.add(new PlainTree(item));
        return items;
    }

    public Map<String, String> texts() {
        var texts = new TreeMap<String, String>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> texts.put(String.valueOf(key), new PlainTree(item).text()));
        }
        return texts;
    }
}
