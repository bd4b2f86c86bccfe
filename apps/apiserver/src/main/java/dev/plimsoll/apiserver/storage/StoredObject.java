package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.SharedDocument;
import dev.plimsoll.codec.json.JsonSpan;
import dev.plimsoll.codec.json.PlainJson;
import dev.plimsoll.codec.selector.FieldSelector;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.StorageLayout;
import dev.plimsoll.objects.TypeMeta;
import dev.plimsoll.store.Entry;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * An object as it is sent: its bytes, with the version in them. The bytes are the store's own, shared by every reader and never changed.
 *
 * <p>In the store an object begins with its kind, its version and its metadata, without the resource version, which is only
 * known once it is written. Sending puts it there without looking at the rest, so that memory holds each object once.
 *
 * <p>An object that a program outside must translate is translated when somebody first wants to see it, once for all: who follows
 * the store does not wait for that program, and who reads is told if it fails.
 */
public final class StoredObject {
    /** By names of kinds. */
    private static final Map<String, LongAdder> PARSED = new ConcurrentHashMap<>();

    private static final byte[] METADATA = "\"metadata\":{".getBytes(StandardCharsets.US_ASCII);

    private final Kind kind;
    private final String key;
    private final long revision;
    /** As it is in the store. */
    private final byte[] stored;
    /** Of an object that is shown in another form than it is stored in: set once, to an array that nobody changes. */
    private volatile byte @Nullable [] bytes;
    /** What programs of this process hold of it, as long as one of them does. */
    private volatile @Nullable WeakReference<SharedDocument> document;

    StoredObject(Kind kind, String key, long revision, byte[] bytes) {
        this(kind, key, revision, new byte[0], bytes);
    }

    private StoredObject(Kind kind, String key, long revision, byte[] stored, byte @Nullable [] bytes) {
        this.kind = kind;
        this.key = key;
        this.revision = revision;
        this.stored = stored;
        this.bytes = bytes;
    }

    public Kind kind() {
        return kind;
    }

    public String key() {
        return key;
    }

    public long revision() {
        return revision;
    }

    /** As it is sent. */
    public byte[] bytes() {
        var known = bytes;
        if (known != null) return known;
        if (kind.converter() == null) return versioned(stored, revision);
        var fresh = versioned(shown(kind, stored), revision);
        bytes = fresh;
        return fresh;
    }

    /** Takes bytes that go out one after the other. */
    public interface Slices {
        void add(byte[] bytes, int from, int to);
    }

    /** As it is sent, without a copy. Items of lists go without kind and version, beginning with the metadata. */
    public void slices(boolean isItem, Slices slices) {
        if (bytes != null || kind.converter() != null) {
            var shown = bytes();
            slices.add(shown, isItem ? head(shown) - METADATA.length : 0, shown.length);
            return;
        }
        var head = head(stored);
        var version = version(revision);
        slices.add(stored, isItem ? head - METADATA.length : 0, head);
        slices.add(version, 0, version.length);
        slices.add(stored, head, stored.length);
    }

    /** The metadata as they are sent, without a copy. */
    public void metadata(Slices slices) {
        if (bytes != null || kind.converter() != null) {
            var shown = bytes();
            var start = head(shown) - 1;
            slices.add(shown, start, JsonSpan.end(shown, start, shown.length));
            return;
        }
        var head = head(stored);
        var version = version(revision);
        slices.add(stored, head - 1, head);
        slices.add(version, 0, version.length);
        slices.add(stored, head, JsonSpan.end(stored, head - 1, stored.length));
    }

    /** Whether the bytes show that a selector does not match, without being read. */
    boolean isRuledOut(FieldSelector selector) {
        return bytes == null && kind.converter() == null && selector.isRuledOut(stored);
    }

    /** Has it translated if that is still to be done, so that a failure is seen here and not by its reader. */
    public void translate() {
        if (kind.converter() != null) bytes();
    }

    /** Has all translated that are not yet, with as few questions as that takes. */
    public static void translate(Kind kind, List<StoredObject> objects) {
        var converter = kind.converter();
        if (converter == null || !converter.isRemote()) return;
        var open = objects.stream().filter(each -> each.bytes == null).toList();
        var trees = new ArrayList<ObjectNode>();
        for (var each : open) trees.add(StoredJson.tree(each.stored));
        converter.showAll(trees);
        for (var i = 0; i < open.size(); i++) {
            var each = open.get(i);
            each.bytes = versioned(encode(trees.get(i), kind.name(), kind.apiVersion()), each.revision);
        }
    }

