package dev.plimsoll.codec.protobuf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type of message: its fields, and what it looks like in a document.
 *
 * @param fields in the order of their numbers
 * @param declared the same in the order of their declaration, in which Kubernetes writes them as JSON
 */
public record MessageType(String name, DocumentForm.Form form, List<MessageField> fields, List<MessageField> declared) {
    public MessageType {
        fields = List.copyOf(fields);
        declared = List.copyOf(declared);
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
