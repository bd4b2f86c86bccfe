package dev.plimsoll.snapshot;

/**
 * How much is read before anything is understood.
 *
 * @param bytes of all files together, decompressed
 * @param objects of all files together
 * @param objectBytes of one object
 * @param depth of the values of an object in each other
 * @param yamlBytes of a file in YAML, whose reader keeps the text and the place of each value
 * @param memory about how many bytes all objects may take
 */
public record SnapshotLimits(long bytes, int objects, int objectBytes, int depth, int yamlBytes, long memory) {
    /** For clusters of the largest size that Kubernetes supports, in the memory that this program has. */
    public static SnapshotLimits usual() {
        return new SnapshotLimits(
                8L << 30,
                2_000_000,
                8 << 20,
                100,
                64 << 20,
                Runtime.getRuntime().maxMemory() / 2);
    }
}
