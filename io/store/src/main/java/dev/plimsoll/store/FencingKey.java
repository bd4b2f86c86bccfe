package dev.plimsoll.store;

/**
 * A second key that a write carries along: it is written in the same step, so that whoever decided on what the first key and others
 * like it held can tell whether anything of the kind was written since. Most hold no bytes: the mod revision is all that they say.
 *
 * @param expected the mod revision that it must have, 0 if it must not be there yet, {@link #ANY} if the write goes ahead in any case
 * @param value what it holds from then on
 */
@SuppressWarnings("ArrayRecordComponent") // handed through, never compared
public record FencingKey(String key, long expected, byte[] value) {
    public static final long ANY = -1;

    private static final byte[] NOTHING = {};

    public FencingKey {
        Keys.check(key);
        if (expected < ANY) throw new IllegalArgumentException("no key has the mod revision " + expected);
    }

    /** One without bytes. */
    public FencingKey(String key, long expected) {
        this(key, expected, NOTHING);
    }

    /** Written along whatever its revision is. */
    public static FencingKey touched(String key) {
        return new FencingKey(key, ANY);
    }

    /** Written along with bytes, whatever its revision is. */
    public static FencingKey holding(String key, byte[] value) {
        return new FencingKey(key, ANY, value);
    }

    public boolean allows(long revision) {
        return expected == ANY || expected == revision;
    }
}
