package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** The probes, handlers and security context of a container. */
final class TemplateContainerRules {
    private static final List<String> HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc", "sleep");
    private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");

    private TemplateContainerRules() {}

    static void check(FieldValue container, Findings found) {
        for (var name : List.of("postStart", "preStop")) {
            var handler = container.field("lifecycle").field(name);
            if (handler.isGiven()) handler(handler, found);
        }
        for (var name : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            var probe = container.field(name);
            if (probe.isGiven()) probe(probe, !name.equals("readinessProbe"), found);
        }
        var context = container.field("securityContext");
        for (var id : List.of("runAsUser", "runAsGroup")) PodSpecRules.id(context.field(id), found);
    }

    private static void probe(FieldValue probe, boolean isOnce, Findings found) {
        handler(probe, found);
        for (var field : List.of(
                "initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")) {
            found.notNegative(probe.field(field));
        }
        var grace = probe.field("terminationGracePeriodSeconds");
        if (grace.isGiven() && grace.number() <= 0) found.invalidNumber(grace, Findings.POSITIVE);
        var successes = probe.field("successThreshold");
        if (isOnce && successes.isGiven() && successes.number() != 1) found.invalidNumber(successes, "must be 1");
    }

    private static void handler(FieldValue handler, Findings found) {
        var given =
                HANDLERS.stream().filter(name -> handler.field(name).isGiven()).toList();
        if (given.isEmpty()) found.required(handler, "must specify a handler type");
        for (var surplus : given.stream().skip(1).toList()) {
            found.forbidden(handler.field(surplus), "may not specify more than 1 handler type");
        }
        if (given.isEmpty()) return;
        var action = handler.field(given.getFirst());
        switch (given.getFirst()) {
            case "exec" -> {
                if (action.field("command").isEmpty()) found.required(action.field("command"));
            }
            case "httpGet" -> httpGet(action, found);
            case "tcpSocket" -> NameRules.portNumberOrName(action.field("port"), found);
            case "grpc" -> NameRules.portNumber(action.field("port"), found);
            default -> {}
        }
    }

    private static void httpGet(FieldValue action, Findings found) {
        if (action.field("path").isEmpty()) found.required(action.field("path"));
        NameRules.portNumberOrName(action.field("port"), found);
        found.oneOf(action.field("scheme"), SCHEMES);
    }
}
