package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.resources.ContainerUser;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.core.resize.state.StatusReport.OfContainer;
import dev.plimsoll.core.resize.state.StatusReport.State;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.tree.DraftList;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A report as the strategic merge patch that brings it into the pod's status. Conditions of others stay; those that are the
 * node's to say are taken away where the report does not have them any more. No map says {@code $patch: replace}: Kubernetes takes
 * nothing of such a map where the status does not have it yet.
 */
public final class StatusPatch extends ObjectChange {
    private static final List<String> OWN_CONDITIONS =
            List.of(Condition.POD_RESIZE_PENDING, Condition.POD_RESIZE_IN_PROGRESS, AssignedResources.CONDITION);

    /** Others say these too. What they said is not said against, once a status is known to hold it. */
    private static final Set<String> SHARED_CONDITIONS = Set.of("PodScheduled", "DisruptionTarget");

    private final DraftNode status;

    private StatusPatch(ObjectMeta pod, StatusReport report, String hostIp, JsonNode known) {
        super(pod.uid());
        this.status = root().object("status");
        status.put("phase", report.phase());
        textOrNull(status, "reason", report.reason());
        textOrNull(status, "message", report.message());
        if (!report.qosClass().isEmpty()) status.put("qosClass", report.qosClass());
        if (report.observedGeneration() > 0) status.put("observedGeneration", report.observedGeneration());
        if (report.startTimeOrNull() != null) status.put("startTime", Timestamps.text(report.startTimeOrNull()));
        status.put("hostIP", hostIp);
        status.list("hostIPs").addObject().put("ip", hostIp);
        address(report.podIp(), known);
        conditions(status.list("conditions"), conditions(report), known.path("conditions"));
        containers("initContainerStatuses", report.initContainers());
        containers("containerStatuses", report.containers());
        containers("ephemeralContainerStatuses", report.ephemeralContainers());
        PodLevelAmounts.put(status, report, known);
    }

    /** For the pod with that uid and for no other one of the same name. */
    public static StatusPatch of(ObjectMeta pod, StatusReport report, String hostIp) {
        return new StatusPatch(pod, report, hostIp, MissingNode.getInstance());
    }

    /**
     * The same, against a status that is known.
     *
     * @param known the pod as the API holds it: what the report has no more is taken away by name
     */
    public static StatusPatch of(ObjectMeta pod, StatusReport report, String hostIp, PodObject known) {
        return new StatusPatch(pod, report, hostIp, known.statusTree());
    }

    /** Whether the status of a pod says all that this would make it say. */
    public boolean isHeldBy(PodObject pod) {
        return StatusComparison.holds(pod.statusTree(), status.node());
    }

    /**
     * Whether a status tells of the pod level where the report does. {@link #isHeldBy} takes an empty one for none, as API servers differ in
     * whether they keep it: who goes by this alone may never come to an end.
     */
    public static boolean isPodLevelAsDeclared(StatusReport report, PodObject pod) {
        return PodLevelAmounts.isAsDeclared(report, pod.statusTree());
    }

    /** Whether something is left in a status that {@link #of(ObjectMeta, StatusReport, String)} could not name. */
    public static boolean leavesRest(StatusReport report, PodObject pod) {
        if (PodLevelAmounts.leavesRest(report, pod.statusTree())) return true;
        for (var each : pod.statusTree().path("podIPs")) {
            if (!report.podIp().isEmpty() && !text(each, "ip").equals(report.podIp())) return true;
        }
        return false;
    }

    /** What was said before and no longer holds is taken away. */
    private static void textOrNull(DraftNode owner, String name, String value) {
        if (value.isEmpty()) owner.putNull(name);
        else owner.put(name, value);
    }

    private void address(String ip, JsonNode known) {
        if (ip.isEmpty()) return;
        status.put("podIP", ip);
        var list = status.list("podIPs");
        list.addObject().put("ip", ip);
        for (var each : known.path("podIPs")) {
            var other = text(each, "ip");
            if (!other.equals(ip)) list.addObject().put("ip", other).put("$patch", "delete");
        }
    }

