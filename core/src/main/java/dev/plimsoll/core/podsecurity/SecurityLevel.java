package dev.plimsoll.core.podsecurity;

import java.util.Locale;
import java.util.Optional;

/** A Pod Security Standard, the more restrictive the later. */
public enum SecurityLevel {
    PRIVILEGED,
    BASELINE,
    RESTRICTED;

    public static Optional<SecurityLevel> named(String name) {
        for (var level : values()) if (level.toString().equals(name)) return Optional.of(level);
        return Optional.empty();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
