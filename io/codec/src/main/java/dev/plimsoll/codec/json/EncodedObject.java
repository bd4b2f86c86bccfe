package dev.plimsoll.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An object that many documents have in common, together with its JSON. It cannot be changed, so that documents share it; a deep copy is an ordinary object.
 *
 * <p>What somebody reads of it can be kept with it and is then read once for all documents.
 */
@SuppressWarnings("unchecked") // its parent narrows what a deep copy is
public final class EncodedObject extends ObjectNode {
    private static final long serialVersionUID = 1;

    private final byte[] json;
    private final int hash;
    private transient volatile @Nullable Object view;

    private EncodedObject(Map<String, JsonNode> members, byte[] json) {
        super(JsonNodeFactory.instance, Collections.unmodifiableMap(members));
        this.json = json;
        this.hash = Arrays.hashCode(json);
    }

    /** An object of members that cannot be changed either; nobody changes the map after this. */
    public static EncodedObject of(Map<String, JsonNode> members) {
        return new EncodedObject(members, JsonBytes.of(new ObjectNode(JsonNodeFactory.instance, members)));
    }

    /** The same for members that were read from this JSON. */
    static EncodedObject read(Map<String, JsonNode> members, byte[] json) {
        return new EncodedObject(members, json);
    }

    /** The JSON; not to be changed. */
    byte[] json() {
        return json;
    }

    /** How many bytes of JSON it has. */
    public int length() {
        return json.length;
    }

    /** Equal for equal JSON; costs nothing, other than the hash code of a tree. */
    public int jsonHash() {
        return hash;
    }

    /** What a reader makes of it, which must be a value that nobody changes. Kept for the next who asks, always with the same reader. */
    public <T> T view(Class<T> type, Function<ObjectNode, T> reader) {
        var known = view;
        if (type.isInstance(known)) return type.cast(known);
        var fresh = reader.apply(this);
        view = fresh;
        return fresh;
    }
}
