package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** The probes, handlers and security context of a container. */
final class TemplateContainerRules {
    private static final List<String> HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc", "sleep");
    private static final List<String> RESTART_POLICIES = List.of("Always", "Never", "OnFailure");
    private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");
    private static final List<String> PROC_MOUNTS = List.of("Default", "Unmasked");
    private static final List<String> RULE_ACTIONS = List.of("Restart", "RestartAllContainers");
    private static final List<String> RULE_OPERATORS = List.of("In", "NotIn");
    private static final int MOST_CODES = 255;
    private static final long USUAL_GRACE = 30;
    private static final String ONLY_OF_SIDECARS = "may not be set for init containers without restartPolicy=Always";
    private static final String NOT_OF_VISITORS = "cannot be set for an Ephemeral Container";
    private static final String NOT_A_HEADER =
            "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for"
                    + " validation is '[-A-Za-z0-9]+')";

    private TemplateContainerRules() {}

    /** @param list the list of the pod that the container is in */
    static void check(FieldValue container, String list, FieldValue spec, Findings found) {
        var isVisitor = list.equals("ephemeralContainers");
        var isRunOnce = list.equals("initContainers")
                && !container.field("restartPolicy").text().equals("Always");
        var policy = container.field("restartPolicy");
        if (policy.isGiven() && policy.isEmpty() && !isVisitor) found.notSupported(policy, RESTART_POLICIES);
        if (isVisitor || isRunOnce) {
            for (var name : List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
                if (container.field(name).isGiven()) {
                    found.forbidden(container.field(name), isVisitor ? NOT_OF_VISITORS : ONLY_OF_SIDECARS);
                }
            }
        } else {
            for (var name : List.of("postStart", "preStop")) {
                var handler = container.field("lifecycle").field(name);
                if (handler.isGiven()) handler(handler, spec, found);
            }
            for (var name : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
                var probe = container.field(name);
                if (probe.isGiven()) probe(probe, !name.equals("readinessProbe"), spec, found);
            }
        }
        if (!isVisitor) restartRules(container, found);
        else if (!container.field("restartPolicyRules").isEmpty()) {
            found.forbidden(container.field("restartPolicyRules"), NOT_OF_VISITORS);
        }
        if (isVisitor) target(container.field("targetContainerName"), spec, found);
        securityContext(container.field("securityContext"), found);
    }

    /** An ephemeral container looks into one that is there. */
    private static void target(FieldValue name, FieldValue spec, Findings found) {
        if (name.isEmpty()) return;
        for (var list : List.of("containers", "initContainers")) {
            for (var container : spec.field(list).items()) {
                if (container.field("name").text().equals(name.text())) return;
            }
        }
        found.add(FieldError.notFound(name.toString(), name.text(), ""));
    }

    private static void securityContext(FieldValue context, Findings found) {
        for (var id : List.of("runAsUser", "runAsGroup")) PodSpecRules.id(context.field(id), found);
        found.oneOfIfGiven(context.field("procMount"), PROC_MOUNTS);
        ProfileRules.check(context, found);
        var escalation = context.field("allowPrivilegeEscalation");
        if (escalation.isGiven()
                && !escalation.isTrue()
                && context.field("privileged").isTrue()) {
            found.invalidShown(
                    context,
                    GoStructs.securityContext(context),
                    "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
    }

    private static void restartRules(FieldValue container, Findings found) {
        var rules = container.field("restartPolicyRules");
        if (!rules.isEmpty() && container.field("restartPolicy").isEmpty()) {
            found.required(container.field("restartPolicy"), "must specify restartPolicy when restart rules are used");
        }
        for (var rule : rules.items()) {
            found.oneOf(rule.field("action"), RULE_ACTIONS);
            var codes = rule.field("exitCodes");
            if (!codes.isGiven()) {
                found.required(codes, "must be specified");
                continue;
            }
            found.oneOf(codes.field("operator"), RULE_OPERATORS);
            if (codes.field("values").node().size() > MOST_CODES) found.tooMany(codes.field("values"), MOST_CODES);
        }
    }

    private static void probe(FieldValue probe, boolean isOnce, FieldValue spec, Findings found) {
        handler(probe, spec, found);
        for (var field : List.of(
                "initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")) {
            found.notNegative(probe.field(field));
        }
        var grace = probe.field("terminationGracePeriodSeconds");
        if (grace.isGiven() && grace.number() <= 0) found.invalidNumber(grace, Findings.POSITIVE);
        var successes = probe.field("successThreshold");
        if (!isOnce && grace.isGiven()) found.invalidNumber(grace, "must not be set for readinessProbes");
        if (isOnce && successes.isGiven() && successes.number() != 1) found.invalidNumber(successes, "must be 1");
    }

    private static void handler(FieldValue handler, FieldValue spec, Findings found) {
        var given =
                HANDLERS.stream().filter(name -> handler.field(name).isGiven()).toList();
        if (given.isEmpty()) found.required(handler, "must specify a handler type");
        if (given.isEmpty()) return;
        action(given.getFirst(), handler, spec, found);
        for (var surplus : given.stream().skip(1).toList()) {
            found.forbidden(handler.field(surplus), "may not specify more than 1 handler type");
        }
    }

    private static void action(String name, FieldValue handler, FieldValue spec, Findings found) {
        var action = handler.field(name);
        switch (name) {
            case "exec" -> {
                if (action.field("command").isEmpty()) found.required(action.field("command"));
            }
            case "httpGet" -> httpGet(action, found);
            case "tcpSocket" -> NameRules.portNumberOrName(action.field("port"), found);
            case "grpc" -> NameRules.portNumber(action.field("port"), found);
            case "sleep" -> sleep(handler, action.field("seconds").number(), spec, found);
            default -> {}
        }
    }

    private static void sleep(FieldValue handler, long seconds, FieldValue spec, Findings found) {
        var given = spec.field("terminationGracePeriodSeconds");
        var grace = given.isGiven() ? given.number() : USUAL_GRACE;
        if (seconds >= 0 && seconds <= grace) return;
        found.invalidShown(
                handler.field("sleep"),
                Long.toString(seconds),
                "must be non-negative and less than terminationGracePeriodSeconds (" + grace + ")");
    }

    private static void httpGet(FieldValue action, Findings found) {
        if (action.field("path").isEmpty()) found.required(action.field("path"));
        NameRules.portNumberOrName(action.field("port"), found);
        found.oneOf(action.field("scheme"), SCHEMES);
        var headers = action.field("httpHeaders");
        for (var header : headers.items()) {
            var name = header.field("name");
            if (!name.text().matches("[-A-Za-z0-9]+")) {
                found.invalid(FieldValue.at(headers.toString(), name.node()), NOT_A_HEADER);
            }
        }
    }
}
