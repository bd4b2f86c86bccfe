package dev.plimsoll.store.embedded.log;

/**
 * Bounds of an embedded store; none of them changes what it answers, but for {@code maxFileBytes} and {@code reserveBytes}.
 *
 * @param readers connections for reads, so as many reads of the disk at a time
 * @param valueCacheBytes recently written and read values that are kept in memory
 * @param recentEvents events that a watch finds in memory
 * @param recentBytes their weight
 * @param groupLimit writes that share one commit
 * @param checkpointPages pages of the write-ahead log after which they are moved into the main file
 * @param maxFileBytes size at which the main file is full; 0 for the disk's own bound
 * @param reserveBytes room that is kept for removals and compaction when the disk is full; 0 for none
 */
public record EmbeddedOptions(
        int readers,
        long valueCacheBytes,
        int recentEvents,
        long recentBytes,
        int groupLimit,
        int checkpointPages,
        long maxFileBytes,
        long reserveBytes) {
    private static final long MIB = 1 << 20;

    public static final EmbeddedOptions DEFAULT = new EmbeddedOptions(4, 16 * MIB, 8192, 16 * MIB, 512, 1024, 0, 0);

    /** For a server that must be able to get out of a full disk by itself. */
    public static final EmbeddedOptions SERVER = DEFAULT.withReserveBytes(16 * MIB);

    public EmbeddedOptions {
        atLeast(1, readers, "readers");
        atLeast(0, valueCacheBytes, "valueCacheBytes");
        atLeast(1, recentEvents, "recentEvents");
        atLeast(0, recentBytes, "recentBytes");
        atLeast(1, groupLimit, "groupLimit");
        atLeast(1, checkpointPages, "checkpointPages");
        atLeast(0, maxFileBytes, "maxFileBytes");
        atLeast(0, reserveBytes, "reserveBytes");
    }

    public EmbeddedOptions withValueCacheBytes(long bytes) {
        return new EmbeddedOptions(
                readers, bytes, recentEvents, recentBytes, groupLimit, checkpointPages, maxFileBytes, reserveBytes);
    }

    public EmbeddedOptions withRecentEvents(int events) {
        return new EmbeddedOptions(
                readers, valueCacheBytes, events, recentBytes, groupLimit, checkpointPages, maxFileBytes, reserveBytes);
    }

    public EmbeddedOptions withMaxFileBytes(long bytes) {
        return new EmbeddedOptions(
                readers, valueCacheBytes, recentEvents, recentBytes, groupLimit, checkpointPages, bytes, reserveBytes);
    }

    public EmbeddedOptions withReserveBytes(long bytes) {
        return new EmbeddedOptions(
                readers, valueCacheBytes, recentEvents, recentBytes, groupLimit, checkpointPages, maxFileBytes, bytes);
    }

    private static void atLeast(long least, long value, String name) {
        if (value < least) throw new IllegalArgumentException(name + " is " + value + ", less than " + least);
    }
}
