package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.store.Entry;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An object as it is sent: its bytes, with the version in them. The bytes are shared by every reader and never changed.
 *
 * <p>In the store an object begins with its kind, its version and its metadata, without the resource version, which is only
 * known once it is written. Reading puts it there without looking at the rest.
 */
@SuppressWarnings("ArrayRecordComponent") // sent as they are; a copy for each reader would cost more
public record StoredObject(Kind kind, String key, long revision, byte[] bytes) {
    private static final byte[] METADATA = "\"metadata\":{".getBytes(StandardCharsets.US_ASCII);

    public static StoredObject of(Kind kind, Entry entry) {
        return of(kind, entry, entry.modRevision());
    }

    /** What was just written; its tree saves reading the bytes again where they are shown in another form than they are stored in. */
    static StoredObject written(Kind kind, Entry entry, ObjectNode tree) {
        if (kind.face() == null) return of(kind, entry);
        return versioned(kind, entry.key(), encode(tree, kind.name(), kind.apiVersion()), entry.modRevision());
    }

    /** With another version than its own: what a removal sends carries the version of the removal. */
    public static StoredObject of(Kind kind, Entry entry, long revision) {
        return versioned(kind, entry.key(), shown(kind, entry.value()), revision);
    }

    private static byte[] shown(Kind kind, byte[] stored) {
        var face = kind.face();
        if (face == null) return stored;
        var tree = Json.tree(stored);
        face.show(tree);
        return encode(tree, kind.name(), kind.apiVersion());
    }

    private static StoredObject versioned(Kind kind, String key, byte[] value, long revision) {
        var head = head(value);
        var version = ("\"resourceVersion\":\"" + revision + "\",").getBytes(StandardCharsets.US_ASCII);
        var bytes = new byte[value.length + version.length];
        System.arraycopy(value, 0, bytes, 0, head);
        System.arraycopy(version, 0, bytes, head, version.length);
        System.arraycopy(value, head, bytes, head + version.length, value.length - head);
        return new StoredObject(kind, key, revision, bytes);
    }

    /** A fresh tree, which the caller may change. */
    public ObjectNode tree() {
        return Json.tree(bytes);
    }

    /** The bytes to store. The tree is not changed. */
    public static byte[] encode(Kind kind, ObjectNode tree) {
        var face = kind.face();
        if (face == null) return encode(tree, kind.name(), kind.apiVersion());
        var stored = face.store(tree);
        return encode(stored, kind.name(), stored.path("apiVersion").asText());
    }

    private static byte[] encode(ObjectNode tree, String kind, String apiVersion) {
        var ordered = tree.objectNode();
        ordered.put("kind", kind);
        ordered.put("apiVersion", apiVersion);
        var metadata = tree.objectNode();
        metadata.setAll((ObjectNode) tree.path("metadata"));
        metadata.remove("resourceVersion");
        ordered.set("metadata", metadata);
        for (var entry : tree.properties()) {
            if (!ordered.has(entry.getKey())) ordered.set(entry.getKey(), entry.getValue());
        }
        return Json.bytes(ordered);
    }

    /** How many bytes stand before the first member of the metadata. */
    private static int head(byte[] value) {
        for (var i = 0; i < value.length - METADATA.length; i++) {
            if (value[i] == METADATA[0] && Arrays.equals(value, i, i + METADATA.length, METADATA, 0, METADATA.length)) {
                return i + METADATA.length;
            }
        }
        throw new IllegalArgumentException("not a stored object");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredObject that && revision == that.revision && key.equals(that.key);
    }

    @Override
    public int hashCode() {
        return key.hashCode() * 31 + Long.hashCode(revision);
    }

    @Override
    public String toString() {
        return key + "@" + revision;
    }
}
