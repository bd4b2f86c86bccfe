package dev.plimsoll.apiserver.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One rule of a role: verbs on resources, perhaps only on some by name, or verbs on paths. */
public record PolicyRule(
        List<String> verbs,
        List<String> apiGroups,
        List<String> resources,
        List<String> resourceNames,
        List<String> nonResourceUrls) {
    private static final String ALL = "*";

    public PolicyRule {
        verbs = List.copyOf(verbs);
        apiGroups = List.copyOf(apiGroups);
        resources = List.copyOf(resources);
        resourceNames = List.copyOf(resourceNames);
        nonResourceUrls = List.copyOf(nonResourceUrls);
    }

    public static PolicyRule of(JsonNode rule) {
        return new PolicyRule(
                texts(rule.path("verbs")),
                texts(rule.path("apiGroups")),
                texts(rule.path("resources")),
                texts(rule.path("resourceNames")),
                texts(rule.path("nonResourceURLs")));
    }

    static List<PolicyRule> list(JsonNode rules) {
        var list = new ArrayList<PolicyRule>();
        for (var rule : rules) list.add(of(rule));
        return list;
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>(list.size());
        for (var entry : list) texts.add(entry.asText());
        return texts;
    }

    public boolean allows(Attributes attributes) {
        if (!has(verbs, attributes.verb())) return false;
        if (!attributes.isResource()) return hasPath(attributes.path());
        return has(apiGroups, attributes.group())
                && hasResource(attributes)
                && (resourceNames.isEmpty() || resourceNames.contains(attributes.name()));
    }

    private boolean hasResource(Attributes attributes) {
        if (has(resources, attributes.fullResource())) return true;
        return !attributes.subresource().isEmpty() && resources.contains("*/" + attributes.subresource());
    }

    private boolean hasPath(String path) {
        for (var known : nonResourceUrls) {
            if (known.equals(ALL) || known.equals(path)) return true;
            if (known.endsWith(ALL) && path.startsWith(known.substring(0, known.length() - 1))) return true;
        }
        return false;
    }

    private static boolean has(List<String> list, String wanted) {
        return list.contains(ALL) || list.contains(wanted);
    }

    /** The rule as single permissions: one verb on one resource of one group, of one name where names are given; or on one path. */
    List<PolicyRule> parts() {
        var parts = new ArrayList<PolicyRule>();
        for (var verb : verbs) {
            for (var path : nonResourceUrls) {
                parts.add(new PolicyRule(List.of(verb), List.of(), List.of(), List.of(), List.of(path)));
            }
            for (var group : apiGroups) {
                for (var resource : resources) {
                    if (resourceNames.isEmpty()) parts.add(part(verb, group, resource, List.of()));
                    for (var name : resourceNames) parts.add(part(verb, group, resource, List.of(name)));
                }
            }
        }
        return parts;
    }

    private static PolicyRule part(String verb, String group, String resource, List<String> names) {
        return new PolicyRule(List.of(verb), List.of(group), List.of(resource), names, List.of());
    }

    /** The permissions of some rules that others do not cover. */
    public static List<PolicyRule> missing(List<PolicyRule> wanted, List<PolicyRule> held) {
        return wanted.stream()
                .flatMap(rule -> rule.parts().stream())
                .filter(part -> held.stream().noneMatch(rule -> rule.covers(part)))
                .distinct()
                .toList();
    }

    /** Whether everything that a single permission gives is given by this rule too. */
    boolean covers(PolicyRule part) {
        if (!verbs.contains(ALL) && !verbs.containsAll(part.verbs)) return false;
        if (!part.nonResourceUrls.isEmpty())
            return part.nonResourceUrls.stream().allMatch(this::hasPath);
        return (apiGroups.contains(ALL) || apiGroups.containsAll(part.apiGroups))
                && part.resources.stream().allMatch(this::coversResource)
                && (resourceNames.isEmpty()
                        || (!part.resourceNames.isEmpty() && resourceNames.containsAll(part.resourceNames)));
    }

    private boolean coversResource(String resource) {
        if (has(resources, resource)) return true;
        var slash = resource.indexOf('/');
        return slash > 0 && resources.contains("*" + resource.substring(slash));
    }

    public ObjectNode document() {
        var node = JsonNodeFactory.instance.objectNode();
        put(node, "verbs", verbs);
        put(node, "apiGroups", apiGroups);
        put(node, "resources", resources);
        put(node, "resourceNames", resourceNames);
        put(node, "nonResourceURLs", nonResourceUrls);
        return node;
    }

    private static void put(ObjectNode node, String name, List<String> texts) {
        if (!texts.isEmpty()) texts.forEach(node.withArray("/" + name)::add);
    }

    /** As refusals show it: {@code {APIGroups:[""], Resources:["pods"], Verbs:["get"]}}. */
    @Override
    public String toString() {
        var shown = new ArrayList<String>();
        show("APIGroups", apiGroups, shown);
        show("Resources", resources, shown);
        show("ResourceNames", resourceNames, shown);
        show("NonResourceURLs", nonResourceUrls, shown);
        show("Verbs", verbs, shown);
        return "{" + String.join(", ", shown) + "}";
    }

    private static void show(String name, List<String> texts, List<String> shown) {
        if (texts.isEmpty()) return;
        shown.add(name + texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(" ", ":[", "]")));
    }
}
