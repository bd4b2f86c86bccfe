package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** Flow schemas and priority levels. */
public final class FlowControlRules {
    private static final int HIGHEST_PRECEDENCE = 10_000;
    private static final int WHOLE = 100;
    private static final int MOST_QUEUES = 10_000_000;
    private static final List<String> LEVEL_TYPES = List.of("Exempt", "Limited");
    private static final List<String> RESPONSES = List.of("Queue", "Reject");
    private static final List<String> DISTINGUISHERS = List.of("ByNamespace", "ByUser");
    private static final List<String> SUBJECTS = List.of("Group", "ServiceAccount", "User");

    private FlowControlRules() {}

    public static void flowSchema(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var precedence = spec.field("matchingPrecedence");
        if (precedence.number() <= 0) found.invalidNumber(precedence, "must be a positive value");
        else if (precedence.number() > HIGHEST_PRECEDENCE) {
            found.invalidNumber(precedence, "must not be greater than " + HIGHEST_PRECEDENCE);
        } else if (precedence.number() == 1
                && !object.field("metadata").field("name").text().equals("exempt")) {
            found.invalidNumber(precedence, "only the schema named 'exempt' may have matchingPrecedence 1");
        }
        var method = spec.field("distinguisherMethod");
        if (method.isGiven() && !DISTINGUISHERS.contains(method.field("type").text())) {
            var shown = "{\"Type\":" + FieldError.quoted(method.field("type").text()) + "}";
            found.notSupportedShown(method.field("type"), shown, DISTINGUISHERS);
        }
        var level = spec.field("priorityLevelConfiguration").field("name");
        if (level.isEmpty()) found.required(level, "must reference a priority level");
        else NameRules.subdomain(level, found);
        for (var rule : spec.field("rules").items()) rule(rule, found);
    }

    private static void rule(FieldValue rule, Findings found) {
        if (rule.field("subjects").isEmpty()) {
            found.required(rule.field("subjects"), "subjects must contain at least one value");
        }
        for (var subject : rule.field("subjects").items()) {
            found.oneOf(subject.field("kind"), SUBJECTS);
            FlowSubjectRules.check(subject, found);
        }
        if (rule.field("resourceRules").isEmpty()
                && rule.field("nonResourceRules").isEmpty()) {
            found.required(rule, "at least one of resourceRules and nonResourceRules has to be non-empty");
        }
        for (var resource : rule.field("resourceRules").items()) {
            FlowSubjectRules.verbs(resource.field("verbs"), found);
            if (resource.field("apiGroups").isEmpty()) {
                found.required(resource.field("apiGroups"), "resource rules must supply at least one api group");
            }
            if (resource.field("resources").isEmpty()) {
                found.required(resource.field("resources"), "resource rules must supply at least one resource");
            }
            alone(resource.field("apiGroups"), "api groups", found);
            alone(resource.field("resources"), "resources", found);
            var namespaces = resource.field("namespaces");
            if (namespaces.isEmpty() && !resource.field("clusterScope").isTrue()) {
                found.required(
                        namespaces, "resource rules that are not cluster scoped must supply at least one namespace");
            }
            alone(namespaces, "namespaces", found);
        }
        for (var paths : rule.field("nonResourceRules").items()) {
            FlowSubjectRules.verbs(paths.field("verbs"), found);
            var urls = paths.field("nonResourceURLs");
            if (urls.isEmpty()) found.required(urls, "nonResourceURLs must contain at least one value");
            if (alone(urls, "non-resource URLs", found)) continue;
            for (var url : urls.items()) {
                if (!url.text().equals("*") && !url.text().startsWith("/")) {
                    found.invalid(url, "must start with slash");
                }
            }
        }
    }

    /** A star stands for all and therefore alone. */
    private static boolean alone(FieldValue values, String things, Findings found) {
        if (values.node().size() < 2
                || values.items().stream().noneMatch(value -> value.text().equals("*"))) return false;
        found.invalidJson(values, "if '*' is present, must not specify other " + things);
        return true;
    }

    public static void priorityLevel(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var type = spec.field("type");
        var limited = spec.field("limited");
        var exempt = spec.field("exempt");
        var isExempt = type.text().equals("Exempt");
        var isLimited = type.text().equals("Limited");
        if (isExempt != object.field("metadata").field("name").text().equals("exempt")) {
            if (isExempt) found.invalid(type, "must be 'Exempt' if and only if `name` is 'exempt'");
        }
        if (!type.isEmpty() && !isExempt && !isLimited) found.notSupported(type, LEVEL_TYPES);
        if (!isExempt && exempt.isGiven()) found.forbidden(exempt, "");
        if (!isLimited && limited.isGiven()) found.forbidden(limited, "");
        if (isLimited && !limited.isGiven()) found.required(limited);
        if (type.isEmpty()) found.required(type);
        if (isExempt && exempt.isGiven()) exempt(exempt, found);
        if (!limited.isGiven()) return;
        if (isLimited) shares(limited, found);
        response(limited.field("limitResponse"), isLimited, found);
        if (isLimited) percentages(limited, found);
    }

    private static void exempt(FieldValue exempt, Findings found) {
        shares(exempt, found);
        var percent = exempt.field("lendablePercent");
        if (percent.isGiven() && (percent.number() < 0 || percent.number() > WHOLE)) {
            found.invalidNumber(percent, "must be between 0 and 100, inclusive");
        }
    }

    private static void shares(FieldValue level, Findings found) {
        var shares = level.field("nominalConcurrencyShares");
        if (shares.isGiven() && shares.number() < 0) found.invalidNumber(shares, "must be a non-negative integer");
    }

    /** @param counts whether the level is a limited one, which alone looks at what the type may be */
    private static void response(FieldValue response, boolean counts, Findings found) {
        var type = response.field("type");
        var queuing = response.field("queuing");
        switch (type.text()) {
            case "Reject" -> {
                if (queuing.isGiven()) found.forbidden(queuing, "");
            }
            case "Queue" -> {
                if (queuing.isGiven()) queuing(queuing, found);
                else found.required(queuing);
            }
            default -> {
                if (!type.isEmpty() && counts) found.notSupported(type, RESPONSES);
                if (queuing.isGiven()) found.forbidden(queuing, "");
                if (type.isEmpty()) found.required(type);
            }
        }
    }

    private static void percentages(FieldValue limited, Findings found) {
        for (var field : List.of("lendablePercent", "borrowingLimitPercent")) {
            var percent = limited.field(field);
            if (field.equals("lendablePercent")
                    && percent.isGiven()
                    && (percent.number() < 0 || percent.number() > WHOLE)) {
                found.invalidNumber(percent, "must be between 0 and 100, inclusive");
            } else if (percent.isGiven() && percent.number() < 0) {
                found.invalidNumber(percent, "if specified, must be a non-negative integer");
            }
        }
    }

    private static void queuing(FieldValue queuing, Findings found) {
        for (var field : List.of("queueLengthLimit", "queues", "handSize")) {
            if (queuing.field(field).number() <= 0) found.invalidNumber(queuing.field(field), "must be positive");
        }
        var queues = queuing.field("queues");
        if (queues.number() > MOST_QUEUES) {
            found.invalidNumber(queues, "must not be greater than " + MOST_QUEUES);
        }
        var hand = queuing.field("handSize");
        if (hand.number() > queues.number()) {
            found.invalidNumber(hand, "should not be greater than queues (" + queues.number() + ")");
        }
    }
}
