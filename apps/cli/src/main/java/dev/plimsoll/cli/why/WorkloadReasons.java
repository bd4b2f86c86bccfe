package dev.plimsoll.cli.why;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** What a workload says of itself: why it has fewer pods than it should have. */
final class WorkloadReasons {
    private WorkloadReasons() {}

    static List<Reason> of(JsonNode workload) {
        var reasons = new ArrayList<Reason>();
        var spec = workload.path("spec");
        var status = workload.path("status");
        if (spec.path("paused").asBoolean())
            reasons.add(new Reason("It is paused", "", "kubectl rollout resume brings it on"));
        if (spec.path("suspend").asBoolean())
            reasons.add(new Reason("It is suspended", "", "set spec.suspend to false to bring it on"));
        for (var condition : status.path("conditions")) {
            var type = condition.path("type").asText();
            var isTrue = condition.path("status").asText().equals("True");
            var message = condition.path("message").asText();
            var isBad = switch (type) {
                case "ReplicaFailure", "Failed", "FailureTarget" -> isTrue;
                case "Available", "Progressing" -> !isTrue;
                default -> false;
            };
            if (!isBad) continue;
            var advice = message.contains("exceeded quota")
                    ? "kubectl get resourcequota shows what is in use; plimsoll explain counts what fits"
                    : "";
            reasons.add(new Reason(type + " is " + condition.path("status").asText(), message, advice));
        }
        var wanted = spec.path("replicas").asInt(1);
        var ready = status.path("readyReplicas").asInt(0);
        if (spec.has("replicas") && ready < wanted)
            reasons.add(new Reason(ready + " of " + wanted + " pods are ready", "", ""));
        return List.copyOf(reasons);
    }
}
