package dev.plimsoll.core.topology.machine;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** An immutable set of logical CPU ids, as one bit each. Printed and read in the kernel's list form, {@code 0-3,8}. */
public final class CpuSet {
    public static final CpuSet EMPTY = new CpuSet(new long[0]);

    /** Without trailing zero words, so that equal sets have equal words. */
    private final long[] words;

    private CpuSet(long[] words) {
        this.words = words;
    }

    private static CpuSet of(long[] words) {
        var length = words.length;
        while (length > 0 && words[length - 1] == 0) length--;
        if (length == 0) return EMPTY;
        return new CpuSet(length == words.length ? words : Arrays.copyOf(words, length));
    }

    public static CpuSet of(int... cpus) {
        return collect(Arrays.stream(cpus));
    }

    /** The CPUs from {@code first} to {@code last}, both included. */
    public static CpuSet range(int first, int last) {
        return collect(IntStream.rangeClosed(first, last));
    }

    public static CpuSet collect(IntStream cpus) {
        var ids = cpus.toArray();
        var highest = -1;
        for (var id : ids) {
            if (id < 0) throw new IllegalArgumentException("a CPU id is not negative: " + id);
            highest = Math.max(highest, id);
        }
        var words = new long[highest / Long.SIZE + 1];
        for (var id : ids) words[id / Long.SIZE] |= 1L << id;
        return of(words);
    }

    /** A set read from text, or why the text is none. */
    public sealed interface Parsed {
        record Accepted(CpuSet cpus) implements Parsed {}

        record Refused(String reason) implements Parsed {}
    }

    /** Reads {@code 0-3,8}; the empty text is the empty set. */
    public static Parsed parse(String text) {
        return CpuListText.parse(text);
    }

    /** Reads text that is known to be good, such as a literal. */
    public static CpuSet literal(String text) {
        return switch (parse(text)) {
            case Parsed.Accepted(var cpus) -> cpus;
            case Parsed.Refused(var reason) -> throw new IllegalArgumentException(reason);
        };
    }

    public int size() {
        var size = 0;
        for (var word : words) size += Long.bitCount(word);
        return size;
    }

    public boolean isEmpty() {
        return words.length == 0;
    }

    public boolean contains(int cpu) {
        var index = cpu / Long.SIZE;
        return cpu >= 0 && index < words.length && (words[index] >>> cpu & 1) != 0;
    }

    /** The lowest member that is not below {@code from}, or -1. */
    public int next(int from) {
        var index = from / Long.SIZE;
        if (index >= words.length) return -1;
        var word = words[index] & -1L << from;
        while (word == 0) {
            if (++index == words.length) return -1;
            word = words[index];
        }
        return index * Long.SIZE + Long.numberOfTrailingZeros(word);
    }

    /** The lowest member, or -1. */
    public int first() {
        return next(0);
    }

    /** The highest member, or -1. */
    public int last() {
        if (isEmpty()) return -1;
        return words.length * Long.SIZE - 1 - Long.numberOfLeadingZeros(words[words.length - 1]);
    }

    public CpuSet union(CpuSet other) {
        if (other.isEmpty()) return this;
        if (isEmpty()) return other;
        var longer = words.length >= other.words.length ? words : other.words;
        var shorter = words.length >= other.words.length ? other.words : words;
        var result = longer.clone();
        for (var i = 0; i < shorter.length; i++) result[i] |= shorter[i];
        return new CpuSet(result);
    }

    public CpuSet intersection(CpuSet other) {
        var result = new long[Math.min(words.length, other.words.length)];
        for (var i = 0; i < result.length; i++) result[i] = words[i] & other.words[i];
        return of(result);
    }

    public CpuSet minus(CpuSet other) {
        if (!intersects(other)) return this;
        var result = words.clone();
        for (var i = 0; i < Math.min(words.length, other.words.length); i++) result[i] &= ~other.words[i];
        return of(result);
    }

    /** The size of the intersection, without making it. */
    public int countIn(CpuSet other) {
        var count = 0;
        for (var i = 0; i < Math.min(words.length, other.words.length); i++) {
            count += Long.bitCount(words[i] & other.words[i]);
        }
        return count;
    }

    public boolean intersects(CpuSet other) {
        for (var i = 0; i < Math.min(words.length, other.words.length); i++) {
            if ((words[i] & other.words[i]) != 0) return true;
        }
        return false;
    }

    public boolean isSubsetOf(CpuSet other) {
        if (words.length > other.words.length) return false;
        for (var i = 0; i < words.length; i++) {
            if ((words[i] & ~other.words[i]) != 0) return false;
        }
        return true;
    }

    /** The members, ascending. */
    public IntStream stream() {
        return IntStream.iterate(first(), cpu -> cpu >= 0, cpu -> next(cpu + 1));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CpuSet that && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        return CpuListText.of(this);
    }
}
