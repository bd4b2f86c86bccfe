package dev.plimsoll.apiserver.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.admission.Review;
import java.util.ArrayList;
import java.util.List;

/** Which writes a webhook wants to see. Every part must match; {@code *} matches all. */
record WebhookRule(
        List<String> operations, List<String> groups, List<String> versions, List<String> resources, String scope) {
    WebhookRule {
        operations = List.copyOf(operations);
        groups = List.copyOf(groups);
        versions = List.copyOf(versions);
        resources = List.copyOf(resources);
    }

    static WebhookRule read(JsonNode rule) {
        return new WebhookRule(
                texts(rule.path("operations")),
                texts(rule.path("apiGroups")),
                texts(rule.path("apiVersions")),
                texts(rule.path("resources")),
                rule.path("scope").asText("*"));
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        for (var entry : list) texts.add(entry.asText());
        return texts;
    }

    boolean matches(Review review) {
        var kind = review.kind();
        return has(operations, review.operation().name())
                && has(groups, kind.group())
                && has(versions, kind.version())
                && inScope(kind.namespaced())
                && resources.stream().anyMatch(each -> names(each, kind.plural(), review.subresource()));
    }

    private static boolean has(List<String> wanted, String given) {
        return wanted.contains("*") || wanted.contains(given);
    }

    private boolean inScope(boolean namespaced) {
        return switch (scope) {
            case "Namespaced" -> namespaced;
            case "Cluster" -> !namespaced;
            default -> true;
        };
    }

    /** {@code pods} is the object alone, {@code pods/resize} the part alone, {@code pods/*} the object and all its parts. */
    private static boolean names(String wanted, String plural, String subresource) {
        var slash = wanted.indexOf('/');
        var resource = slash < 0 ? wanted : wanted.substring(0, slash);
        var part = slash < 0 ? "" : wanted.substring(slash + 1);
        return (resource.equals("*") || resource.equals(plural)) && (part.equals("*") || part.equals(subresource));
    }
}
