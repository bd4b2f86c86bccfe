package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What must hold of jobs, stateful sets and daemon sets in the end. */
final class FinalWorkloads {
    private static final String TRACKED = "batch.kubernetes.io/job-tracking";

    private final StoredObjects objects;
    private final int nodes;
    private final Consumer<String> problems;

    FinalWorkloads(StoredObjects objects, int nodes, Consumer<String> problems) {
        this.objects = objects;
        this.nodes = nodes;
        this.problems = problems;
    }

    void check() {
        for (var job : objects.under("/registry/batch/jobs/")) job(job);
        for (var set : objects.under("/registry/apps/statefulsets/")) statefulSet(set);
        for (var set : objects.under("/registry/apps/daemonsets/")) daemonSet(set);
    }

    private List<ObjectNode> podsOf(ObjectNode owner) {
        var uid = owner.path("metadata").path("uid").asText();
        return objects.pods().stream()
                .filter(pod -> FinalState.isOwnedBy(pod, uid))
                .toList();
    }

    private List<ObjectNode> alive(ObjectNode owner) {
        return podsOf(owner).stream().filter(pod -> !StoredObjects.isOver(pod)).toList();
    }

    private static String name(ObjectNode object) {
        return object.path("kind").asText() + " "
                + object.path("metadata").path("name").asText();
    }

    /** Work that was done is counted, once; work that is left is being done, or waits after a failure. */
    private void job(ObjectNode job) {
        var status = job.path("status");
        var wanted = job.path("spec").path("completions").asInt();
        var counted = status.path("succeeded").asInt();
        if (counted > wanted) problems.accept("desired: " + name(job) + " counts " + counted + " of " + wanted);
        var isComplete =
                FinalState.condition(job, "Complete").path("status").asText().equals("True");
        var isFailed =
                FinalState.condition(job, "Failed").path("status").asText().equals("True");
        if (isComplete && counted != wanted)
            problems.accept("desired: " + name(job) + " is complete with " + counted + " of " + wanted);
        if (!isComplete
                && !isFailed
                && alive(job).isEmpty()
                && status.path("failed").asInt() == 0)
            problems.accept("desired: " + name(job) + " is not finished and has no pods: " + status);
        for (var pod : podsOf(job)) {
            var isTracked = false;
            for (var finalizer : pod.path("metadata").path("finalizers"))
                isTracked |= finalizer.asText().equals(TRACKED);
            if (isTracked && StoredObjects.isOver(pod))
                problems.accept("desired: " + name(job) + " has not counted pod "
                        + pod.path("metadata").path("name").asText());
        }
        var done = podsOf(job).stream()
                .filter(pod -> pod.path("status").path("phase").asText().equals("Succeeded"))
                .count();
        if (done > wanted) problems.accept("desired: " + name(job) + " did " + done + " of " + wanted);
    }

    /** A pod that is not ready holds up those after it, in both directions. */
    private void statefulSet(ObjectNode set) {
        var pods = alive(set);
        var wanted = new TreeSet<String>();
        for (var i = 0; i < set.path("spec").path("replicas").asInt(); i++)
            wanted.add(set.path("metadata").path("name").asText() + "-" + i);
        var there = new TreeSet<String>();
        for (var pod : pods) there.add(pod.path("metadata").path("name").asText());
        var isHeldUp = pods.stream()
                .anyMatch(pod -> !FinalState.condition(pod, "Ready")
                        .path("status")
                        .asText()
                        .equals("True"));
        if (!isHeldUp && !there.equals(wanted))
            problems.accept("desired: " + name(set) + " wants " + wanted + " and has " + there);
        if (set.path("status").path("replicas").asInt() != pods.size())
            problems.accept("desired: " + name(set) + " says that it has "
                    + set.path("status").path("replicas").asInt() + " pods and has " + pods.size());
    }

    private void daemonSet(ObjectNode set) {
        var pods = alive(set);
        var told = set.path("status").path("desiredNumberScheduled").asInt();
        if (told != nodes) problems.accept("desired: " + name(set) + " wants " + told + " pods on " + nodes + " nodes");
        var missing = nodes - pods.size() - evictedFrom(pods);
        if (pods.size() > nodes || missing > 0)
            problems.accept("desired: " + name(set) + " has " + pods.size() + " pods on " + nodes + " nodes");
    }

    /**
     * Nodes without a pod of the set that are short of memory. The set's pods tolerate the taint, so that each is placed there and evicted
     * again; between two of them the set waits.
     */
    private int evictedFrom(List<ObjectNode> pods) {
        var used = new TreeSet<String>();
        for (var pod : pods) used.add(pod.path("spec").path("nodeName").asText());
        var count = 0;
        for (var node : objects.under("/registry/nodes/")) {
            var isShort = FinalState.condition(node, "MemoryPressure")
                    .path("status")
                    .asText()
                    .equals("True");
            if (isShort && !used.contains(node.path("metadata").path("name").asText())) count++;
        }
        return count;
    }
}
