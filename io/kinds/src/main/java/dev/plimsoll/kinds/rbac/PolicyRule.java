package dev.plimsoll.kinds.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.objects.access.Attributes;
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

    public static List<PolicyRule> list(JsonNode rules) {
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

    /** Whether a path, or a path with a star at its end, is one of the rule's. */
    boolean hasPath(String path) {
        for (var known : nonResourceUrls) {
            if (known.equals(path)) return true;
            if (known.endsWith(ALL) && path.startsWith(withoutStars(known))) return true;
        }
        return false;
    }

    private static String withoutStars(String text) {
        var end = text.length();
        while (end > 0 && text.charAt(end - 1) == '*') end--;
        return text.substring(0, end);
    }

    static boolean has(List<String> list, String wanted) {
        return list.contains(ALL) || list.contains(wanted);
    }

    PolicyRule withVerbs(List<String> changed) {
        return new PolicyRule(changed, apiGroups, resources, resourceNames, nonResourceUrls);
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
        show("NonResourceURLs", nonResourceUrls, shown);
        show("ResourceNames", resourceNames, shown);
        show("Verbs", verbs, shown);
        return "{" + String.join(", ", shown) + "}";
    }

    private static void show(String name, List<String> texts, List<String> shown) {
        if (texts.isEmpty()) return;
        shown.add(name + texts.stream().map(FieldError::quoted).collect(Collectors.joining(" ", ":[", "]")));
    }
}
