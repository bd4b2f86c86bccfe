package dev.plimsoll.testkit.client;

/** A fault that was brought about. Closing it ends that fault and no other. */
@FunctionalInterface
public interface Injection extends AutoCloseable {
    @Override
    void close();
}
