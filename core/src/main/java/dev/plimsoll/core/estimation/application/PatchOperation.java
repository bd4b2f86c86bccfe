package dev.plimsoll.core.estimation.application;

/** One operation of a JSON patch. */
public sealed interface PatchOperation {
    String path();

    /** Adds an object without fields. */
    record AddObject(String path) implements PatchOperation {}

    /** Adds or replaces a text. */
    record AddText(String path, String text) implements PatchOperation {}

    record Remove(String path) implements PatchOperation {}
}
