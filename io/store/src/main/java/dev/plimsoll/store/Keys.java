package dev.plimsoll.store;

import java.util.Comparator;

/** What may be a key, and the order of keys. */
public final class Keys {
    /**
     * By code point, which is also the order of the UTF-8 bytes. {@code String.compareTo} differs: it puts a surrogate pair before
     * U+E000.
     */
    public static final Comparator<String> ORDER = Keys::compare;

    private Keys() {}

    public static String check(String key) {
        if (key.isEmpty()) throw new IllegalArgumentException("a key has at least one character");
        checkCharacters(key);
        return key;
    }

    /** A prefix may be empty; it is otherwise made as a key is. */
    public static String checkPrefix(String prefix) {
        checkCharacters(prefix);
        return prefix;
    }

    /** A mod revision that a write expects. */
    public static long checkExpected(long revision) {
        if (revision < 1) throw new IllegalArgumentException("no key has the mod revision " + revision);
        return revision;
    }

    /** A revision to read at or to compact to. */
    public static long checkRevision(long revision) {
        if (revision < 1) throw new IllegalArgumentException("no store was ever at revision " + revision);
        return revision;
    }

    private static void checkCharacters(String text) {
        var paired = false;
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c == 0) throw new IllegalArgumentException("a key does not contain U+0000");
            paired |= Character.isSurrogate(c);
        }
        if (paired && text.codePoints().anyMatch(Keys::isHalfPair))
            throw new IllegalArgumentException("a key does not contain half of a surrogate pair");
    }

    private static boolean isHalfPair(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static int compare(String left, String right) {
        var shared = Math.min(left.length(), right.length());
        for (var i = 0; i < shared; i++) {
            var a = left.charAt(i);
            var b = right.charAt(i);
            if (a == b) continue;
            var aPaired = Character.isSurrogate(a);
            return aPaired == Character.isSurrogate(b) ? Character.compare(a, b) : aPaired ? 1 : -1;
        }
        return Integer.compare(left.length(), right.length());
    }
}
