package dev.plimsoll.client.cache;

/** Ends with {@link #close}; no change is told after it returns. */
public interface Subscription extends AutoCloseable {
    @Override
    void close();
}
