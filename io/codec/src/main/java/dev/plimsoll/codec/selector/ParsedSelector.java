package dev.plimsoll.codec.selector;

/** What reading a selector gave: the selector, or what the client is told (400). */
public sealed interface ParsedSelector<S> {
    record Parsed<S>(S selector) implements ParsedSelector<S> {}

    record Malformed<S>(String message) implements ParsedSelector<S> {}
}
