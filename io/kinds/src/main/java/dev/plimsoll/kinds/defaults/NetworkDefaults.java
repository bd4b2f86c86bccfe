package dev.plimsoll.kinds.defaults;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Defaults of Endpoints and of the kinds of networking.k8s.io and discovery.k8s.io. */
public final class NetworkDefaults {
    private NetworkDefaults() {}

    public static void endpoints(ObjectNode document) {
        Defaults.each(
                document,
                "subsets",
                subset -> Defaults.each(subset, "ports", port -> Defaults.text(port, "protocol", "TCP")));
    }

    /** A port without a name has the empty one. */
    public static void endpointSlice(ObjectNode document) {
        Defaults.each(document, "ports", port -> {
            Defaults.text(port, "name", "");
            Defaults.text(port, "protocol", "TCP");
        });
    }

    public static void ingressClass(ObjectNode document) {
        Defaults.inside(
                document,
                "spec",
                spec -> Defaults.inside(spec, "parameters", it -> Defaults.text(it, "scope", "Cluster")));
    }

    /** A policy is about what comes in, and with rules for it also about what goes out. */
    public static void networkPolicy(ObjectNode document) {
        Defaults.inside(document, "spec", spec -> {
            if (spec.path("policyTypes").isEmpty()) {
                var types = spec.putArray("policyTypes").add("Ingress");
                if (!spec.path("egress").isEmpty()) types.add("Egress");
            }
            for (var direction : new String[] {"ingress", "egress"}) {
                Defaults.each(
                        spec,
                        direction,
                        rule -> Defaults.each(rule, "ports", port -> Defaults.text(port, "protocol", "TCP")));
            }
        });
    }
}