    /** With the one that tells what the pod has for itself. */
    private static List<Condition> conditions(StatusReport report) {
        var placement = report.placementOrNull();
        if (placement == null) return report.conditions();
        var all = new ArrayList<>(report.conditions());
        all.add(new Condition(
                AssignedResources.CONDITION,
                "True",
                AssignedResources.REASON,
                AssignedResources.message(placement),
                report.observedGeneration(),
                ""));
        return all;
    }

    private static void conditions(DraftList list, List<Condition> conditions, JsonNode known) {
        var present = new HashSet<String>();
        for (var condition : conditions) {
            if (SHARED_CONDITIONS.contains(condition.type()) && has(known, condition.type())) continue;
            present.add(condition.type());
            var entry = list.addObject().put("type", condition.type()).put("status", condition.status());
            textOrNull(entry, "reason", condition.reason());
            textOrNull(entry, "message", condition.message());
            if (condition.observedGeneration() > 0) entry.put("observedGeneration", condition.observedGeneration());
            entry.putNull("lastProbeTime");
            if (!condition.lastTransitionTime().isEmpty())
                entry.put("lastTransitionTime", wholeSeconds(condition.lastTransitionTime()));
        }
        for (var own : OWN_CONDITIONS) {
            if (!present.contains(own)) list.addObject().put("type", own).put("$patch", "delete");
        }
    }

    private static boolean has(JsonNode conditions, String type) {
        for (var each : conditions) if (text(each, "type").equals(type)) return true;
        return false;
    }

    private void containers(String name, List<OfContainer> containers) {
        if (containers.isEmpty()) return;
        var list = status.list(name);
        for (var container : containers) {
            var entry = list.addObject().put("name", container.name());
            state(entry.object("state"), container.state());
            var last = entry.object("lastState");
            if (container.lastStateOrNull() != null) state(last, container.lastStateOrNull());
            entry.put("ready", container.ready())
                    .put("restartCount", container.restartCount())
                    .put("image", container.image())
                    .put("imageID", container.imageId());
            // Nobody asks of an ephemeral container whether it has started.
            if (!name.equals("ephemeralContainerStatuses")) entry.put("started", container.started());
            if (!container.containerId().isEmpty()) entry.put("containerID", container.containerId());
            if (container.allocatedResources().isDeclared())
                entry.set("allocatedResources", PodWriter.amounts(entry.node(), container.allocatedResources()));
            entry.putUnlessEmpty("stopSignal", container.stopSignal());
            if (container.userOrNull() != null) user(entry.object("user").object("linux"), container.userOrNull());
            requirements(entry, container.resources());
        }
    }

    private static void user(DraftNode node, ContainerUser user) {
        node.put("uid", user.uid()).put("gid", user.gid());
        var groups = node.newList("supplementalGroups");
        for (var group : user.supplementalGroups()) groups.add(LongNode.valueOf(group));
    }

    private static void state(DraftNode node, State state) {
        switch (state) {
            case State.Waiting(var reason, var message) ->
                node.object("waiting").putUnlessEmpty("reason", reason).putUnlessEmpty("message", message);
            case State.Running(var startedAt) -> node.object("running").put("startedAt", Timestamps.text(startedAt));
            case State.Terminated ended ->
                node.object("terminated")
                        .put("exitCode", ended.exitCode())
                        .putUnlessEmpty("reason", ended.reason())
                        .putUnlessEmpty("message", ended.message())
                        .put("startedAt", Timestamps.text(ended.startedAt()))
                        .put("finishedAt", Timestamps.text(ended.finishedAt()))
                        .putUnlessEmpty("containerID", ended.containerId());
        }
    }

    private static void requirements(DraftNode owner, ResourceRequirements resources) {
        if (!resources.isDeclared()) return;
        var node = owner.object("resources");
        if (!resources.requests().isEmpty()) node.set("requests", PodWriter.amounts(node.node(), resources.requests()));
        if (!resources.limits().isEmpty()) node.set("limits", PodWriter.amounts(node.node(), resources.limits()));
    }

    /** The API keeps times of conditions to the second. */
    private static String wholeSeconds(String time) {
        var point = time.indexOf('.');
        return point < 0 ? time : time.substring(0, point) + "Z";
    }
}
