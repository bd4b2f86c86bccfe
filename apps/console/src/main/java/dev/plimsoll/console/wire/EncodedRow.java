package dev.plimsoll.console.wire;

import java.util.Arrays;

/**
 * A row as it is sent.
 *
 * @param namespace decides who may see it; empty for what belongs to none
 * @param words that its bytes refer to
 */
@SuppressWarnings("ArrayRecordComponent") // nobody outside of this package sees the arrays
record EncodedRow(int id, String namespace, int[] words, byte[] bytes) {
    boolean isSent(byte[] other) {
        return Arrays.equals(bytes, other);
    }
}
