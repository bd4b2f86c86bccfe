package dev.plimsoll.core.topology.machine;

import java.util.stream.IntStream;

/** The list form of a CPU set: ascending, runs as {@code a-b}, separated by commas, nothing for the empty set. */
final class CpuListText {
    /** Beyond any kernel's limit; larger numbers are typing errors and would only cost memory. */
    private static final int HIGHEST_ID = 65_535;

    private CpuListText() {}

    static String of(CpuSet cpus) {
        var text = new StringBuilder();
        for (var start = cpus.first(); start >= 0; ) {
            var end = start;
            while (cpus.contains(end + 1)) end++;
            if (!text.isEmpty()) text.append(',');
            text.append(start);
            if (end > start) text.append('-').append(end);
            start = cpus.next(end + 1);
        }
        return text.toString();
    }

    static CpuSet.Parsed parse(String text) {
        if (text.isEmpty()) return new CpuSet.Parsed.Accepted(CpuSet.EMPTY);
        var cpus = CpuSet.EMPTY;
        for (var part : text.split(",", -1)) {
            var dash = part.indexOf('-', 1);
            var first = number(dash < 0 ? part : part.substring(0, dash));
            var last = dash < 0 ? first : number(part.substring(dash + 1));
            if (first < 0 || last < 0) {
                return new CpuSet.Parsed.Refused(
                        "\"" + part + "\" in \"" + text + "\" is neither a CPU nor a range of CPUs");
            }
            if (first > last) {
                return new CpuSet.Parsed.Refused("invalid range \"" + part + "\" (" + first + " > " + last + ")");
            }
            cpus = cpus.union(CpuSet.collect(IntStream.rangeClosed(first, last)));
        }
        return new CpuSet.Parsed.Accepted(cpus);
    }

    /** The number, or -1 where the text is none or too large. */
    private static int number(String digits) {
        if (digits.isEmpty() || digits.length() > 5) return -1;
        for (var i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') return -1;
        }
        var number = Integer.parseInt(digits);
        return number > HIGHEST_ID ? -1 : number;
    }
}
