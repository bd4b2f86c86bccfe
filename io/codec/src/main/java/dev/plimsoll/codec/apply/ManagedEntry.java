package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;

/**
 * One entry of {@code metadata.managedFields}: what one manager owns.
 *
 * @param time RFC 3339 in seconds, empty if not known
 */
public record ManagedEntry(
        String manager, Operation operation, String apiVersion, String subresource, String time, FieldSet fields) {
    /** The order of entries on the wire. */
    static final Comparator<ManagedEntry> ORDER = Comparator.comparing((ManagedEntry entry) -> entry.operation.word)
            .thenComparing(ManagedEntry::time)
            .thenComparing(ManagedEntry::manager)
            .thenComparing(ManagedEntry::apiVersion)
            .thenComparing(ManagedEntry::subresource);

    public enum Operation {
        APPLY("Apply"),
        UPDATE("Update");

        private final String word;

        Operation(String word) {
            this.word = word;
        }

        /** The name on the wire. */
        public String word() {
            return word;
        }
    }

    static ManagedEntry of(FieldWriter writer, Operation operation, FieldSet fields) {
        var time = text(writer.time());
        return new ManagedEntry(writer.manager(), operation, writer.apiVersion(), writer.subresource(), time, fields);
    }

    static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Whether both are the same manager's: appliers keep their entry from version to version. */
    boolean isOf(ManagedEntry other) {
        return manager.equals(other.manager)
                && operation == other.operation
                && subresource.equals(other.subresource)
                && (operation == Operation.APPLY || apiVersion.equals(other.apiVersion));
    }

    ManagedEntry with(FieldSet other) {
        return new ManagedEntry(manager, operation, apiVersion, subresource, time, other);
    }

    static Optional<ManagedEntry> parse(JsonNode node) {
        var operation = node.path("operation").asText();
        var fields = FieldsV1.parse(node.path("fieldsV1"));
        if (fields.isEmpty() || !node.path("fieldsType").asText().equals("FieldsV1")) return Optional.empty();
        for (var known : Operation.values()) {
            if (!known.word.equals(operation)) continue;
            return Optional.of(new ManagedEntry(
                    node.path("manager").asText(),
                    known,
                    node.path("apiVersion").asText(),
                    node.path("subresource").asText(),
                    node.path("time").asText(""),
                    fields.get()));
        }
        return Optional.empty();
    }

    ObjectNode print() {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("manager", manager);
        node.put("operation", operation.word);
        node.put("apiVersion", apiVersion);
        if (!time.isEmpty()) node.put("time", time);
        node.put("fieldsType", "FieldsV1");
        node.set("fieldsV1", FieldsV1.print(fields));
        if (!subresource.isEmpty()) node.put("subresource", subresource);
        return node;
    }
}
