package dev.plimsoll.codec.selector;

/** One condition of a field selector: a field equals a text, or not. */
public record FieldRequirement(String field, boolean equals, String value) {
    public boolean matches(String actual) {
        return actual.equals(value) == equals;
    }
}
