package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.protobuf.ProtobufWriter;
import dev.plimsoll.codec.selector.FieldSelector;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.objects.MetadataReader;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An object together with what selectors look at, which is read when the first selector asks, once for all. */
public final class IndexedObject {
    private final StoredObject object;
    private final Function<JsonNode, Map<String, String>> fieldsOf;
    private @Nullable Seen seen;
    private volatile @Nullable Object view;
    /** Set once, to an array that nobody changes. */
    private volatile byte @Nullable [] message;

    /** Immutable, so that threads may hand it to each other without more ado. */
    record Seen(Map<String, String> labels, Map<String, String> fields) {}

    private IndexedObject(StoredObject object, Function<JsonNode, Map<String, String>> fieldsOf, @Nullable Seen seen) {
        this.object = object;
        this.fieldsOf = fieldsOf;
        this.seen = seen;
    }

    static IndexedObject of(StoredObject object, Function<JsonNode, Map<String, String>> fields) {
        return new IndexedObject(object, fields, null);
    }

    /** The same, where it may be known what selectors see. */
    static IndexedObject of(StoredObject object, Function<JsonNode, Map<String, String>> fields, @Nullable Seen known) {
        return new IndexedObject(object, fields, known);
    }

    /** An object that is worked out for its reader. */
    public static IndexedObject unstored(Kind kind, ObjectNode tree, Function<JsonNode, Map<String, String>> fields) {
        return new IndexedObject(StoredObject.unstored(kind, tree), fields, null);
    }

    public StoredObject object() {
        return object;
    }

    /**
     * The object as a caller sees it, which must be a value that nobody changes. Read when the first asks, once for all: for kinds of which
     * there are few and which are asked often, always by the same reader.
     */
    public <T> T view(Class<T> type, Function<ObjectNode, T> reader) {
        var known = view;
        if (type.isInstance(known)) return type.cast(known);
        var fresh = reader.apply(object.readable());
        view = fresh;
        return fresh;
    }

    /** The protobuf message of an object whose kind has one; made when the first client wants it, once for all. */
    public byte[] message() {
        var known = message;
        if (known != null) return known;
        var kind = object.kind();
        var fresh = ProtobufWriter.message(kind.apiVersion(), kind.name(), object.readable())
                .orElseThrow(() -> new IllegalStateException("no message for " + kind.name()));
        message = fresh;
        return fresh;
    }

    public Map<String, String> labels() {
        return seen().labels();
    }

    public Map<String, String> fields() {
        return seen().fields();
    }

    /** Whether a selector cannot match, as far as that is seen at a glance: what selectors see takes as much room as a small object. */
    public boolean isRuledOut(FieldSelector selector) {
        return seen == null && object.isRuledOut(selector);
    }

    /** Two threads may both read it the first time; they find the same. */
    private Seen seen() {
        var known = seen;
        if (known != null) return known;
        var fresh = seen(object.readable(), fieldsOf);
        seen = fresh;
        return fresh;
    }

    static Seen seen(JsonNode tree, Function<JsonNode, Map<String, String>> fieldsOf) {
        return new Seen(Map.copyOf(MetadataReader.labels(tree)), Map.copyOf(fieldsOf.apply(tree)));
    }

    /** The same, under another version. */
    IndexedObject as(StoredObject other) {
        return new IndexedObject(other, fieldsOf, seen);
    }
}
