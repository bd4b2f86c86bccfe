package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.Rfc3339;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One entry of {@code metadata.managedFields}: what one manager owns. What is stored is read when somebody asks for the fields. */
public final class ManagedEntry {
    private static final String FIELDS = "fieldsV1";
    /** The order of entries on the wire. */
    static final Comparator<ManagedEntry> ORDER = Comparator.comparing((ManagedEntry entry) -> entry.operation.word)
            .thenComparing(ManagedEntry::time)
            .thenComparing(ManagedEntry::manager)
            .thenComparing(ManagedEntry::apiVersion)
            .thenComparing(ManagedEntry::subresource);

    private final String manager;
    private final Operation operation;
    private final String apiVersion;
    private final String subresource;
    private final String time;
    /** The entry as it is stored; null where it is none. */
    private final @Nullable ObjectNode stored;

    private @Nullable FieldSet fields;

    /**
     * An entry.
     *
     * @param time RFC 3339 in seconds, empty if not known
     */
    ManagedEntry(
            String manager, Operation operation, String apiVersion, String subresource, String time, FieldSet fields) {
        this.manager = manager;
        this.operation = operation;
        this.apiVersion = apiVersion;
        this.subresource = subresource;
        this.time = time;
        this.fields = fields;
        this.stored = null;
    }

    private ManagedEntry(Operation operation, ObjectNode stored) {
        this.manager = stored.path("manager").asText();
        this.operation = operation;
        this.apiVersion = stored.path("apiVersion").asText();
        this.subresource = stored.path("subresource").asText();
        this.time = stored.path("time").asText("");
        this.stored = stored;
    }

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

    public String manager() {
        return manager;
    }

    public Operation operation() {
        return operation;
    }

    public String apiVersion() {
        return apiVersion;
    }

    public String subresource() {
        return subresource;
    }

    public String time() {
        return time;
    }

    public FieldSet fields() {
        var known = fields;
        if (known == null) {
            var source = stored == null ? MissingNode.getInstance() : stored.path(FIELDS);
            fields = known = FieldsV1.parse(source).orElse(FieldSet.NONE);
        }
        return known;
    }

    static ManagedEntry of(FieldWriter writer, Operation operation, FieldSet fields) {
        var time = Rfc3339.text(writer.time());
        return new ManagedEntry(writer.manager(), operation, writer.apiVersion(), writer.subresource(), time, fields);
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

    /** Without some fields. An entry that has none of them stays as it is and need not be read. */
    ManagedEntry without(FieldSet some) {
        if (stored != null && fields == null && !FieldsV1.hasAnyOf(stored.path(FIELDS), some)) return this;
        var rest = fields().difference(some);
        return rest.equals(fields()) ? this : with(rest);
    }

    boolean isEmpty() {
        return (fields == null && stored != null) ? stored.path(FIELDS).isEmpty() : fields().isEmpty();
    }

    static Optional<ManagedEntry> parse(JsonNode node) {
        var operation = operation(node);
        var fields = FieldsV1.parse(node.path(FIELDS));
        if (fields.isEmpty() || operation.isEmpty()) return Optional.empty();
        return Optional.of(new ManagedEntry(
                node.path("manager").asText(),
                operation.get(),
                node.path("apiVersion").asText(),
                node.path("subresource").asText(),
                node.path("time").asText(""),
                fields.get()));
    }

    /** An entry as {@link #print} wrote it. */
    static Optional<ManagedEntry> stored(JsonNode node) {
        if (!(node instanceof ObjectNode object) || !FieldsV1.isWellFormed(node.path(FIELDS))) return Optional.empty();
        return operation(node).map(operation -> new ManagedEntry(operation, object));
    }

    private static Optional<Operation> operation(JsonNode node) {
        if (!node.path("fieldsType").asText().equals("FieldsV1")) return Optional.empty();
        var word = node.path("operation").asText();
        for (var known : Operation.values()) if (known.word.equals(word)) return Optional.of(known);
        return Optional.empty();
    }

    ObjectNode print() {
        return stored == null ? printed(FieldsV1.print(fields())) : stored;
    }

    /** With these fields in place of its own. */
    ObjectNode printed(ObjectNode fieldsV1) {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("manager", manager);
        node.put("operation", operation.word);
        node.put("apiVersion", apiVersion);
        if (!time.isEmpty()) node.put("time", time);
        node.put("fieldsType", "FieldsV1");
        node.set(FIELDS, fieldsV1);
        if (!subresource.isEmpty()) node.put("subresource", subresource);
        return node;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ManagedEntry that
                && isOf(that)
                && apiVersion.equals(that.apiVersion)
                && time.equals(that.time)
                && fields().equals(that.fields());
    }

    @Override
    public int hashCode() {
        return manager.hashCode() * 31 + time.hashCode();
    }

    @Override
    public String toString() {
        return manager + " " + operation.word + " " + fields().paths();
    }
}
