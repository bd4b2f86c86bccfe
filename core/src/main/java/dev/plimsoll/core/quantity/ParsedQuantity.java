package dev.plimsoll.core.quantity;

/** What reading a quantity's text gave: the quantity, or the sentence that says why it is none. */
public sealed interface ParsedQuantity {
    record Parsed(Quantity quantity) implements ParsedQuantity {}

    record Malformed(String reason) implements ParsedQuantity {}
}
