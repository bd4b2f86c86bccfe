package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Which writes a webhook or policy wants to see. Every part must match; {@code *} matches all.
 *
 * @param names of objects; empty for all
 */
public record ResourceRule(
        List<String> operations,
        List<String> groups,
        List<String> versions,
        List<String> resources,
        String scope,
        List<String> names) {
    public ResourceRule {
        operations = List.copyOf(operations);
        groups = List.copyOf(groups);
        versions = List.copyOf(versions);
        resources = List.copyOf(resources);
        names = List.copyOf(names);
    }

    static List<ResourceRule> readAll(JsonNode rules) {
        var read = new ArrayList<ResourceRule>();
        for (var rule : rules) {
            read.add(new ResourceRule(
                    texts(rule.path("operations")),
                    texts(rule.path("apiGroups")),
                    texts(rule.path("apiVersions")),
                    texts(rule.path("resources")),
                    rule.path("scope").asText("*"),
                    texts(rule.path("resourceNames"))));
        }
        return read;
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        for (var entry : list) texts.add(entry.asText());
        return texts;
    }

    /**
     * A write as rules see it.
     *
     * @param operation such as {@code CREATE}
     * @param kind in the version in which a rule may name it
     * @param subresource empty for the object itself
     */
    public record Write(String operation, Kind kind, String subresource, String name) {}

    public boolean matches(Write write) {
        var kind = write.kind();
        return has(operations, write.operation())
                && has(groups, kind.group())
                && has(versions, kind.version())
                && inScope(kind.namespaced())
                && (names.isEmpty() || names.contains(write.name()))
                && resources.stream().anyMatch(each -> names(each, kind.plural(), write.subresource()));
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
