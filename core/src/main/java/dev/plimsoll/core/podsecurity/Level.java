package dev.plimsoll.core.podsecurity;

import java.util.Locale;
import java.util.Optional;

/** A Pod Security Standard, the more restrictive the later. */
public enum Level {
    PRIVILEGED,
    BASELINE,
    RESTRICTED;

    public static Optional<Level> named(String name) {
        for (var level : values()) if (level.toString().equals(name)) return Optional.of(level);
        return Optional.empty();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
