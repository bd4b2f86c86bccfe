package dev.plimsoll.client.events;

import java.time.Instant;

/** Something happened to an object. */
public record Occurrence(About about, Type type, String reason, String message, Instant at) {
    /** As events have it. */
    public enum Type {
        NORMAL("Normal"),
        WARNING("Warning");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }
}
