package dev.plimsoll.apiserver.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.http.ApiRequest;
import dev.plimsoll.apiserver.http.Target;
import dev.plimsoll.apiserver.kinds.Verb;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * A request as the audit log tells it, at level Metadata: who, what, when and how it ended. Neither bodies nor headers are in it,
 * nor the message of a refusal, which may quote what was sent.
 */
final class AuditEvent {
    private AuditEvent() {}

    static ObjectNode of(ApiRequest request, int status, Duration took, Instant now, String id) {
        var event = JsonNodeFactory.instance.objectNode();
        event.put("kind", "Event").put("apiVersion", "audit.k8s.io/v1").put("level", "Metadata");
        event.put("auditID", id).put("stage", "ResponseComplete");
        event.put("requestURI", request.uri());
        var notes = request.notes();
        var verb = notes.verb();
        event.put("verb", verb == null ? request.method().toLowerCase(Locale.ROOT) : verb.word());
        var user = event.putObject("user");
        notes.user().ifPresent(who -> {
            user.put("username", who.name());
            if (!who.uid().isEmpty()) user.put("uid", who.uid());
            var groups = user.putArray("groups");
            who.groups().forEach(groups::add);
        });
        event.putArray("sourceIPs").add(request.remote());
        if (!request.header("user-agent").isEmpty()) event.put("userAgent", request.header("user-agent"));
        notes.target().ifPresent(target -> reference(event.putObject("objectRef"), target, verb));
        event.putObject("responseStatus").put("code", status).putObject("metadata");
        event.put("requestReceivedTimestamp", time(now.minus(took))).put("stageTimestamp", time(now));
        var annotations = event.putObject("annotations");
        notes.annotations().forEach(annotations::put);
        if (notes.target().isPresent()) {
            annotations.put("authorization.k8s.io/decision", notes.isAllowed() ? "allow" : "forbid");
        }
        return event;
    }

    private static String time(Instant instant) {
        var text = instant.truncatedTo(ChronoUnit.MICROS).toString();
        // Whole seconds are written without a fraction, which readers of micro times do not expect.
        return text.indexOf('.') < 0 ? text.replace("Z", ".000000Z") : text;
    }

    private static void reference(ObjectNode node, Target target, @org.jspecify.annotations.Nullable Verb verb) {
        node.put("resource", target.resource());
        var isNamespace = target.resource().equals("namespaces");
        if (!target.namespace().isEmpty() && !isNamespace) node.put("namespace", target.namespace());
        if (!target.name().isEmpty() && verb != Verb.LIST) node.put("name", target.name());
        if (!target.group().isEmpty()) node.put("apiGroup", target.group());
        node.put("apiVersion", target.apiVersion().substring(target.apiVersion().indexOf('/') + 1));
        if (!target.subresource().isEmpty()) node.put("subresource", target.subresource());
    }
}
