package dev.plimsoll.testkit.cluster;

/** A fault that was brought about. Closing it ends that fault and no other. */
@FunctionalInterface
public interface Injection extends AutoCloseable {
    @Override
    void close();
}
