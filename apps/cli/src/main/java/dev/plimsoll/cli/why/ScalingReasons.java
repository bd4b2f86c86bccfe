package dev.plimsoll.cli.why;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;

/** What keeps a workload from having more or larger pods: quotas that are used up, and what its autoscalers say. */
final class ScalingReasons {
    private static final ApiResource QUOTAS = ApiResource.namespaced("", "v1", "resourcequotas", "ResourceQuota");
    private static final ApiResource VERTICAL =
            ApiResource.namespaced("autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler");

    private ScalingReasons() {}

    /** The quotas of a namespace of which something is used up; nothing where they may not be read. */
    static List<Told> quotas(ApiClient client, String namespace) {
        var told = new ArrayList<Told>();
        for (var quota : all(client, QUOTAS, namespace)) {
            var status = quota.path("status");
            var reasons = new ArrayList<Reason>();
            for (var hard : status.path("hard").properties()) {
                var used = status.path("used").path(hard.getKey()).asText();
                if (isUsedUp(used, hard.getValue().asText()))
                    reasons.add(new Reason(
                            "It is used up",
                            hard.getKey() + " " + used + " of "
                                    + hard.getValue().asText(),
                            "raise it, or ask for less: kubectl describe resourcequota " + name(quota)));
            }
            if (!reasons.isEmpty()) told.add(new Told("resourcequota/" + name(quota), reasons));
        }
        return told;
    }

    private static boolean isUsedUp(String used, String hard) {
        return Quantity.parse(used) instanceof ParsedQuantity.Parsed(var have)
                && Quantity.parse(hard) instanceof ParsedQuantity.Parsed(var most)
                && have.compareTo(most) >= 0;
    }

    /** The autoscalers of a workload, or of the workload that a pod belongs to, as far as they have something to say. */
    static List<Told> autoscalers(ApiClient client, ApiResource resource, ObjectNode object) {
        var targets = targets(client, resource, object);
        var namespace = object.path("metadata").path("namespace").asText();
        var told = new ArrayList<Told>();
        for (var each : all(client, ApiResource.HORIZONTAL_POD_AUTOSCALERS, namespace)) {
            if (targets.contains(target(each.path("spec").path("scaleTargetRef"))))
                add(told, "horizontalpodautoscaler/" + name(each), horizontal(each));
        }
        for (var each : all(client, VERTICAL, namespace)) {
            if (targets.contains(target(each.path("spec").path("targetRef"))))
                add(told, "verticalpodautoscaler/" + name(each), vertical(each));
        }
        return told;
    }

    private static void add(List<Told> told, String title, List<Reason> reasons) {
        if (!reasons.isEmpty()) told.add(new Told(title, reasons));
    }

    /** The object and those that control it, upwards: a pod, its ReplicaSet, its Deployment. */
    private static List<String> targets(ApiClient client, ApiResource resource, ObjectNode object) {
        var targets = new ArrayList<String>();
        targets.add(resource.kind() + "/" + name(object));
        for (var owner : object.path("metadata").path("ownerReferences")) {
            targets.add(target(owner));
            if (!owner.path("kind").asText().equals(ApiResource.REPLICA_SETS.kind())) continue;
            var set = new ObjectName(
                    object.path("metadata").path("namespace").asText(),
                    owner.path("name").asText());
            if (client.get(ApiResource.REPLICA_SETS, set) instanceof RequestResult.Done<ObjectNode>(var found)) {
                for (var above : found.path("metadata").path("ownerReferences")) targets.add(target(above));
            }
        }
        return targets;
    }

    private static List<Reason> horizontal(JsonNode autoscaler) {
        var reasons = new ArrayList<Reason>();
        for (var condition : autoscaler.path("status").path("conditions")) {
            var isTrue = condition.path("status").asText().equals("True");
            var message = condition.path("message").asText();
            switch (condition.path("type").asText()) {
                case "AbleToScale" -> {
                    if (!isTrue) reasons.add(new Reason("It cannot scale", message, ""));
                }
                case "ScalingActive" -> {
                    if (!isTrue)
                        reasons.add(new Reason(
                                "It does not scale", message, "it needs metrics and requests: kubectl top pods"));
                }
                case "ScalingLimited" -> {
                    if (isTrue)
                        reasons.add(new Reason("It is at its limit", message, "change minReplicas or maxReplicas"));
                }
                default -> {}
            }
        }
        return reasons;
    }

    private static List<Reason> vertical(JsonNode autoscaler) {
        var reasons = new ArrayList<Reason>();
        for (var condition : autoscaler.path("status").path("conditions")) {
            var isTrue = condition.path("status").asText().equals("True");
            var message = condition.path("message").asText();
            switch (condition.path("type").asText()) {
                case "RecommendationProvided" -> {
                    if (!isTrue) reasons.add(new Reason("It recommends nothing yet", message, ""));
                }
                case "ConfigUnsupported", "NoPodsMatched", "FetchingHistory" -> {
                    if (isTrue) reasons.add(new Reason(condition.path("type").asText(), message, ""));
                }
                default -> {}
            }
        }
        return reasons;
    }

    private static String target(JsonNode reference) {
        return reference.path("kind").asText() + "/" + reference.path("name").asText();
    }

    private static String name(JsonNode object) {
        return object.path("metadata").path("name").asText();
    }

    private static List<ObjectNode> all(ApiClient client, ApiResource resource, String namespace) {
        return client.list(resource, ObjectSelection.inNamespace(namespace), Page.ALL)
                        instanceof RequestResult.Done<ResourceList>(var list)
                ? list.items()
                : List.of();
    }
}
