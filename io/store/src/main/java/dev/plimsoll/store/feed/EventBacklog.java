package dev.plimsoll.store.feed;

import dev.plimsoll.store.StoreEvent;
import java.util.List;

/** Where one follower finds the events that the window has let go of. Used by one thread at a time, but for {@link #hurry}. */
public interface EventBacklog extends AutoCloseable {
    /**
     * Some of the events with the prefix whose revisions are greater than {@code after}, the oldest first.
     *
     * @param until the window has everything after this revision
     */
    Piece read(String prefix, long after, long until) throws InterruptedException;

    /** Somebody waits for the window to reach a revision. Answers at once. */
    default void hurry(long revision) {}

    @Override
    default void close() {}

    /** A stretch of the past. */
    sealed interface Piece {
        /** Events; every one of the prefix up to {@code through} is among them or came before. It is greater than {@code after}. */
        record Read(List<StoreEvent> events, long through) implements Piece {}

        record Compacted(long oldest) implements Piece {}
    }
}
