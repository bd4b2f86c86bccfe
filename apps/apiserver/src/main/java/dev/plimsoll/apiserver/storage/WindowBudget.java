package dev.plimsoll.apiserver.storage;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes of past changes that the windows of all kinds keep together.
 *
 * <p>One busy kind may use nearly all of it. When all together have too much, the window that grows gives up its oldest changes,
 * down to its equal share: a kind that is rarely written keeps its few changes, and the sum stays below twice the bound.
 */
final class WindowBudget {
    /** For a server: enough for thousands of changes of pods. */
    static final long DEFAULT_BYTES = 64L << 20;

    private final long most;
    private final AtomicLong used = new AtomicLong();
    private final AtomicInteger windows = new AtomicInteger();

    WindowBudget(long most) {
        this.most = most;
    }

    void open() {
        windows.incrementAndGet();
    }

    /** What a window held has to be given back first. */
    void close() {
        windows.decrementAndGet();
    }

    void add(long bytes) {
        used.addAndGet(bytes);
    }

    long used() {
        return used.get();
    }

    /** Whether a window that holds so many bytes has to give some up. */
    boolean isTooMuch(long own) {
        return own > most || (used.get() > most && own > most / Math.max(1, windows.get()));
    }
}
