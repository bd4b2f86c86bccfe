package dev.plimsoll.codec.protobuf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A type of message: its fields in the order of their numbers, and what it looks like in a document. */
public record MessageType(String name, DocumentForm.Form form, List<MessageField> fields) {
    public MessageType {
        fields = List.copyOf(fields);
    }

    @Nullable
    MessageField field(int number) {
        // Most messages are numbered from 1 without gaps.
        if (number >= 1 && number <= fields.size() && fields.get(number - 1).number() == number) {
            return fields.get(number - 1);
        }
        for (var field : fields) {
            if (field.number() == number) return field;
        }
        return null;
    }
}
