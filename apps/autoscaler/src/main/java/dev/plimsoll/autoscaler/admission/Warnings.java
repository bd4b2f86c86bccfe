package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.autoscaler.cluster.Documents;
import dev.plimsoll.core.estimation.Compute;
import java.util.ArrayList;
import java.util.List;

/** What is allowed but hardly meant. */
final class Warnings {
    private Warnings() {}

    static List<String> of(JsonNode object) {
        var warnings = new ArrayList<String>();
        var spec = object.path("spec");
        if (spec.path("updatePolicy").path("updateMode").asText().equals("Auto")) {
            warnings.add("UpdateMode \"Auto\" is deprecated; it behaves as \"Recreate\"");
        }
        var pod = spec.path("resourcePolicy").path("podPolicies");
        if (!pod.isObject()) return warnings;
        var policies = spec.path("resourcePolicy").path("containerPolicies");
        for (var compute : Compute.ALL) {
            var name = compute.resource().text();
            least(pod, policies, compute, warnings);
            if (names(pod.path("controlledResources"), name) && policies.size() > 0 && nobody(policies, name)) {
                warnings.add("podPolicies.controlledResources names " + name + ", which no container policy controls");
            }
        }
        var mode = pod.path("mode").asText();
        if ((mode.equals("PodOnly") || mode.equals("PodAndContainers")) && spec.findValue("startupBoost") != null) {
            warnings.add("startupBoost is ignored for pods with pod-level resources");
        }
        return warnings;
    }

    private static void least(JsonNode pod, JsonNode policies, Compute compute, List<String> warnings) {
        var most = compute.set(Documents.amounts(pod.path("maxAllowed")));
        if (most.isEmpty()) return;
        var sum = 0L;
        for (var policy : policies) {
            if (!policy.path("containerName").asText().equals("*"))
                sum += compute.unitsOf(Documents.amounts(policy.path("minAllowed")));
        }
        if (sum > most.getAsLong()) {
            warnings.add("the minAllowed of the containers add up to " + compute.quantity(sum) + " of "
                    + compute.resource() + ", more than podPolicies.maxAllowed of "
                    + compute.quantity(most.getAsLong()));
        }
    }

    private static boolean names(JsonNode list, String name) {
        for (var item : list) if (item.asText().equals(name)) return true;
        return false;
    }

    /** A policy without a list controls both; containers without a policy do as well, unless there is one for all. */
    private static boolean nobody(JsonNode policies, String name) {
        var all = false;
        for (var policy : policies) {
            var list = policy.path("controlledResources");
            if (!list.isArray() || names(list, name)) return false;
            all |= policy.path("containerName").asText().equals("*");
        }
        return all;
    }
}
