package dev.plimsoll.apiserver.storage;

import org.jspecify.annotations.Nullable;

/** One change of an object. */
public final class Change {
    private final long revision;
    private final @Nullable Candidate now;
    private final @Nullable Candidate before;
    /** What was sent to the first who watches; nearly always the same goes to all others. */
    private volatile @Nullable Sent sent;

    @SuppressWarnings("ArrayRecordComponent") // sent as they are, never changed
    private record Sent(String type, byte[] frame) {}

    /**
     * A change to something new, of something, or of something that is gone.
     *
     * @param now what it is; null if it is gone
     * @param before what it was, with the version of this change; null if it is new
     */
    public Change(long revision, @Nullable Candidate now, @Nullable Candidate before) {
        if (now == null && before == null) throw new IllegalArgumentException("a change of nothing");
        this.revision = revision;
        this.now = now;
        this.before = before;
    }

    public long revision() {
        return revision;
    }

    public @Nullable Candidate now() {
        return now;
    }

    public @Nullable Candidate before() {
        return before;
    }

    public String key() {
        if (now != null) return now.object().key();
        if (before != null) return before.object().key();
        throw new IllegalStateException("a change of nothing");
    }

    /** The event for an object of this change, written once for all who watch. */
    public byte[] frame(String type, Candidate candidate) {
        var known = sent;
        if (known != null && known.type().equals(type)) return known.frame();
        var frame = EventFrame.of(type, candidate.object().bytes());
        sent = new Sent(type, frame);
        return frame;
    }
}
