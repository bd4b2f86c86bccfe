package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.admission.ReviewVersion;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Scope;
import dev.plimsoll.kinds.rules.AdmissionPolicyRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Everything that is wrong with the webhooks of a configuration. */
final class WebhookChecks {
    private static final List<String> OPERATIONS = List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
    private static final String FORMAT = "; desired format: https://host[/path]";

    private final List<FieldError> errors = new ArrayList<>();

    private WebhookChecks() {}

    static List<FieldError> of(ObjectNode configuration) {
        var checks = new WebhookChecks();
        var names = new HashSet<String>();
        var index = 0;
        for (var hook : configuration.path("webhooks")) {
            var at = "webhooks[" + index++ + "]";
            checks.name(at, hook.path("name").asText(), names);
            var rule = 0;
            for (var each : hook.path("rules")) checks.rule(at + ".rules[" + rule++ + "]", each);
            checks.hook(at, hook);
            checks.client(at + ".clientConfig", hook.path("clientConfig"));
            checks.conditions(FieldValue.at(at + ".matchConditions", hook.path("matchConditions")));
            checks.versions(at + ".admissionReviewVersions", hook.path("admissionReviewVersions"));
        }
        return checks.errors;
    }

    private void conditions(FieldValue conditions) {
        if (conditions.isEmpty()) return;
        var found = new Findings();
        AdmissionPolicyRules.conditions(conditions, new AdmissionCompiler(Scope.WEBHOOK), found);
        errors.addAll(found.toList());
    }

    private void name(String at, String name, Set<String> names) {
        var problems = DnsSyntax.subdomain(name);
        if (name.isEmpty()) errors.add(FieldError.required(at + ".name", ""));
        else if (!problems.isEmpty()) {
            for (var problem : problems) errors.add(FieldError.invalid(at + ".name", name, problem));
        } else if (name.split("\\.", -1).length < 3) {
            errors.add(FieldError.invalid(
                    at + ".name", name, "should be a domain with at least three segments separated by dots"));
        } else if (!names.add(name)) errors.add(FieldError.duplicate(at + ".name", name));
    }

    private void hook(String at, JsonNode hook) {
        oneOf(at + ".failurePolicy", hook.path("failurePolicy"), List.of("Fail", "Ignore"));
        oneOf(at + ".matchPolicy", hook.path("matchPolicy"), List.of("Equivalent", "Exact"));
        oneOf(at + ".reinvocationPolicy", hook.path("reinvocationPolicy"), List.of("IfNeeded", "Never"));
        if (hook.path("sideEffects").isMissingNode()) {
            errors.add(FieldError.required(at + ".sideEffects", "must specify one of None, NoneOnDryRun"));
        }
        oneOf(at + ".sideEffects", hook.path("sideEffects"), List.of("None", "NoneOnDryRun"));
        var seconds = hook.path("timeoutSeconds").asInt(10);
        if (seconds < 1 || seconds > 30) {
            errors.add(FieldError.invalid(
                    at + ".timeoutSeconds", seconds, "the timeout value must be between 1 and 30 seconds"));
        }
        for (var field : List.of("namespaceSelector", "objectSelector")) {
            var found = new Findings();
            LabelSelectorRules.check(FieldValue.at(at + "." + field, hook.path(field)), found);
            errors.addAll(found.toList());
        }
    }

    private void versions(String at, JsonNode versions) {
        if (versions.isEmpty()) errors.add(FieldError.required(at, "must specify one of " + ReviewVersion.ALL));
        else ReviewVersion.check(at, versions, errors);
    }

    private void oneOf(String at, JsonNode value, List<String> supported) {
        if (value.isMissingNode() || supported.contains(value.asText())) return;
        errors.add(FieldError.notSupported(at, value.asText(), supported));
    }

    private void client(String at, JsonNode client) {
        var url = client.path("url");
        var service = client.path("service");
        if (url.isMissingNode() == service.isMissingNode()) {
            errors.add(FieldError.required(at, "exactly one of url or service is required"));
        } else if (!url.isMissingNode()) {
            url(at + ".url", url.asText());
        } else {
            service(at + ".service", service);
        }
    }

    private void service(String at, JsonNode service) {
        if (service.path("name").asText().isEmpty()) errors.add(FieldError.required(at + ".name", ""));
        if (service.path("namespace").asText().isEmpty()) {
            errors.add(FieldError.required(at + ".namespace", ""));
        }
        var path = service.path("path").asText("/");
        if (!path.startsWith("/")) errors.add(FieldError.invalid(at + ".path", path, "must start with a '/'"));
        var port = service.path("port").asInt(443);
        if (port < 1 || port > 65535) {
            errors.add(FieldError.invalid(
                    at + ".port", port, "port is not valid: must be between 1 and 65535, inclusive"));
        }
    }

    private void url(String at, String text) {
        try {
            var url = new URI(text);
            if (!"https".equals(url.getScheme())) {
                errors.add(FieldError.invalid(
                        at,
                        Objects.requireNonNullElse(url.getScheme(), ""),
                        "'https' is the only allowed URL scheme" + FORMAT));
            }
            if (url.getHost() == null) errors.add(FieldError.invalid(at, "", "host must be specified" + FORMAT));
            if (url.getUserInfo() != null) {
                errors.add(FieldError.invalid(at, url.getUserInfo(), "user information is not permitted in the URL"));
            }
            if (url.getFragment() != null) {
                errors.add(FieldError.invalid(at, url.getFragment(), "fragments are not permitted in the URL"));
            }
            if (url.getQuery() != null) {
                errors.add(FieldError.invalid(at, url.getQuery(), "query parameters are not permitted in the URL"));
            }
        } catch (URISyntaxException e) {
            errors.add(FieldError.required(at, "url must be a valid URL: " + e.getMessage() + FORMAT));
        }
    }

    private void rule(String at, JsonNode rule) {
        if (rule.path("operations").isEmpty()) errors.add(FieldError.required(at + ".operations", ""));
        var index = 0;
        for (var operation : rule.path("operations")) {
            oneOf(at + ".operations[" + index++ + "]", operation, OPERATIONS);
        }
        for (var field : List.of("apiGroups", "apiVersions", "resources")) {
            if (rule.path(field).isEmpty()) errors.add(FieldError.required(at + "." + field, ""));
        }
        for (var field : List.of("operations", "apiGroups", "apiVersions")) star(at + "." + field, rule.path(field));
        oneOf(at + ".scope", rule.path("scope"), List.of("*", "Cluster", "Namespaced"));
    }

    private void star(String at, JsonNode values) {
        if (values.size() < 2) return;
        for (var value : values) {
            if (!value.asText().equals("*")) continue;
            errors.add(new FieldError(
                    FieldError.Type.INVALID,
                    at,
                    values.toString(),
                    "if '*' is present, must not specify other "
                            + (at.endsWith("operations")
                                    ? "operations"
                                    : at.endsWith("apiGroups") ? "API groups" : "API versions")));
            return;
        }
    }
}
