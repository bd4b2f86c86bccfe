package dev.plimsoll.apiserver.identity;

import com.fasterxml.jackson.databind.JsonNode;

/** One rule of a role. */
final class RoleRule {
    private RoleRule() {}

    static boolean matches(JsonNode rule, Attributes attributes) {
        if (!has(rule.path("verbs"), attributes.verb())) return false;
        return attributes.isResource() ? resource(rule, attributes) : path(rule, attributes.path());
    }

    private static boolean resource(JsonNode rule, Attributes attributes) {
        if (!has(rule.path("apiGroups"), attributes.group())) return false;
        if (!names(rule.path("resources"), attributes)) return false;
        var allowed = rule.path("resourceNames");
        if (allowed.isEmpty()) return true;
        return !attributes.name().isEmpty() && has(allowed, attributes.name());
    }

    private static boolean names(JsonNode resources, Attributes attributes) {
        for (var entry : resources) {
            var text = entry.asText();
            if (text.equals("*") || text.equals(attributes.fullResource())) return true;
            if (!attributes.subresource().isEmpty() && text.equals("*/" + attributes.subresource())) return true;
        }
        return false;
    }

    private static boolean path(JsonNode rule, String path) {
        for (var entry : rule.path("nonResourceURLs")) {
            var text = entry.asText();
            if (text.equals("*") || text.equals(path)) return true;
            if (text.endsWith("*") && path.startsWith(text.substring(0, text.length() - 1))) return true;
        }
        return false;
    }

    private static boolean has(JsonNode list, String wanted) {
        for (var entry : list) {
            if (entry.asText().equals("*") || entry.asText().equals(wanted)) return true;
        }
        return false;
    }
}
