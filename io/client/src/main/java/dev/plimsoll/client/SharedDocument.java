package dev.plimsoll.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A document that several programs of one process hold. Nobody can change it, at any depth: whoever tries gets an
 * {@link UnsupportedOperationException}. {@link #deepCopy} gives a document that may be changed.
 *
 * <p>It keeps the typed object that was made of it, so that its holders share what was read of it as well.
 */
@SuppressWarnings("unchecked") // what deepCopy gives, as Jackson declares it
public final class SharedDocument extends ObjectNode {
    private static final long serialVersionUID = 1L;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Object[] NO_VIEWS = {};

    /** Values of different types, replaced as a whole. */
    private transient volatile Object[] views = NO_VIEWS;

    private SharedDocument(Map<String, JsonNode> members) {
        super(NODES, members);
    }

    /** The same as a document, which the caller may go on to change: its objects and lists are copied. */
    public static SharedDocument of(ObjectNode document) {
        return document instanceof SharedDocument shared ? shared : new SharedDocument(members(document));
    }

    private static Map<String, JsonNode> members(ObjectNode object) {
        if (object.isEmpty()) return Map.of();
        var members = LinkedHashMap.<String, JsonNode>newLinkedHashMap(object.size());
        for (var member : object.properties()) members.put(member.getKey(), unchangeable(member.getValue()));
        return Collections.unmodifiableMap(members);
    }

    private static JsonNode unchangeable(JsonNode node) {
        return switch (node) {
            case SharedDocument shared -> shared;
            case ObjectNode object -> new ObjectNode(NODES, members(object));
            case ArrayNode array -> {
                var items = new ArrayList<JsonNode>(array.size());
                for (var item : array) items.add(unchangeable(item));
                yield new ArrayNode(NODES, List.copyOf(items));
            }
            default -> node; // texts, numbers, truth values and nulls cannot be changed
        };
    }

    /**
     * The document as a type sees it, which must be a value that nobody changes. It is read by the first who asks.
     *
     * @param type the exact class of what the reader gives
     */
    public <T> T as(Class<T> type, Function<ObjectNode, T> reader) {
        var known = find(type);
        return known == null ? kept(type, reader.apply(this)) : known;
    }

    /** Two may read at the same time; both get what the first of them made. */
    private synchronized <T> T kept(Class<T> type, T fresh) {
        var known = find(type);
        if (known != null) return known;
        var more = Arrays.copyOf(views, views.length + 1);
        more[views.length] = fresh;
        views = more;
        return fresh;
    }

    private <T> @Nullable T find(Class<T> type) {
        for (var view : views) if (view.getClass() == type) return type.cast(view);
        return null;
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
