package dev.plimsoll.store;

import java.util.Arrays;

/**
 * What a key holds. Two entries are equal if their bytes are.
 *
 * @param value never changed by anybody, see {@link Store}
 * @param modRevision the revision of the write that put it there
 */
@SuppressWarnings(
        "ArrayRecordComponent") // The bytes are sent as they are, to thousands of watchers; a copy each would cost
// more.
public record Entry(String key, byte[] value, long modRevision) {
    @Override
    public boolean equals(Object other) {
        return other instanceof Entry that
                && modRevision == that.modRevision
                && key.equals(that.key)
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + Long.hashCode(modRevision);
    }

    /** Without the bytes, which may be secret. */
    @Override
    public String toString() {
        return key + "@" + modRevision + "(" + value.length + " bytes)";
    }
}
