package dev.plimsoll.cli.why;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** What a pod says of itself: why it is pending, waits, was ended or was started again. */
final class PodReasons {
    private static final int KILLED = 137;

    private final JsonNode pod;
    private final String name;
    private final List<Reason> reasons = new ArrayList<>();

    private PodReasons(JsonNode pod) {
        this.pod = pod;
        this.name = pod.path("metadata").path("name").asText();
    }

    static List<Reason> of(JsonNode pod) {
        var found = new PodReasons(pod);
        found.addEnd();
        found.addGates();
        found.addConditions();
        for (var list : List.of("initContainerStatuses", "containerStatuses")) {
            for (var status : pod.path("status").path(list)) found.addContainer(status);
        }
        return List.copyOf(found.reasons);
    }

    /** Evicted, refused by its node, or over. */
    private void addEnd() {
        var status = pod.path("status");
        var reason = status.path("reason").asText();
        if (pod.path("metadata").has("deletionTimestamp")) {
            var finalizers = pod.path("metadata").path("finalizers");
            add(
                    "It is being deleted",
                    finalizers.isEmpty() ? "" : "waiting for finalizers " + finalizers,
                    finalizers.isEmpty() ? "" : "whoever set a finalizer has to take it away");
        }
        if (reason.isEmpty()) return;
        var advice = switch (reason) {
            case "Evicted" -> "its node ran short; pods that use more than they request go first: request what it uses";
            case "TopologyAffinityError" -> "no NUMA node had what it wants: plimsoll explain node NAME, or --topology";
            default -> reason.startsWith("OutOf") ? "the node was full when it came; its controller makes another" : "";
        };
        add(reason, status.path("message").asText(), advice);
    }

    private void addGates() {
        for (var gate : pod.path("spec").path("schedulingGates")) {
            add(
                    "It may not be scheduled yet",
                    "scheduling gate " + gate.path("name").asText(),
                    "whoever set the gate has to take it away");
        }
    }

    private void addConditions() {
        for (var condition : pod.path("status").path("conditions")) {
            var type = condition.path("type").asText();
            var isTrue = condition.path("status").asText().equals("True");
            var message = condition.path("message").asText();
            switch (type) {
                case "PodScheduled" -> {
                    if (!isTrue && !condition.path("reason").asText().equals("SchedulingGated"))
                        add(
                                "No node takes it",
                                message,
                                "free room, add a node, or ask for less: plimsoll explain node NAME");
                }
                case "PodResizePending" -> {
                    var isInfeasible = condition.path("reason").asText().equals("Infeasible");
                    if (isTrue && isInfeasible)
                        add(
                                "Its resize can never be done on this node",
                                message,
                                "ask for less, or let it be recreated elsewhere");
                    else if (isTrue)
                        add(
                                "Its resize waits for room",
                                message,
                                "plimsoll explain pod/" + name + " names who holds it");
                }
                case "PodResizeInProgress" -> {
                    if (isTrue && condition.path("reason").asText().equals("Error"))
                        add("Its resize fails and is tried again", message, "");
                    else if (isTrue) add("Its resize is in progress", message, "");
                }
                case "DisruptionTarget" -> {
                    if (isTrue)
                        add("It was chosen to go: " + condition.path("reason").asText(), message, "");
                }
                default -> {}
            }
        }
    }

    private void addContainer(JsonNode status) {
        var container = status.path("name").asText();
        var waiting = status.path("state").path("waiting");
        var why = waiting.path("reason").asText();
        if (!why.isEmpty() && !why.equals("PodInitializing") && !why.equals("ContainerCreating")) {
            add(
                    "Container " + container + " waits: " + why,
                    waiting.path("message").asText(),
                    advice(why, container));
        }
        var restarts = status.path("restartCount").asInt();
        var last = status.path("lastState").path("terminated");
        if (restarts > 0) {
            add(
                    "Container " + container + " was restarted " + (restarts == 1 ? "once" : restarts + " times"),
                    last.isMissingNode() ? "" : ended(last),
                    last.path("reason").asText().equals("OOMKilled")
                            ? "it needs more memory than its limit: plimsoll explain pod/" + name
                            : "");
        }
        var ended = status.path("state").path("terminated");
        if (ended.path("exitCode").asInt() != 0)
            add("Container " + container + " ended", ended(ended), "kubectl logs " + name + " -c " + container);
        var isUnready =
                status.path("state").has("running") && !status.path("ready").asBoolean();
        if (isUnready)
            add("Container " + container + " runs and is not ready", "", "its readiness probe does not succeed");
    }

    private static String ended(JsonNode terminated) {
        var code = terminated.path("exitCode").asInt();
        var message = terminated.path("message").asText();
        return "last it ended with " + terminated.path("reason").asText("code") + ", exit code " + code
                + (code == KILLED ? " (killed)" : "") + (message.isEmpty() ? "" : ": " + message);
    }

    private String advice(String why, String container) {
        return switch (why) {
            case "CrashLoopBackOff" -> "kubectl logs " + name + " -c " + container + " --previous";
            case "ImagePullBackOff", "ErrImagePull", "InvalidImageName" ->
                "check the name of the image and the pull secret";
            case "CreateContainerConfigError" -> "a ConfigMap or Secret that it names is missing";
            default -> "";
        };
    }

    private void add(String what, String detail, String advice) {
        reasons.add(new Reason(what, detail, advice));
    }
}
