package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.simulation.cluster.NodeInvariants;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What must hold in the end: what is wanted is what is there, and everything is accounted for. */
final class FinalState {
    private final StoredObjects objects;
    private final List<NodeProcess> nodes;
    private final List<String> problems = new ArrayList<>();

    FinalState(StoredObjects objects, List<NodeProcess> nodes) {
        this.objects = objects;
        this.nodes = nodes;
    }

    List<String> problems() {
        owners();
        deployments();
        new FinalWorkloads(objects, nodes.size(), problems::add).check();
        for (var pod : objects.pods()) pod(pod);
        for (var node : nodes) node(node);
        quota();
        return problems;
    }

    /** No object is without its owner. */
    private void owners() {
        var uids = new HashSet<String>();
        for (var object : objects.all().values())
            uids.add(object.path("metadata").path("uid").asText());
        objects.all().forEach((key, object) -> {
            var owners = object.path("metadata").path("ownerReferences");
            if (owners.isEmpty()) return;
            for (var owner : owners) if (uids.contains(owner.path("uid").asText())) return;
            problems.add("owner: " + key + " is without "
                    + owners.get(0).path("kind").asText() + " "
                    + owners.get(0).path("name").asText());
        });
    }

    static boolean isOwnedBy(ObjectNode object, String uid) {
        for (var owner : object.path("metadata").path("ownerReferences"))
            if (owner.path("uid").asText().equals(uid)) return true;
        return false;
    }

    private void deployments() {
        for (var deployment : objects.under("/registry/apps/deployments/")) {
            var name = deployment.path("metadata").path("name").asText();
            if (isLate(deployment)) problems.add("desired: deployment " + name + " is not observed");
            var wanted = deployment.path("spec").path("replicas").asInt();
            var sets = objects.under("/registry/apps/replicasets/").stream()
                    .filter(set -> isOwnedBy(
                            set, deployment.path("metadata").path("uid").asText()))
                    .toList();
            var uids = sets.stream()
                    .map(set -> set.path("metadata").path("uid").asText())
                    .toList();
            var there = objects.pods().stream()
                    .filter(pod -> !StoredObjects.isOver(pod) && uids.stream().anyMatch(uid -> isOwnedBy(pod, uid)))
                    .toList();
            var count = there.size();
            if (count != wanted && !isRolloutThatWaits(wanted, there))
                problems.add("desired: deployment " + name + " wants " + wanted + " pods and has " + count);
            if (deployment.path("status").path("replicas").asInt() != count)
                problems.add("desired: deployment " + name + " says that it has "
                        + deployment.path("status").path("replicas").asInt() + " pods and has " + count);
        }
    }

    /** An old pod is kept for as long as a new one finds no node: up to a quarter more pods, which is the default surge. */
    private static boolean isRolloutThatWaits(int wanted, List<ObjectNode> there) {
        var surge = Math.ceilDiv(wanted, 4);
        return there.size() > wanted
                && there.size() <= wanted + surge
                && there.stream().anyMatch(pod -> !StoredObjects.isOnNode(pod));
    }

    private static boolean isLate(ObjectNode object) {
        return object.path("status").path("observedGeneration").asLong()
                != object.path("metadata").path("generation").asLong();
    }

    private void pod(ObjectNode pod) {
        var name = pod.path("metadata").path("namespace").asText() + "/"
                + pod.path("metadata").path("name").asText();
        if (pod.path("metadata").has("deletionTimestamp"))
            problems.add("desired: pod " + name + " is still there: " + told(pod));
        if (StoredObjects.isOver(pod)) {
            // Garbage collection ends pods in the place of their nodes, and leaves what those said.
            var isCollected =
                    condition(pod, "DisruptionTarget").path("reason").asText().equals("DeletionByPodGC");
            for (var told : List.of("PodResizePending", "PodResizeInProgress"))
                if (!isCollected && !condition(pod, told).isMissingNode())
                    problems.add("resize: of pod " + name + ", which has ended: " + told(pod));
            return;
        }
        if (!StoredObjects.isOnNode(pod)) {
            if (condition(pod, "PodScheduled").path("reason").asText().isEmpty())
                problems.add("desired: nothing is said of why pod " + name + " has no node");
            return;
        }
        if (isLate(pod)) problems.add("resize: generation of pod " + name + " is not observed");
        var pending = condition(pod, "PodResizePending");
        if (!pending.isMissingNode()
                && (pending.path("reason").asText().isEmpty()
                        || pending.path("message").asText().isEmpty()))
            problems.add("resize: of pod " + name + " waits without a reason");
        var inProgress = condition(pod, "PodResizeInProgress");
        if (pending.isMissingNode() && inProgress.isMissingNode() && !isActuated(pod))
            problems.add("resize: pod " + name + " has not what it wants, and nothing is said of it");
    }

