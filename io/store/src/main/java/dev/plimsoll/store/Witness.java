package dev.plimsoll.store;

/**
 * A second key that a write carries along: it is written in the same step, so that whoever decided on what the first key and others
 * like it held can tell whether anything of the kind was written since. It holds no bytes; its mod revision is all that it says.
 *
 * @param expected the mod revision that it must have, 0 if it must not be there yet, {@link #ANY} if the write goes ahead in any case
 */
public record Witness(String key, long expected) {
    public static final long ANY = -1;

    public Witness {
        Keys.check(key);
        if (expected < ANY) throw new IllegalArgumentException("no key has the mod revision " + expected);
    }

    /** Written along whatever its revision is. */
    public static Witness touched(String key) {
        return new Witness(key, ANY);
    }

    public boolean allows(long revision) {
        return expected == ANY || expected == revision;
    }
}
