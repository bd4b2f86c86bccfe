package dev.plimsoll.cli.explain.admission;

/**
 * One thing that is wrong with an object.
 *
 * @param reason in a word, such as {@code FieldValueInvalid}
 * @param field its path in the object; empty if it is about the whole object
 */
public record Complaint(String reason, String field, String message) {
    @Override
    public String toString() {
        return field.isEmpty() ? message : field + ": " + message;
    }
}
