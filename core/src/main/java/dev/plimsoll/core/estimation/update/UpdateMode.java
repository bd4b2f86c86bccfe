package dev.plimsoll.core.estimation.update;

import java.util.Optional;

/** When recommendations reach pods. */
public enum UpdateMode {
    OFF("Off"),
    /** When pods are made. */
    INITIAL("Initial"),
    /** Also by eviction. */
    RECREATE("Recreate"),
    /** In place where that is possible, else by eviction. */
    IN_PLACE_OR_RECREATE("InPlaceOrRecreate"),
    /** In place or not at all. */
    IN_PLACE("InPlace");

    /** An old name of {@link #RECREATE}. */
    public static final String AUTO = "Auto";

    private final String text;

    UpdateMode(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    public static Optional<UpdateMode> named(String name) {
        if (name.equals(AUTO)) return Optional.of(RECREATE);
        for (var mode : values()) {
            if (mode.text.equals(name)) return Optional.of(mode);
        }
        return Optional.empty();
    }

    /** Whether running pods are changed at all. */
    public boolean isActive() {
        return this != OFF && this != INITIAL;
    }

    public boolean isInPlace() {
        return this == IN_PLACE_OR_RECREATE || this == IN_PLACE;
    }
}
