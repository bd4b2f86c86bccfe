package dev.plimsoll.core.explain;

import dev.plimsoll.core.quantity.Quantity;

/** A part of a sum: the field that it comes from, and how much. */
public record Share(String field, Quantity quantity) {}
