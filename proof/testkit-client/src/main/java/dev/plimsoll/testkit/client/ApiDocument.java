package dev.plimsoll.testkit.client;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object of the API, or a part of it, as JSON has it. It needs no library; the methods have the names that Jackson has for them. What is
 * not there is a document too: its text is empty, its number 0.
 */
public final class ApiDocument implements Iterable<ApiDocument> {
    private static final ApiDocument MISSING = new ApiDocument(null, true);

    /** Maps and lists of these, text, numbers, truth values, or null. */
    private final @Nullable Object value;

    private final boolean isMissing;

    private ApiDocument(@Nullable Object value, boolean isMissing) {
        this.value = value;
        this.isMissing = isMissing;
    }

    /** Reads JSON. */
    public static ApiDocument parse(String json) {
        return of(JsonText.read(json));
    }

    static ApiDocument of(@Nullable Object value) {
        return new ApiDocument(value, false);
    }

    @Nullable
    Object value() {
        return value;
    }

    /** What is at a JSON pointer, such as {@code /status/containerStatuses/0/restartCount}. */
    public ApiDocument at(String pointer) {
        if (pointer.isEmpty()) return this;
        if (!pointer.startsWith("/"))
            throw new IllegalArgumentException("expected a pointer such as /status/phase, not \"" + pointer + "\"");
        var found = this;
        for (var step : pointer.substring(1).split("/", -1))
            found = found.path(step.replace("~1", "/").replace("~0", "~"));
        return found;
    }

    /** A field of an object, or an element of a list by its number. */
    public ApiDocument path(String step) {
        if (value instanceof Map<?, ?> fields) return fields.containsKey(step) ? of(fields.get(step)) : MISSING;
        if (!(value instanceof List<?> list) || !step.matches("\\d{1,9}")) return MISSING;
        var index = Integer.parseInt(step);
        return index < list.size() ? of(list.get(index)) : MISSING;
    }

    public boolean isMissingNode() {
        return isMissing;
    }

    /** Of fields of an object or elements of a list. */
    public int size() {
        if (value instanceof Map<?, ?> fields) return fields.size();
        return value instanceof List<?> list ? list.size() : 0;
    }

    public String asText() {
        if (value instanceof BigDecimal number) return number.toPlainString();
        return value instanceof String || value instanceof Boolean ? value.toString() : "";
    }

    public int asInt() {
        return (int) asLong();
    }

    public long asLong() {
        return value instanceof BigDecimal number ? number.longValue() : 0;
    }

    public boolean asBoolean() {
        return value instanceof Boolean is && is;
    }

    /** Over the elements of a list; over the values of an object. */
    @Override
    public Iterator<ApiDocument> iterator() {
        var elements = new ArrayList<ApiDocument>();
        if (value instanceof Map<?, ?> fields) fields.values().forEach(each -> elements.add(of(each)));
        if (value instanceof List<?> list) list.forEach(each -> elements.add(of(each)));
        return elements.iterator();
    }

    /** As JSON. */
    @Override
    public String toString() {
        return isMissing ? "" : JsonText.write(value);
    }
}
