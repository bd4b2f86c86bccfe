package dev.plimsoll.core.model;

import java.util.Map;

/**
 * The part of a document that a view does not read, kept only to be compared: two views are the same pod only if this is
 * equal too. The content's {@code equals} must be deep.
 */
public record Unmodelled(Object content) {
    public static final Unmodelled NOTHING = new Unmodelled(Map.of());
}
