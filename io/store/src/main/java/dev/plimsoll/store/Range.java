package dev.plimsoll.store;

/**
 * Which keys to list.
 *
 * @param prefix of the keys; empty for all
 * @param after only keys greater than this one; empty to begin with the first
 * @param limit the most entries that a page may have; 0 for no limit
 * @param revision to read at; 0 for the latest
 */
public record Range(String prefix, String after, int limit, long revision) {
    public Range {
        Keys.checkPrefix(prefix);
        if (!after.isEmpty() && !after.startsWith(prefix))
            throw new IllegalArgumentException("after '" + after + "' does not begin with the prefix '" + prefix + "'");
        if (limit < 0) throw new IllegalArgumentException("limit " + limit);
        if (revision < 0) throw new IllegalArgumentException("revision " + revision);
    }

    /** All keys with the prefix, as they are now. */
    public static Range of(String prefix) {
        return new Range(prefix, "", 0, 0);
    }

    public Range limitedTo(int entries) {
        return new Range(prefix, after, entries, revision);
    }

    public Range at(long revision) {
        return new Range(prefix, after, limit, revision);
    }

    public Range after(String key) {
        return new Range(prefix, key, limit, revision);
    }
}
