package dev.plimsoll.apiserver.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Plain fields that Kubernetes writes even where they have no value, by the type that has them. */
final class AlwaysWritten {
    private static final JsonNode NULL = JsonNodeFactory.instance.nullNode();
    private static final JsonNode ZERO = JsonNodeFactory.instance.numberNode(0);
    private static final JsonNode EMPTY = JsonNodeFactory.instance.textNode("");
    private static final JsonNode NO = JsonNodeFactory.instance.booleanNode(false);

    private record Default(String field, JsonNode value) {}

    private static final Map<String, List<Default>> FIELDS = Map.ofEntries(
            Map.entry("PodCondition", each(NULL, "lastProbeTime", "lastTransitionTime")),
            Map.entry("NodeCondition", each(NULL, "lastHeartbeatTime", "lastTransitionTime")),
            Map.entry(
                    "ContainerStatus",
                    joined(each(EMPTY, "image", "imageID", "name"), each(NO, "ready"), each(ZERO, "restartCount"))),
            Map.entry(
                    "NodeSystemInfo",
                    each(
                            EMPTY,
                            "architecture",
                            "bootID",
                            "containerRuntimeVersion",
                            "kernelVersion",
                            "kubeProxyVersion",
                            "kubeletVersion",
                            "machineID",
                            "operatingSystem",
                            "osImage",
                            "systemUUID")),
            Map.entry("DaemonEndpoint", each(ZERO, "Port")),
            Map.entry("ReplicaSetStatus", each(ZERO, "replicas")),
            Map.entry("StatefulSetStatus", each(ZERO, "replicas", "availableReplicas")),
            Map.entry("ScaleStatus", each(ZERO, "replicas")),
            Map.entry(
                    "DaemonSetStatus",
                    each(
                            ZERO,
                            "currentNumberScheduled",
                            "numberMisscheduled",
                            "desiredNumberScheduled",
                            "numberReady")),
            Map.entry(
                    "PodDisruptionBudgetStatus",
                    each(ZERO, "currentHealthy", "desiredHealthy", "disruptionsAllowed", "expectedPods")),
            Map.entry(
                    "Event",
                    joined(
                            each(NULL, "firstTimestamp", "lastTimestamp", "eventTime"),
                            each(EMPTY, "reportingComponent", "reportingInstance"))));

    private AlwaysWritten() {}

    @SafeVarargs
    private static List<Default> joined(List<Default>... lists) {
        var all = new ArrayList<Default>();
        for (var list : lists) all.addAll(list);
        return List.copyOf(all);
    }

    private static List<Default> each(JsonNode value, String... names) {
        var defaults = new ArrayList<Default>();
        for (var name : names) defaults.add(new Default(name, value));
        return List.copyOf(defaults);
    }

    static void addTo(ObjectNode object, String type) {
        for (var each : FIELDS.getOrDefault(type, List.of())) {
            if (!object.has(each.field())) object.set(each.field(), each.value());
        }
    }
}
