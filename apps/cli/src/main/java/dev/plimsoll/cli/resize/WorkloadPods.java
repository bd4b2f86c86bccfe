package dev.plimsoll.cli.resize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The pods of a workload. */
final class WorkloadPods {
    private static final Map<String, ApiResource> KINDS = kinds();

    private WorkloadPods() {}

    private static Map<String, ApiResource> kinds() {
        var kinds = new TreeMap<String, ApiResource>();
        add(kinds, ApiResource.DEPLOYMENTS, "deploy");
        add(kinds, ApiResource.REPLICA_SETS, "rs");
        add(kinds, ApiResource.STATEFUL_SETS, "sts");
        add(kinds, ApiResource.DAEMON_SETS, "ds");
        return kinds;
    }

    private static void add(Map<String, ApiResource> kinds, ApiResource resource, String brief) {
        for (var word : List.of(resource.kind().toLowerCase(Locale.ROOT), resource.plural(), brief))
            kinds.put(word, resource);
    }

    static boolean isWorkload(String kind) {
        return KINDS.containsKey(kind);
    }

    /** Those that run, by name. */
    static RequestResult<List<ObjectNode>> of(ApiClient client, String kind, ObjectName name) {
        var resource = KINDS.get(kind);
        if (resource == null) throw new IllegalArgumentException(kind);
        return switch (client.get(resource, name)) {
            case RequestResult.Done<ObjectNode>(var workload) -> {
                var selector = labels(workload.path("spec").path("selector"));
                var selection = ObjectSelection.inNamespace(name.namespace()).withLabels(selector);
                yield client.list(ApiResource.PODS, selection, Page.ALL)
                        .map(list -> running(list, workload, resource.kind()));
            }
            case RequestResult<ObjectNode> failed -> failed.map(_ -> List.of());
        };
    }

    private static List<ObjectNode> running(ResourceList list, ObjectNode workload, String kind) {
        var pods = new ArrayList<ObjectNode>();
        for (var pod : list.items()) {
            var phase = pod.path("status").path("phase").asText();
            var isEnding = pod.path("metadata").has("deletionTimestamp");
            if (!phase.equals("Running") || isEnding || !belongs(pod, workload, kind)) continue;
            pods.add(pod);
        }
        pods.sort(Comparator.comparing(pod -> pod.path("metadata").path("name").asText()));
        return pods;
    }

    /** The pods of a Deployment belong to its ReplicaSets, whose names begin with its own. */
    private static boolean belongs(JsonNode pod, JsonNode workload, String kind) {
        var name = workload.path("metadata").path("name").asText();
        for (var owner : pod.path("metadata").path("ownerReferences")) {
            if (owner.path("uid").equals(workload.path("metadata").path("uid"))) return true;
            if (kind.equals("Deployment")
                    && owner.path("kind").asText().equals("ReplicaSet")
                    && owner.path("name").asText().startsWith(name + "-")) return true;
        }
        return false;
    }

    static String labels(JsonNode selector) {
        var terms = new ArrayList<String>();
        selector.path("matchLabels")
                .properties()
                .forEach(each -> terms.add(each.getKey() + "=" + each.getValue().asText()));
        for (var each : selector.path("matchExpressions")) {
            var key = each.path("key").asText();
            var values = new ArrayList<String>();
            each.path("values").forEach(value -> values.add(value.asText()));
            var list = " (" + String.join(",", values) + ")";
            terms.add(
                    switch (each.path("operator").asText()) {
                        case "In" -> key + " in" + list;
                        case "NotIn" -> key + " notin" + list;
                        case "DoesNotExist" -> "!" + key;
                        default -> key;
                    });
        }
        return String.join(",", terms);
    }
}
