package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.core.resize.state.StatusReport.OfContainer;
import dev.plimsoll.core.resize.state.StatusReport.State;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A report as the strategic merge patch that brings it into the pod's status. Conditions of others stay; those that are the
 * node's to say are taken away where the report does not have them any more. No map says {@code $patch: replace}: Kubernetes takes
 * nothing of such a map where the status does not have it yet.
 */
public final class StatusPatch {
    private static final List<String> OWN_CONDITIONS =
            List.of(Condition.POD_RESIZE_PENDING, Condition.POD_RESIZE_IN_PROGRESS, AssignedResources.CONDITION);

    /** Others say these too. What they said is not said against, once a status is known to hold it. */
    private static final Set<String> SHARED_CONDITIONS = Set.of("PodScheduled", "DisruptionTarget");

    private StatusPatch() {}

    /** For the pod with that uid and for no other one of the same name. */
    public static ObjectNode of(ObjectMeta pod, StatusReport report, String hostIp) {
        return of(pod, report, hostIp, MissingNode.getInstance());
    }

    /**
     * The same, against a status that is known.
     *
     * @param known what the API holds: what the report has no more is taken away by name
     */
    static ObjectNode of(ObjectMeta pod, StatusReport report, String hostIp, JsonNode known) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").put("uid", pod.uid());
        var status = patch.putObject("status");
        status.put("phase", report.phase());
        text(status, "reason", report.reason());
        text(status, "message", report.message());
        if (!report.qosClass().isEmpty()) status.put("qosClass", report.qosClass());
        if (report.observedGeneration() > 0) status.put("observedGeneration", report.observedGeneration());
        if (report.startTimeOrNull() != null) status.put("startTime", time(report.startTimeOrNull()));
        status.put("hostIP", hostIp);
        status.putArray("hostIPs").addObject().put("ip", hostIp);
        address(status, report.podIp(), known);
        conditions(status.putArray("conditions"), conditions(report), known.path("conditions"));
        containers(status, "initContainerStatuses", report.initContainers());
        containers(status, "containerStatuses", report.containers());
        containers(status, "ephemeralContainerStatuses", report.ephemeralContainers());
        PodLevelAmounts.put(status, report, known);
        return patch;
    }

    /** Whether something is left in a status that {@link #of(ObjectMeta, StatusReport, String)} could not name. */
    static boolean leavesRest(StatusReport report, JsonNode status) {
        if (PodLevelAmounts.leavesRest(report, status)) return true;
        for (var each : status.path("podIPs")) {
            if (!report.podIp().isEmpty() && !each.path("ip").asText().equals(report.podIp())) return true;
        }
        return false;
    }

    /** What was said before and no longer holds is taken away. */
    private static void text(ObjectNode owner, String name, String value) {
        if (value.isEmpty()) owner.putNull(name);
        else owner.put(name, value);
    }

    private static void address(ObjectNode status, String ip, JsonNode known) {
        if (ip.isEmpty()) return;
        status.put("podIP", ip);
        var list = status.putArray("podIPs");
        list.addObject().put("ip", ip);
        for (var each : known.path("podIPs")) {
            var other = each.path("ip").asText();
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

    private static void conditions(ArrayNode list, List<Condition> conditions, JsonNode known) {
        var present = new HashSet<String>();
        for (var condition : conditions) {
            if (SHARED_CONDITIONS.contains(condition.type()) && has(known, condition.type())) continue;
            present.add(condition.type());
            var entry = list.addObject().put("type", condition.type()).put("status", condition.status());
            text(entry, "reason", condition.reason());
            text(entry, "message", condition.message());
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
        for (var each : conditions) if (each.path("type").asText().equals(type)) return true;
        return false;
    }

    private static void containers(ObjectNode status, String name, List<OfContainer> containers) {
        if (containers.isEmpty()) return;
        var list = status.putArray(name);
        for (var container : containers) {
            var entry = list.addObject().put("name", container.name());
            state(entry.putObject("state"), container.state());
            var last = entry.putObject("lastState");
            if (container.lastStateOrNull() != null) state(last, container.lastStateOrNull());
            entry.put("ready", container.ready())
                    .put("restartCount", container.restartCount())
                    .put("image", container.image())
                    .put("imageID", container.imageId());
            // Nobody asks of an ephemeral container whether it has started.
            if (!name.equals("ephemeralContainerStatuses")) entry.put("started", container.started());
            if (!container.containerId().isEmpty()) entry.put("containerID", container.containerId());
            if (container.allocatedResources().isDeclared())
                entry.set("allocatedResources", PodWriter.amounts(entry, container.allocatedResources()));
            requirements(entry, container.resources());
        }
    }

    private static void state(ObjectNode node, State state) {
        switch (state) {
            case State.Waiting(var reason, var message) -> {
                var waiting = node.putObject("waiting");
                if (!reason.isEmpty()) waiting.put("reason", reason);
                if (!message.isEmpty()) waiting.put("message", message);
            }
            case State.Running(var startedAt) -> node.putObject("running").put("startedAt", time(startedAt));
            case State.Terminated ended -> {
                var terminated = node.putObject("terminated").put("exitCode", ended.exitCode());
                if (!ended.reason().isEmpty()) terminated.put("reason", ended.reason());
                if (!ended.message().isEmpty()) terminated.put("message", ended.message());
                terminated.put("startedAt", time(ended.startedAt())).put("finishedAt", time(ended.finishedAt()));
                if (!ended.containerId().isEmpty()) terminated.put("containerID", ended.containerId());
            }
        }
    }

    private static void requirements(ObjectNode owner, ResourceRequirements resources) {
        if (!resources.isDeclared()) return;
        var node = owner.putObject("resources");
        if (!resources.requests().isEmpty()) node.set("requests", PodWriter.amounts(node, resources.requests()));
        if (!resources.limits().isEmpty()) node.set("limits", PodWriter.amounts(node, resources.limits()));
    }

    /** The API keeps times of conditions to the second. */
    private static String wholeSeconds(String time) {
        var point = time.indexOf('.');
        return point < 0 ? time : time.substring(0, point) + "Z";
    }

    static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
