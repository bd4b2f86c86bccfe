package dev.plimsoll.client;

/** A line of a stream, without its end. */
@FunctionalInterface
public interface StreamLine {
    /** Nobody changes them. */
    byte[] bytes();

    /** The event that it is in a watch. A server in the same process hands over the object, and the line need not be read. */
    default WatchEvent event() {
        return WatchEvent.of(bytes());
    }

    static StreamLine of(byte[] bytes) {
        return () -> bytes;
    }
}
