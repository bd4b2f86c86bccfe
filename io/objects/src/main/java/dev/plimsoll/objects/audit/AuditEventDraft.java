package dev.plimsoll.objects.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.access.User;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** An Event of the audit log at level Metadata, after the reply. Its parts are written in the order in which they are called. */
public final class AuditEventDraft {
    private final ObjectNode event = JsonNodeFactory.instance.objectNode();

    public AuditEventDraft(String auditId, String requestUri, String verb) {
        event.put("kind", "Event").put("apiVersion", "audit.k8s.io/v1").put("level", "Metadata");
        event.put("auditID", auditId).put("stage", "ResponseComplete");
        event.put("requestURI", requestUri).put("verb", verb);
    }

    /** Nobody, of a request whose sender was not found out. */
    public AuditEventDraft unknownUser() {
        event.putObject("user");
        return this;
    }

    public AuditEventDraft user(User user) {
        user.show(event.putObject("user"));
        return this;
    }

    public AuditEventDraft impersonatedUser(User user) {
        user.show(event.putObject("impersonatedUser"));
        return this;
    }

    /** Where the request came from; the user agent is empty where it does not say. */
    public AuditEventDraft source(String address, String userAgent) {
        event.putArray("sourceIPs").add(address);
        putUnlessEmpty(event, "userAgent", userAgent);
        return this;
    }

    /** What the request was about; texts that say nothing are empty. */
    public AuditEventDraft object(
            String resource, String namespace, String name, String group, String version, String subresource) {
        var reference = event.putObject("objectRef").put("resource", resource);
        putUnlessEmpty(reference, "namespace", namespace);
        putUnlessEmpty(reference, "name", name);
        putUnlessEmpty(reference, "apiGroup", group);
        reference.put("apiVersion", version);
        putUnlessEmpty(reference, "subresource", subresource);
        return this;
    }

    public AuditEventDraft completed(int code, Instant received, Instant replied) {
        event.putObject("responseStatus").put("code", code).putObject("metadata");
        event.put("requestReceivedTimestamp", microTime(received)).put("stageTimestamp", microTime(replied));
        return this;
    }

    public AuditEventDraft annotations(Map<String, String> annotations) {
        annotations.forEach(event.putObject("annotations")::put);
        return this;
    }

    public ObjectNode document() {
        return event;
    }

    private static void putUnlessEmpty(ObjectNode node, String name, String value) {
        if (!value.isEmpty()) node.put(name, value);
    }

    private static String microTime(Instant instant) {
        var text = instant.truncatedTo(ChronoUnit.MICROS).toString();
        // Whole seconds are written without a fraction, which readers of micro times do not expect.
        return text.indexOf('.') < 0 ? text.replace("Z", ".000000Z") : text;
    }
}
