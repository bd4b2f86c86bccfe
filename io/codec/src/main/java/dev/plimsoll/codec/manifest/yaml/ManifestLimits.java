package dev.plimsoll.codec.manifest.yaml;

/**
 * How much a single source may ask of the reader, so that no input can exhaust the program.
 *
 * @param bytes size of the text; aliases may repeat as many characters again
 * @param depth objects and lists within one another
 * @param documents documents of a source, the entries of lists included
 * @param values texts, numbers, objects and lists in all documents of a source together
 * @param aliasedValues how many of those values may come from repeating an anchor
 */
public record ManifestLimits(int bytes, int depth, int documents, int values, int aliasedValues) {
    public static final ManifestLimits DEFAULT = new ManifestLimits(16 << 20, 100, 10_000, 1_000_000, 100_000);

    public ManifestLimits {
        if (bytes < 1 || depth < 1 || documents < 1 || values < 1 || aliasedValues < 0) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }
}
