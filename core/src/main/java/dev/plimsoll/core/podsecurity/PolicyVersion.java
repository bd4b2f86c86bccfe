package dev.plimsoll.core.podsecurity;

import java.util.Optional;

/** The Kubernetes version whose rules are meant, such as {@code v1.31}; the latest has no number. */
public record PolicyVersion(int minor) {
    public static final PolicyVersion LATEST = new PolicyVersion(Integer.MAX_VALUE);

    private static final String PREFIX = "v1.";
    private static final int MOST_DIGITS = 9;

    public static Optional<PolicyVersion> parse(String text) {
        if (text.equals("latest")) return Optional.of(LATEST);
        if (!text.startsWith(PREFIX)) return Optional.empty();
        var digits = text.substring(PREFIX.length());
        if (digits.isEmpty() || digits.length() > MOST_DIGITS) return Optional.empty();
        if (!digits.chars().allMatch(c -> c >= '0' && c <= '9')) return Optional.empty();
        if (digits.length() > 1 && digits.charAt(0) == '0') return Optional.empty();
        return Optional.of(new PolicyVersion(Integer.parseInt(digits)));
    }

    @Override
    public String toString() {
        return equals(LATEST) ? "latest" : PREFIX + minor;
    }
}
