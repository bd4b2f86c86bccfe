package dev.plimsoll.codec.protobuf;

/**
 * A field of a message.
 *
 * @param name its name in a document
 * @param type a scalar type of protobuf, or the name of a message; for a map that of its values
 * @param isInlined whether the fields of its message stand in the document beside this one's
 * @param keepsZero whether a zero, false or an empty text is a value, and not merely one that nobody has set
 */
public record MessageField(
        int number, String name, Cardinality cardinality, String type, boolean isInlined, boolean keepsZero) {
    /** How many values a field has. */
    public enum Cardinality {
        ONE,
        LIST,
        MAP
    }

    static MessageField of(String message, int number, String name, Cardinality cardinality, String type) {
        var keepsZero = type.equals("string")
                ? DocumentForm.isEmptyMeant(message, name)
                : !DocumentForm.isZeroAbsent(message, name);
        return new MessageField(
                number,
                DocumentForm.fieldName(message, name),
                cardinality,
                type,
                DocumentForm.isInlined(message, name),
                keepsZero);
    }

    public boolean isMessage() {
        return type.indexOf('.') >= 0;
    }
}
