package dev.plimsoll.kinds.defaults;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Defaults of admission policies, their bindings, and services that serve a part of the API. */
public final class AdmissionDefaults {
    private AdmissionDefaults() {}

    public static void policy(ObjectNode document) {
        Defaults.inside(document, "spec", spec -> {
            Defaults.text(spec, "failurePolicy", "Fail");
            Defaults.inside(spec, "matchConstraints", AdmissionDefaults::matched);
        });
    }

    public static void binding(ObjectNode document) {
        Defaults.inside(document, "spec", spec -> Defaults.inside(spec, "matchResources", AdmissionDefaults::matched));
    }

    private static void matched(ObjectNode match) {
        Defaults.text(match, "matchPolicy", "Equivalent");
        Defaults.object(match, "namespaceSelector");
        Defaults.object(match, "objectSelector");
        for (var rules : new String[] {"resourceRules", "excludeResourceRules"}) {
            Defaults.each(match, rules, rule -> Defaults.text(rule, "scope", "*"));
        }
    }

    public static void apiService(ObjectNode document) {
        Defaults.inside(
                document, "spec", spec -> Defaults.inside(spec, "service", it -> Defaults.number(it, "port", 443)));
    }
}
