package dev.plimsoll.kinds.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of the metadata a change of the status brings with it ({@link dev.plimsoll.kinds.KindTraits#statusMetadata}).
 */
final class StatusMetadata {
    private final List<String> taken;

    StatusMetadata(List<String> taken) {
        this.taken = taken;
    }

    /** What was sent of them, in the order of the names. */
    List<@Nullable JsonNode> read(ObjectNode sent) {
        var values = new ArrayList<@Nullable JsonNode>();
        for (var name : taken) values.add(sent.path("metadata").get(name));
        return values;
    }

    /** Writes what was read before. */
    void write(List<@Nullable JsonNode> values, ObjectNode document) {
        var metadata = DocumentMetadata.of(document).node();
        for (var i = 0; i < taken.size(); i++) {
            var value = values.get(i);
            if (value == null) metadata.remove(taken.get(i));
            else metadata.set(taken.get(i), value);
        }
    }
}