    /** Pods of which the API says that a resize waits or is in progress. */
    private List<String> resizes(String node) {
        return objects.pods().stream()
                .filter(pod -> pod.path("spec").path("nodeName").asText().equals(node))
                .filter(pod -> !condition(pod, "PodResizeInProgress").isMissingNode()
                        || !condition(pod, "PodResizePending").isMissingNode())
                .map(pod -> pod.path("metadata").path("name").asText() + " " + told(pod))
                .toList();
    }

    private String told(ObjectNode pod) {
        var on = pod.path("spec").path("nodeName").asText();
        var uid = pod.path("metadata").path("uid").asText();
        var known = "";
        for (var node : nodes) {
            var state = node.state();
            if (node.name().equals(on) && state != null) known = String.valueOf(state.pod(uid));
        }
        return "on " + on + ", " + pod.path("status") + ", known there as " + known;
    }

    static JsonNode condition(ObjectNode pod, String type) {
        for (var condition : pod.path("status").path("conditions"))
            if (condition.path("type").asText().equals(type)) return condition;
        return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }

    /** Whether what each running container has been given is what its spec asks for. */
    private static boolean isActuated(ObjectNode pod) {
        for (var container : pod.path("spec").path("containers")) {
            for (var status : pod.path("status").path("containerStatuses")) {
                if (!Objects.equals(
                        status.path("name").asText(), container.path("name").asText())) continue;
                if (!status.path("state").has("running")) continue;
                var wanted = container.path("resources").path("requests");
                var given = status.path("allocatedResources");
                for (var resource : (Iterable<String>) wanted::fieldNames)
                    if (Set.of("cpu", "memory").contains(resource)
                            && !given.path(resource).equals(wanted.path(resource))) return false;
            }
        }
        return true;
    }

    private void node(NodeProcess node) {
        var state = node.state();
        if (state == null) {
            problems.add("desired: " + node.name() + " does not run");
            return;
        }
        var running = node.machine().running();
        var found = NodeInvariants.statuses(node.name(), state, running, objects.pods());
        if (found != null) problems.add(found);
        var gauges = NodeInvariants.gauges(node.name(), node.gauges(), running, objects.pods());
        if (gauges != null) problems.add(gauges + "; resizes on the node: " + resizes(node.name()));
        var wanted = new HashSet<String>();
        for (var pod : objects.pods())
            if (pod.path("spec").path("nodeName").asText().equals(node.name()))
                wanted.add(pod.path("metadata").path("uid").asText());
        for (var uid : running.keySet())
            if (!wanted.contains(uid))
                problems.add("desired: " + node.name() + " runs " + uid + ", which nobody wants");
    }

    /** What is used is what is there, and what a server that died had on its way: that is given back after some minutes. */
    private void quota() {
        var pods = objects.under(StoredObjects.PODS + StoreTemplate.LIMITED + "/");
        var counted = pods.stream().filter(pod -> !StoredObjects.isOver(pod)).count();
        var stored = new HashSet<String>();
        for (var pod : pods) stored.add(pod.path("metadata").path("uid").asText());
        var outstanding = 0;
        for (var charges : objects.under("/quota/outstanding/" + StoreTemplate.LIMITED + "/"))
            for (var uid : (Iterable<String>) charges::fieldNames) if (!stored.contains(uid)) outstanding++;
        for (var quota : objects.under("/registry/resourcequotas/" + StoreTemplate.LIMITED + "/")) {
            var used = quota.path("status").path("used").path("pods").asLong();
            if (used < counted || used > counted + outstanding)
                problems.add("quota: " + used + " pods are said to be used, and there are " + counted + " and "
                        + outstanding + " on their way");
        }
    }
}
