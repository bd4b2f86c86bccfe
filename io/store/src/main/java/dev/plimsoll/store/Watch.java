package dev.plimsoll.store;

import java.time.Duration;

/**
 * A reader's place in the sequence of events.
 *
 * <p>The reader pulls. Recent events are in memory; a reader that falls behind them goes on from the log, at its own cost and
 * without a gap. It never delays a writer or another reader, and it is ended only when compaction has overtaken it.
 *
 * <p>One thread at a time calls {@link #next}; the other methods may be called by any thread.
 */
public interface Watch extends AutoCloseable {
    /** The next piece; waits until there is one. */
    Delivery next() throws InterruptedException;

    /** The next piece, or after that time {@code Progress}. With no patience at all it never waits for a write. */
    Delivery next(Duration patience) throws InterruptedException;

    /**
     * Asks to be told when everything up to a revision has been delivered. The answer is the first delivery whose
     * {@code through} has reached it, {@code Progress} if there is no event to deliver. While several are asked for, the smallest is
     * answered: whoever wants more asks again.
     */
    void progressTo(long revision);

    /** Ends the watch: a reader that waits gets {@code Closed}. */
    @Override
    void close();
}
