package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.RuntimeCondition;
import java.util.ArrayList;
import java.util.List;

/** Whether a runtime can run pods, in the words that a node uses for it. */
final class Readiness {
    private Readiness() {}

    /** Why not; empty if it can. */
    static String of(CriReply<List<RuntimeCondition>> status) {
        return switch (status) {
            case CriReply.Failed<List<RuntimeCondition>>(var _, var message) -> "container runtime is down: " + message;
            case CriReply.Ok<List<RuntimeCondition>>(var conditions) -> of(conditions);
        };
    }

    private static String of(List<RuntimeCondition> conditions) {
        var problems = new ArrayList<String>();
        for (var condition : conditions) {
            if (condition.status()) continue;
            var text = condition.type() + "=false reason:" + condition.reason() + " message:" + condition.message();
            switch (condition.type()) {
                case "RuntimeReady" -> problems.add("container runtime not ready: " + text);
                case "NetworkReady" -> problems.add("container runtime network not ready: " + text);
                default -> {} // what else a runtime tells of hinders no pod
            }
        }
        return String.join(", ", problems);
    }
}
