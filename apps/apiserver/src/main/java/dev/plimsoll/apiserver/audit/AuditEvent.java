package dev.plimsoll.apiserver.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.RequestInfo;
import dev.plimsoll.objects.audit.AuditEventDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * A request as the audit log tells it, at level Metadata: who, what, when and how it ended. Neither bodies nor headers are in it,
 * nor the message of a refusal, which may quote what was sent.
 */
final class AuditEvent {
    private AuditEvent() {}

    static ObjectNode of(ApiRequest request, int status, Duration took, Instant now) {
        var context = request.context();
        var verb = context.info()
                .map(RequestInfo::verbWord)
                .orElseGet(() -> request.method().toLowerCase(Locale.ROOT));
        var event = new AuditEventDraft(context.auditId(), request.uri(), verb);
        context.user().ifPresentOrElse(event::user, event::unknownUser);
        context.impersonatedUser().ifPresent(event::impersonatedUser);
        event.source(request.remote(), request.header("user-agent"));
        context.info().ifPresent(info -> about(event, info));
        return event.completed(status, now.minus(took), now)
                .annotations(context.annotations())
                .document();
    }

    private static void about(AuditEventDraft event, RequestInfo info) {
        var target = info.target();
        event.object(
                target.resource(),
                target.namespace(),
                info.name(),
                target.group(),
                target.version(),
                target.subresource());
    }
}
