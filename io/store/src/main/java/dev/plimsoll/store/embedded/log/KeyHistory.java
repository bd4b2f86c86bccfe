package dev.plimsoll.store.embedded.log;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The revisions of one key, ascending; a removal is kept as the negative of its revision. The writer appends while readers read:
 * a reader sees at least what had been appended when the revision it reads at was published.
 */
public final class KeyHistory {
    /** No revision. */
    public static final long NONE = 0;

    /** What the writer is shown of each revision. */
    interface Visitor {
        void visit(long signed, int checksum);
    }

    private volatile long[] revisions;
    private int[] checksums; // of the rows; the writer's alone
    private volatile int size; // written after the array, read before it

    KeyHistory(long first, int checksum) {
        revisions = new long[] {first};
        checksums = new int[] {checksum};
        size = 1;
    }

    private KeyHistory(long[] kept, int[] checksums) {
        revisions = kept;
        this.checksums = checksums;
        size = kept.length;
    }

    /** The writer's. */
    void append(long signed, int checksum) {
        var count = size;
        var array = revisions;
        if (count == array.length) {
            var larger = new long[count + (count >> 1) + 1];
            System.arraycopy(array, 0, larger, 0, count);
            larger[count] = signed;
            revisions = larger;
            checksums = Arrays.copyOf(checksums, larger.length);
        } else {
            array[count] = signed;
        }
        checksums[count] = checksum;
        size = count + 1;
    }

    /** The last revision, negative for a removal. */
    long last() {
        var count = size;
        return revisions[count - 1];
    }

    /** The last revision that is not after the given one, negative for a removal, {@link #NONE} if there is none. */
    public long at(long revision) {
        var count = size;
        var array = revisions;
        var index = lastNotAfter(array, count, revision);
        return index < 0 ? NONE : array[index];
    }

    /** Without what nobody can see at {@code oldest} or later, which goes to {@code dropped}. Empty if nothing is left. */
    KeyHistory compacted(long oldest, LongConsumer dropped) {
        var count = size;
        var array = revisions;
        var last = lastNotAfter(array, count, oldest);
        var from = last >= 0 && array[last] > 0 ? last : last + 1;
        if (from == 0) return this;
        for (var i = 0; i < from; i++) dropped.accept(Math.abs(array[i]));
        var kept = new long[count - from];
        System.arraycopy(array, from, kept, 0, kept.length);
        return new KeyHistory(kept, Arrays.copyOfRange(checksums, from, count));
    }

    /** The writer's: all revisions that are not after the given one. */
    void visit(long last, Visitor visitor) {
        var array = revisions;
        for (var i = 0; i < size && Math.abs(array[i]) <= last; i++) visitor.visit(array[i], checksums[i]);
    }

    boolean isEmpty() {
        return size == 0;
    }

    private static int lastNotAfter(long[] array, int count, long revision) {
        var low = 0;
        var high = count;
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (Math.abs(array[middle]) > revision) high = middle;
            else low = middle + 1;
        }
        return low - 1;
    }
}