    public static StoredObject of(Kind kind, Entry entry) {
        return of(kind, entry, entry.modRevision());
    }

    /** An object that no store has, and that has no version. */
    static StoredObject unstored(Kind kind, ObjectNode tree) {
        return new StoredObject(kind, "", 0, encode(tree, kind.name(), kind.apiVersion()));
    }

    /** What was just written; its tree saves reading the bytes again where they are shown in another form than they are stored in. */
    static StoredObject written(Kind kind, Entry entry, ObjectNode tree) {
        var converter = kind.converter();
        // What comes back of a translation is what the next reader will see.
        if (converter == null || converter.isRemote()) return of(kind, entry);
        var shown = encode(tree, kind.name(), kind.apiVersion());
        return new StoredObject(kind, entry.key(), entry.modRevision(), versioned(shown, entry.modRevision()));
    }

    /** With another version than its own: what a removal sends carries the version of the removal. */
    public static StoredObject of(Kind kind, Entry entry, long revision) {
        var converter = kind.converter();
        if (converter == null || converter.isRemote()) {
            return new StoredObject(kind, entry.key(), revision, entry.value(), null);
        }
        return new StoredObject(kind, entry.key(), revision, versioned(shown(kind, entry.value()), revision));
    }

    private static byte[] shown(Kind kind, byte[] stored) {
        var converter = kind.converter();
        if (converter == null) return stored;
        var tree = StoredJson.tree(stored);
        converter.show(tree);
        return encode(tree, kind.name(), kind.apiVersion());
    }

    private static byte[] versioned(byte[] value, long revision) {
        var head = head(value);
        var version = version(revision);
        var bytes = new byte[value.length + version.length];
        System.arraycopy(value, 0, bytes, 0, head);
        System.arraycopy(version, 0, bytes, head, version.length);
        System.arraycopy(value, head, bytes, head + version.length, value.length - head);
        return bytes;
    }

    private static byte[] version(long revision) {
        return ("\"resourceVersion\":\"" + revision + "\",").getBytes(StandardCharsets.US_ASCII);
    }

    /** A fresh tree, which the caller may change. */
    public ObjectNode tree() {
        if (bytes != null || kind.converter() != null) return StoredJson.tree(bytes());
        var tree = StoredJson.tree(stored);
        DocumentMetadata.of(tree).resourceVersion(Long.toString(revision));
        return tree;
    }

    /** The document for all programs of this process: the bytes are parsed by the first who asks, as long as one of them holds it. */
    public SharedDocument document() {
        var known = held();
        return known == null ? parsed() : known;
    }

    private synchronized SharedDocument parsed() {
        var known = held();
        if (known != null) return known;
        PARSED.computeIfAbsent(kind.name(), _ -> new LongAdder()).increment();
        var fresh = SharedDocument.of(tree());
        document = new WeakReference<>(fresh);
        return fresh;
    }

    private @Nullable SharedDocument held() {
        var reference = document;
        return reference == null ? null : reference.get();
    }

    /** A document that the caller does not change: the shared one if there is one, or else a fresh tree. */
    public ObjectNode readable() {
        var known = held();
        return known == null ? tree() : known;
    }

    /**
     * A document for columns, which the caller does not change: the shared one if there is one, or else a fresh tree without the fields that
     * managers own, and without the version where that is not stored.
     */
    public ObjectNode columns() {
        var known = held();
        if (known != null) return known;
        var read = PlainJson.withoutOwners(bytes != null || kind.converter() != null ? bytes() : stored);
        return read == null ? tree() : read;
    }

    /** How many documents of a kind were parsed in this process for programs that share them. */
    public static long documentsParsed(String kind) {
        var parsed = PARSED.get(kind);
        return parsed == null ? 0 : parsed.sum();
    }

    /** The bytes to store. The tree is not changed. */
    public static byte[] encode(Kind kind, ObjectNode tree) {
        var converter = kind.converter();
        if (converter == null) return encode(tree, kind.name(), kind.apiVersion());
        var stored = converter.store(tree);
        return encode(stored, kind.name(), TypeMeta.of(stored).apiVersion());
    }

    private static byte[] encode(ObjectNode tree, String kind, String apiVersion) {
        return StoredJson.bytes(StorageLayout.of(tree, new TypeMeta(apiVersion, kind)));
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
    public boolean equals(@Nullable Object other) {
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
