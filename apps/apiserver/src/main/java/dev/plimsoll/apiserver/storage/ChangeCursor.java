package dev.plimsoll.apiserver.storage;

import java.time.Duration;
import java.util.Optional;

/** A watcher's place among the changes. One thread uses it. */
public interface ChangeCursor extends AutoCloseable {
    /** The next change; empty if none came in time. */
    Optional<StoredChange> next(Duration patience) throws InterruptedException;

    /** Every change up to this revision was given out. */
    long revision();

    /** Whether nothing more will come without a gap: the client must list again. */
    boolean isEnded();

    @Override
    void close();
}
