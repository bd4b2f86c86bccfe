package dev.plimsoll.cli.why;

import dev.plimsoll.objects.workload.WorkloadOverview;
import java.util.ArrayList;
import java.util.List;

/** What a workload says of itself: why it has fewer pods than it should have. */
final class WorkloadReasons {
    private WorkloadReasons() {}

    static List<Reason> of(WorkloadOverview workload) {
        var reasons = new ArrayList<Reason>();
        if (workload.isPaused()) reasons.add(new Reason("It is paused", "", "kubectl rollout resume brings it on"));
        if (workload.isSuspended())
            reasons.add(new Reason("It is suspended", "", "set spec.suspend to false to bring it on"));
        for (var condition : workload.conditions().all()) {
            var type = condition.type();
            var isTrue = condition.status().equals("True");
            var message = condition.message();
            var isBad = switch (type) {
                case "ReplicaFailure", "Failed", "FailureTarget" -> isTrue;
                case "Available", "Progressing" -> !isTrue;
                default -> false;
            };
            if (!isBad) continue;
            var advice = message.contains("exceeded quota")
                    ? "kubectl get resourcequota shows what is in use; plimsoll explain counts what fits"
                    : "";
            reasons.add(new Reason(type + " is " + condition.status(), message, advice));
        }
        var wanted = workload.replicas();
        var ready = workload.readyReplicas();
        if (workload.declaresReplicas() && ready < wanted)
            reasons.add(new Reason(ready + " of " + wanted + " pods are ready", "", ""));
        return List.copyOf(reasons);
    }
}
