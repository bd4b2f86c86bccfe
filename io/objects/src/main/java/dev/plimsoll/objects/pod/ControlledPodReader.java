package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.time;
import static dev.plimsoll.objects.tree.DocumentFields.timeOrEpoch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.ControlledPod.Restarts;
import dev.plimsoll.core.workloads.PodFailure;
import dev.plimsoll.core.workloads.PodResourceRequests;
import dev.plimsoll.core.workloads.StatusCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;

/** Reads what controllers ask of a pod. */
final class ControlledPodReader {
    private ControlledPodReader() {}

    static ControlledPod read(PodObject pod, JsonNode spec, JsonNode status) {
        var conditions = pod.conditions();
        return new ControlledPod(
                pod.metadata(),
                pod.nodeName(),
                NodeTarget.of(spec),
                text(status, "phase", "Pending"),
                conditions.is("Ready", "True"),
                transition(conditions, "Ready"),
                finished(status),
                failure(conditions, status),
                conditions.is("DisruptionTarget", "True") ? transition(conditions, "DisruptionTarget") : Instant.EPOCH,
                restarts(spec, status),
                TolerationReader.tolerations(spec),
                new PodResourceRequests(
                        ResourceParts.of(spec),
                        conditions.is("PodResizePending", "True") ? conditions.reason("PodResizePending") : "",
                        conditions.is("PodResizeInProgress", "True"),
                        pod.observedGeneration() >= pod.metadata().generation()),
                PodNetworkReader.read(spec, status));
    }

    private static Instant transition(Conditions conditions, String type) {
        return conditions.find(type).map(StatusCondition::lastTransition).orElse(Instant.EPOCH);
    }

    private static JsonNode terminated(JsonNode containerStatus) {
        return containerStatus.path("state").path("terminated");
    }

    private static Instant finished(JsonNode status) {
        var last = Instant.EPOCH;
        for (var container : status.path("containerStatuses")) {
            var end = time(terminated(container), "finishedAt");
            if (end.isPresent() && end.get().isAfter(last)) last = end.get();
        }
        return last;
    }

    private static PodFailure failure(Conditions all, JsonNode status) {
        if (!text(status, "phase").equals("Failed")) return PodFailure.NONE;
        var exits = new ArrayList<PodFailure.Exit>();
        var hasStatuses = false;
        for (var list : List.of("initContainerStatuses", "containerStatuses")) {
            for (var container : status.path(list)) {
                hasStatuses = true;
                var code = integer(terminated(container), "exitCode", 0);
                if (code != 0) exits.add(new PodFailure.Exit(text(container, "name"), code));
            }
        }
        var conditions = new HashMap<String, String>();
        for (var condition : all.all()) conditions.put(condition.type(), condition.status());
        return PodFailure.of(exits, conditions, text(status, "reason"), hasStatuses, timeOrEpoch(status, "startTime"));
    }

    private static Restarts restarts(JsonNode spec, JsonNode status) {
        var sidecars = new HashSet<String>();
        for (var container : spec.path("initContainers")) {
            if (text(container, "restartPolicy").equals("Always")) sidecars.add(text(container, "name"));
        }
        var containers = 0;
        var ofSidecars = 0;
        var all = 0;
        for (var container : status.path("containerStatuses")) {
            var count = integer(container, "restartCount", 0);
            containers = Math.max(containers, count);
            all += count;
        }
        for (var container : status.path("initContainerStatuses")) {
            var count = integer(container, "restartCount", 0);
            all += count;
            if (sidecars.contains(text(container, "name"))) ofSidecars = Math.max(ofSidecars, count);
        }
        return new Restarts(containers, ofSidecars, all);
    }
}
