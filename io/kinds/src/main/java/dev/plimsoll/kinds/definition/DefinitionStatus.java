package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.time.Instant;

/** What the status of a definition says. */
public final class DefinitionStatus {
    private DefinitionStatus() {}

    /** Notes names and whether the definition is served; changes the document. */
    public static void decide(ObjectNode document, NameDecision names, Instant now) {
        var status = document.withObject("/status");
        status.set("acceptedNames", names.accepted().document());
        if (names.isWhole()) {
            say(status, Definition.NAMES_ACCEPTED, true, "NoConflicts", "no conflicts found", now);
        } else {
            say(status, Definition.NAMES_ACCEPTED, false, names.reason(), names.message(), now);
        }
        // What was once served goes on under the names that it has.
        if (Definition.read(document).isEstablished()) return;
        if (names.isWhole()) {
            say(
                    status,
                    Definition.ESTABLISHED,
                    true,
                    "InitialNamesAccepted",
                    "the initial names have been accepted",
                    now);
        } else {
            say(status, Definition.ESTABLISHED, false, "NotAccepted", "not all names are accepted", now);
        }
    }

    /** A kind that the server has itself: the definition is taken note of, and changes nothing. */
    public static void decideBuiltIn(ObjectNode document, DefinitionNames names, Instant now) {
        var status = document.withObject("/status");
        status.set("acceptedNames", names.document());
        say(status, Definition.NAMES_ACCEPTED, true, "NoConflicts", "no conflicts found", now);
        say(
                status,
                Definition.ESTABLISHED,
                true,
                "BuiltIn",
                "the server has this kind itself, and does not use the schema of this definition",
                now);
    }

    /** Begins the end of a definition: its objects go first. */
    public static void end(ObjectNode document, Instant now) {
        var meta = DocumentMetadata.of(document);
        var finalizers = meta.finalizers();
        if (!finalizers.contains(Definition.CLEANUP)) {
            finalizers.add(Definition.CLEANUP);
            meta.finalizers(finalizers);
        }
        terminating(
                document,
                true,
                "InstanceDeletionPending",
                "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
                now);
    }

    /** Says how far the end of a definition has come; changes the document. */
    public static void terminating(ObjectNode document, boolean isPending, String reason, String message, Instant now) {
        say(document.withObject("/status"), Definition.TERMINATING, isPending, reason, message, now);
    }

    /** Its objects are gone, and it may go; changes the document. */
    public static void release(ObjectNode document, String reason, String message, Instant now) {
        terminating(document, false, reason, message, now);
        var meta = DocumentMetadata.of(document);
        var finalizers = meta.finalizers();
        finalizers.remove(Definition.CLEANUP);
        meta.finalizers(finalizers);
    }

    private static void say(ObjectNode status, String type, boolean holds, String reason, String message, Instant now) {
        ObjectNode condition = null;
        for (var entry : status.path("conditions")) {
            if (entry instanceof ObjectNode node && node.path("type").asText().equals(type)) condition = node;
        }
        if (condition == null) condition = status.withArray("conditions").addObject();
        var value = holds ? "True" : "False";
        if (!condition.path("status").asText().equals(value))
            condition.put("lastTransitionTime", DocumentMetadata.time(now));
        condition.put("message", message);
        condition.put("reason", reason);
        condition.put("status", value);
        condition.put("type", type);
    }
}
