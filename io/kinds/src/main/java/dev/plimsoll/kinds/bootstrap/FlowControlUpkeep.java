package dev.plimsoll.kinds.bootstrap;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.MetadataReader;
import java.time.Instant;
import java.util.Optional;

/** How flow schemas and priority levels are kept as every cluster has them, and what the status of a schema says. */
public final class FlowControlUpkeep {
    private static final String AUTOUPDATE = "apf.kubernetes.io/autoupdate-spec";

    private FlowControlUpkeep() {}

    /** A copy of a document that says that the server keeps it. */
    public static ObjectNode kept(ObjectNode document) {
        var copy = document.deepCopy();
        DocumentMetadata.of(copy).annotation(AUTOUPDATE, "true");
        return copy;
    }

    /**
     * What an object is to be; the object itself if its owner keeps it.
     *
     * @param isMandatory whether nobody may change what it says
     */
    public static ObjectNode corrected(ObjectNode before, ObjectNode wanted, boolean isMandatory) {
        if (!isMandatory && !isKept(before)) return before;
        var next = kept(before);
        var spec = (ObjectNode) wanted.path("spec").deepCopy();
        // How much of an exempt level counts for others is its owner's affair.
        if (before.path("spec").has("exempt"))
            spec.set("exempt", before.path("spec").path("exempt"));
        if (!spec.equals(before.path("spec"))) {
            next.set("spec", spec);
            var metadata = DocumentMetadata.of(next);
            metadata.generation(metadata.generation() + 1);
        }
        return next;
    }

    /** One that says nothing is kept as long as nobody changed what it says. */
    private static boolean isKept(ObjectNode document) {
        var annotation = MetadataReader.annotation(document, AUTOUPDATE);
        return annotation.equals("true")
                || (!annotation.equals("false") && DocumentMetadata.of(document).generation() == 1);
    }

    /** The name of the priority level of a schema. */
    public static String levelOf(JsonNode schema) {
        return text(schema.path("spec").path("priorityLevelConfiguration"), "name");
    }

    /** What is to be written into a schema so that its status tells whether its level exists; empty if it tells so already. */
    public static Optional<ObjectNode> statusChange(JsonNode schema, boolean levelExists, Instant now) {
        var word = levelExists ? "False" : "True";
        var message = "This FlowSchema references the PriorityLevelConfiguration object named \"" + levelOf(schema)
                + (levelExists ? "\" and it exists" : "\" but there is no such object");
        var known = dangling(schema);
        var isTransition = !text(known, "status").equals(word);
        if (!isTransition && text(known, "message").equals(message)) return Optional.empty();
        var change = JsonNodeFactory.instance.objectNode();
        change.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Dangling")
                .put("status", word)
                .put(
                        "lastTransitionTime",
                        isTransition ? DocumentMetadata.time(now) : text(known, "lastTransitionTime"))
                .put("reason", levelExists ? "Found" : "NotFound")
                .put("message", message);
        return Optional.of(change);
    }

    private static JsonNode dangling(JsonNode schema) {
        for (var condition : schema.path("status").path("conditions"))
            if (text(condition, "type").equals("Dangling")) return condition;
        return MissingNode.getInstance();
    }
}
