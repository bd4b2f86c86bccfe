package dev.plimsoll.codec.structural;

import java.util.List;

/**
 * What {@code x-kubernetes-*} says of a value.
 *
 * @param preserves unknown members are kept
 * @param embedded the value is an object of the API with its own kind and metadata
 * @param listType {@code atomic}, {@code set}, {@code map}, or empty
 * @param mapType {@code atomic}, {@code granular}, or empty
 */
public record Markers(
        boolean preserves,
        boolean embedded,
        boolean intOrString,
        String listType,
        List<String> listMapKeys,
        String mapType) {
    static final Markers NONE = new Markers(false, false, false, "", List.of(), "");

    public Markers {
        listMapKeys = List.copyOf(listMapKeys);
    }
}
