package dev.plimsoll.kinds.expressions.functions;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A version as semver.org has it, version 2.0.0.
 *
 * @param before identifiers of what comes before the release; empty for the release itself
 * @param build not part of the order
 */
record SemanticVersion(long major, long minor, long patch, List<String> before, String build)
        implements Comparable<SemanticVersion> {
    private static final String NUMBER = "(0|[1-9]\\d{0,17})";
    private static final String IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
    private static final Pattern FORM = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(?:-(" + IDENTIFIER
            + "(?:\\." + IDENTIFIER + ")*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?");
    /** No version is longer; the expression goes one call deeper with every identifier. */
    private static final int LONGEST = 256;

    SemanticVersion {
        before = List.copyOf(before);
    }

    /**
     * Reads a version.
     *
     * @param normalized whether a leading {@code v}, leading zeros, and parts that are left out are overlooked
     */
    static Optional<SemanticVersion> parse(String text, boolean normalized) {
        if (text.length() > LONGEST) return Optional.empty();
        var matcher = FORM.matcher(normalized ? normal(text) : text);
        if (!matcher.matches()) return Optional.empty();
        var before = matcher.group(4);
        var build = matcher.group(5);
        return Optional.of(new SemanticVersion(
                Long.parseLong(matcher.group(1)),
                Long.parseLong(matcher.group(2)),
                Long.parseLong(matcher.group(3)),
                before == null ? List.of() : Arrays.asList(before.split("\\.", -1)),
                build == null ? "" : build));
    }

    private static String normal(String text) {
        var bare = text.startsWith("v") ? text.substring(1) : text;
        var end = 0;
        while (end < bare.length() && bare.charAt(end) != '-' && bare.charAt(end) != '+') end++;
        var numbers = bare.substring(0, end).split("\\.", -1);
        var parts = new StringBuilder();
        for (var i = 0; i < Math.max(3, numbers.length); i++) {
            var number = i < numbers.length ? numbers[i] : "0";
            var digits = 0;
            while (digits < number.length() - 1 && number.charAt(digits) == '0') digits++;
            parts.append(i == 0 ? "" : ".").append(number.substring(digits));
        }
        return parts + bare.substring(end);
    }

    @Override
    public int compareTo(SemanticVersion other) {
        var order = Long.compare(major, other.major);
        if (order == 0) order = Long.compare(minor, other.minor);
        if (order == 0) order = Long.compare(patch, other.patch);
        if (order != 0) return order;
        if (before.isEmpty() || other.before.isEmpty())
            return Boolean.compare(before.isEmpty(), other.before.isEmpty());
        for (var i = 0; i < Math.min(before.size(), other.before.size()); i++) {
            order = compared(before.get(i), other.before.get(i));
            if (order != 0) return order;
        }
        return Integer.compare(before.size(), other.before.size());
    }

    /** Numbers come before words, and are compared as numbers. */
    private static int compared(String one, String other) {
        var isNumber = isNumber(one);
        if (isNumber != isNumber(other)) return isNumber ? -1 : 1;
        if (isNumber && one.length() != other.length()) return Integer.compare(one.length(), other.length());
        return Integer.signum(one.compareTo(other));
    }

    private static boolean isNumber(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** As in Kubernetes, what was built does not make versions differ. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SemanticVersion that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(major * 31 + minor) * 31 + Long.hashCode(patch) + before.hashCode();
    }
}
