package dev.plimsoll.kinds.rules.workload;

/** Indexes of a job as a text such as {@code 1,3-5,7}: growing, each below the number of completions. */
final class IndexRanges {
    private IndexRanges() {}

    /** What a text says. */
    sealed interface Parsed {
        /** So many indexes. */
        record Count(long amount) implements Parsed {}

        record Problem(String why) implements Parsed {}
    }

    static Parsed parse(String text, long completions) {
        if (text.isEmpty()) return new Parsed.Count(0);
        var last = -1L;
        var amount = 0L;
        for (var part : text.split(",", -1)) {
            var ends = part.split("-", -1);
            if (ends.length > 2) {
                return new Parsed.Problem(
                        "the fragment \"" + part
                                + "\" violates the requirement that an index interval can have at most two parts separated by '-'");
            }
            var first = number(ends[0]);
            if (first < 0) return notANumber(ends[0]);
            if (last >= first) return notGrowing(last, first);
            if (first >= completions) return tooLarge(ends[0]);
            last = first;
            amount++;
            if (ends.length == 1) continue;
            var end = number(ends[1]);
            if (end < 0) return notANumber(ends[1]);
            if (first >= end) return notGrowing(first, end);
            if (end >= completions) return tooLarge(ends[1]);
            amount += end - first;
            last = end;
        }
        return new Parsed.Count(amount);
    }

    /** Negative for what is no number. */
    private static long number(String text) {
        if (text.isEmpty() || text.length() > 10 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) return -1;
        return Long.parseLong(text);
    }

    private static Parsed notANumber(String text) {
        return new Parsed.Problem("cannot convert string to integer for index: \"" + text + "\"");
    }

    private static Parsed notGrowing(long before, long after) {
        return new Parsed.Problem("non-increasing order, previous: " + before + ", current: " + after);
    }

    private static Parsed tooLarge(String text) {
        return new Parsed.Problem("too large index: \"" + text + "\"");
    }
}
