package dev.plimsoll.core.schedule;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The parts of a time that a schedule names, in the order in which it names them. */
enum CronField {
    MINUTE("minute", 0, 59, List.of()),
    HOUR("hour", 0, 23, List.of()),
    DAY("day of month", 1, 31, List.of()),
    MONTH("month", 1, 12, List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
    WEEKDAY("day of week", 0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"));

    private final String words;
    private final int least;
    private final int most;
    private final List<String> names;

    CronField(String words, int least, int most, List<String> names) {
        this.words = words;
        this.least = least;
        this.most = most;
        this.names = names;
    }

    /** A field as it was read, or why it could not be. */
    sealed interface Read {
        /**
         * The values that match, a bit each.
         *
         * @param isAny whether the field leaves it open: a star or a question mark is in it
         */
        record Values(long bits, boolean isAny) implements Read {
            boolean has(int value) {
                return ((bits >> value) & 1) != 0;
            }
        }

        record Wrong(String why) implements Read {}
    }

    /** Reads numbers, names, ranges, steps and lists of them: {@code 1-5}, {@code *}{@code /15}, {@code mon,wed}. */
    Read read(String text) {
        var bits = 0L;
        var isAny = false;
        for (var part : text.split(",", -1)) {
            switch (range(part)) {
                case Read.Wrong wrong -> {
                    return wrong;
                }
                case Read.Values(var more, var any) -> {
                    bits |= more;
                    isAny |= any;
                }
            }
        }
        return new Read.Values(bits, isAny);
    }

    private Read range(String part) {
        var stepped = part.split("/", -1);
        if (stepped.length > 2) return wrong("too many slashes: " + part);
        var ends = stepped[0].split("-", -1);
        if (ends.length > 2) return wrong("too many hyphens: " + part);
        var isAny = ends[0].equals("*") || ends[0].equals("?");
        if (isAny && ends.length > 1) return wrong("a star has no end: " + part);
        var first = isAny ? Optional.of(least) : number(ends[0]);
        if (first.isEmpty()) return wrong("failed to parse " + ends[0]);
        // A step from one number goes on to the end.
        var isOpen = isAny || (ends.length == 1 && stepped.length == 2);
        var last = isOpen ? Optional.of(most) : number(ends[ends.length - 1]);
        if (last.isEmpty()) return wrong("failed to parse " + ends[ends.length - 1]);
        var step = stepped.length == 2 ? plain(stepped[1]) : Optional.of(1);
        if (step.isEmpty()) return wrong("failed to parse " + stepped[1]);
        if (first.get() < least)
            return wrong("beginning of range (" + first.get() + ") below minimum (" + least + "): " + part);
        if (last.get() > most) return wrong("end of range (" + last.get() + ") above maximum (" + most + "): " + part);
        if (first.get() > last.get())
            return wrong("beginning of range (" + first.get() + ") beyond end of range (" + last.get() + "): " + part);
        if (step.get() == 0) return wrong("step of range should be a positive number: " + part);
        var bits = 0L;
        for (var value = first.get(); value <= last.get(); value += step.get()) bits |= 1L << value;
        return new Read.Values(bits, isAny && step.get() == 1);
    }

    private Read wrong(String why) {
        return new Read.Wrong(words + ": " + why);
    }

    private Optional<Integer> number(String word) {
        var named = names.indexOf(word.toLowerCase(Locale.ROOT));
        return named >= 0 ? Optional.of(named + least) : plain(word);
    }

    private static Optional<Integer> plain(String word) {
        var isNumber =
                !word.isEmpty() && word.length() < 4 && word.chars().allMatch(each -> each >= '0' && each <= '9');
        return isNumber ? Optional.of(Integer.parseInt(word)) : Optional.empty();
    }
}
