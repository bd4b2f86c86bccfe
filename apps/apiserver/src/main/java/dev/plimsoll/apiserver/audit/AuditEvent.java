package dev.plimsoll.apiserver.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.RequestInfo;
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

    static ObjectNode of(ApiRequest request, int status, Duration took, Instant now) {
        var event = JsonNodeFactory.instance.objectNode();
        var context = request.context();
        event.put("kind", "Event").put("apiVersion", "audit.k8s.io/v1").put("level", "Metadata");
        event.put("auditID", context.auditId()).put("stage", "ResponseComplete");
        event.put("requestURI", request.uri());
        event.put(
                "verb",
                context.info()
                        .map(RequestInfo::verbWord)
                        .orElseGet(() -> request.method().toLowerCase(Locale.ROOT)));
        var user = event.putObject("user");
        context.user().ifPresent(who -> who.show(user));
        context.impersonatedUser().ifPresent(who -> who.show(event.putObject("impersonatedUser")));
        event.putArray("sourceIPs").add(request.remote());
        if (!request.header("user-agent").isEmpty()) event.put("userAgent", request.header("user-agent"));
        context.info().ifPresent(info -> reference(event.putObject("objectRef"), info));
        event.putObject("responseStatus").put("code", status).putObject("metadata");
        event.put("requestReceivedTimestamp", time(now.minus(took))).put("stageTimestamp", time(now));
        var annotations = event.putObject("annotations");
        context.annotations().forEach(annotations::put);
        return event;
    }

    private static String time(Instant instant) {
        var text = instant.truncatedTo(ChronoUnit.MICROS).toString();
        // Whole seconds are written without a fraction, which readers of micro times do not expect.
        return text.indexOf('.') < 0 ? text.replace("Z", ".000000Z") : text;
    }

    private static void reference(ObjectNode node, RequestInfo info) {
        var target = info.target();
        node.put("resource", target.resource());
        if (!target.namespace().isEmpty()) node.put("namespace", target.namespace());
        if (!info.name().isEmpty()) node.put("name", info.name());
        if (!target.group().isEmpty()) node.put("apiGroup", target.group());
        node.put("apiVersion", target.version());
        if (!target.subresource().isEmpty()) node.put("subresource", target.subresource());
    }
}
