package dev.plimsoll.cli.why;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.workloads.StatusCondition;
import dev.plimsoll.objects.pod.ContainerRun;
import dev.plimsoll.objects.pod.ContainerRun.State;
import dev.plimsoll.objects.pod.PodObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a pod says of itself: why it is pending, waits, was ended or was started again. */
final class PodReasons {
    private static final int KILLED = 137;
    private static final Set<String> USUAL_WAITS = Set.of("PodInitializing", "ContainerCreating");

    private final PodObject pod;
    private final String name;
    private final List<Reason> reasons = new ArrayList<>();

    private PodReasons(PodObject pod) {
        this.pod = pod;
        this.name = pod.metadata().name();
    }

    static List<Reason> of(PodObject pod) {
        var found = new PodReasons(pod);
        found.addEnd();
        found.addGates();
        pod.conditions().all().forEach(found::addCondition);
        pod.containerRuns().forEach(found::addContainer);
        return List.copyOf(found.reasons);
    }

    /** Evicted, refused by its node, or over. */
    private void addEnd() {
        var reason = pod.reason();
        if (pod.metadata().isBeingDeleted()) {
            var finalizers = pod.metadata().finalizers();
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
        add(reason, pod.message(), advice);
    }

    private void addGates() {
        for (var gate : pod.schedulingGates())
            add("It may not be scheduled yet", "scheduling gate " + gate, "whoever set the gate has to take it away");
    }

    private void addCondition(StatusCondition condition) {
        var isTrue = condition.status().equals("True");
        var message = condition.message();
        switch (condition.type()) {
            case "PodScheduled" -> {
                if (!isTrue && !condition.reason().equals("SchedulingGated"))
                    add(
                            "No node takes it",
                            message,
                            "free room, add a node, or ask for less: plimsoll explain node NAME");
            }
            case Condition.POD_RESIZE_PENDING -> {
                if (isTrue && condition.reason().equals(Condition.INFEASIBLE))
                    add(
                            "Its resize can never be done on this node",
                            message,
                            "ask for less, or let it be recreated elsewhere");
                else if (isTrue)
                    add("Its resize waits for room", message, "plimsoll explain pod/" + name + " names who holds it");
            }
            case Condition.POD_RESIZE_IN_PROGRESS -> {
                if (isTrue && condition.reason().equals("Error"))
                    add("Its resize fails and is tried again", message, "");
                else if (isTrue) add("Its resize is in progress", message, "");
            }
            case "DisruptionTarget" -> {
                if (isTrue) add("It was chosen to go: " + condition.reason(), message, "");
            }
            default -> {}
        }
    }

    private void addContainer(ContainerRun container) {
        var name = "Container " + container.name();
        if (container.state() instanceof State.Waiting(var why, var message)
                && !why.isEmpty()
                && !USUAL_WAITS.contains(why)) add(name + " waits: " + why, message, advice(why, container.name()));
        addRestarts(container);
        switch (container.state()) {
            case State.Terminated ended -> {
                if (ended.exitCode() != 0)
                    add(name + " ended", ended(ended), "kubectl logs " + this.name + " -c " + container.name());
            }
            case State.Running _ -> {
                if (!container.isReady())
                    add(name + " runs and is not ready", "", "its readiness probe does not succeed");
            }
            case State.Waiting _, State.Unknown _ -> {}
        }
    }

    private void addRestarts(ContainerRun container) {
        var restarts = container.restartCount();
        if (restarts == 0) return;
        var what = "Container " + container.name() + " was restarted " + (restarts == 1 ? "once" : restarts + " times");
        if (container.last() instanceof State.Terminated last) {
            var isKilled = last.reason().equals("OOMKilled");
            add(what, ended(last), isKilled ? "it needs more memory than its limit: plimsoll explain pod/" + name : "");
        } else {
            add(what, "", "");
        }
    }

    private static String ended(State.Terminated terminated) {
        var code = terminated.exitCode();
        var reason = terminated.reason().isEmpty() ? "code" : terminated.reason();
        return "last it ended with " + reason + ", exit code " + code + (code == KILLED ? " (killed)" : "")
                + (terminated.message().isEmpty() ? "" : ": " + terminated.message());
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
