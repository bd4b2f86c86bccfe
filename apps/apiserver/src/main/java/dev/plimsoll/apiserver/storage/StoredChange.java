package dev.plimsoll.apiserver.storage;

import org.jspecify.annotations.Nullable;

/** One change of an object. */
public final class StoredChange {
    private final long revision;
    private final @Nullable IndexedObject now;
    private final @Nullable IndexedObject before;
    /** What was sent to the first who watches in each format; nearly always the same goes to all others. */
    private volatile @Nullable Sent lineSent;

    private volatile @Nullable Sent messageSent;

    @SuppressWarnings("ArrayRecordComponent") // sent as they are, never changed
    private record Sent(String type, byte[] frame) {}

    /**
     * A change to something new, of something, or of something that is gone.
     *
     * @param now what it is; null if it is gone
     * @param before what it was, with the version of this change; null if it is new
     */
    public StoredChange(long revision, @Nullable IndexedObject now, @Nullable IndexedObject before) {
        if (now == null && before == null) throw new IllegalArgumentException("a change of nothing");
        this.revision = revision;
        this.now = now;
        this.before = before;
    }

    public long revision() {
        return revision;
    }

    public @Nullable IndexedObject now() {
        return now;
    }

    public @Nullable IndexedObject before() {
        return before;
    }

    public String key() {
        if (now != null) return now.object().key();
        if (before != null) return before.object().key();
        throw new IllegalStateException("a change of nothing");
    }

    /** The event for an object of this change, written once for all who watch. */
    public byte[] frame(EventFormat format, String type, IndexedObject candidate) {
        var known = format == EventFormat.JSON ? lineSent : messageSent;
        if (known != null && known.type().equals(type)) return known.frame();
        var frame = format.frame(type, candidate);
        var fresh = new Sent(type, frame);
        if (format == EventFormat.JSON) lineSent = fresh;
        else messageSent = fresh;
        return frame;
    }
}
