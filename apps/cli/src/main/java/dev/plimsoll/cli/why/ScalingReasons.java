package dev.plimsoll.cli.why;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.autoscaling.HorizontalPodAutoscalerObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import java.util.ArrayList;
import java.util.List;

/** What keeps a workload from having more or larger pods: quotas that are used up, and what its autoscalers say. */
final class ScalingReasons {
    private ScalingReasons() {}

    /** The quotas of a namespace of which something is used up; nothing where they may not be read. */
    static List<ObjectReasons> quotas(ApiClient client, String namespace) {
        var told = new ArrayList<ObjectReasons>();
        for (var quota : all(client, ResourceQuotaObject.KIND, namespace)) {
            var name = quota.metadata().name();
            var reasons = new ArrayList<Reason>();
            quota.hard().toMap().forEach((resource, most) -> {
                var used = quota.used().amount(resource);
                if (used.compareTo(most) >= 0)
                    reasons.add(new Reason(
                            "It is used up",
                            resource + " " + used + " of " + most,
                            "raise it, or ask for less: kubectl describe resourcequota " + name));
            });
            add(told, "resourcequota/" + name, reasons);
        }
        return told;
    }

    /** The autoscalers of a workload, or of the workload that a pod belongs to, as far as they have something to say. */
    static List<ObjectReasons> autoscalers(ApiClient client, ApiObject object) {
        var targets = targets(client, object);
        var namespace = object.metadata().namespace();
        var told = new ArrayList<ObjectReasons>();
        for (var each : all(client, HorizontalPodAutoscalerObject.KIND, namespace)) {
            if (targets.contains(reference(each.target().kind(), each.target().name())))
                add(told, "horizontalpodautoscaler/" + each.metadata().name(), horizontal(each.conditions()));
        }
        for (var each : all(client, ObjectKind.untyped(VpaObject.RESOURCE), namespace)) {
            if (VpaObject.decode(each.document()) instanceof Decoded.View<VpaObject>(var vpa)
                    && targets.contains(
                            reference(vpa.target().kind(), vpa.target().name())))
                add(told, "verticalpodautoscaler/" + vpa.metadata().name(), vertical(vpa.conditions()));
        }
        return told;
    }

    private static void add(List<ObjectReasons> told, String title, List<Reason> reasons) {
        if (!reasons.isEmpty()) told.add(new ObjectReasons(title, reasons));
    }

    /** The object and those that control it, upwards: a pod, its ReplicaSet, its Deployment. */
    private static List<String> targets(ApiClient client, ApiObject object) {
        var targets = new ArrayList<String>();
        targets.add(reference(object.kind(), object.metadata().name()));
        for (var owner : object.metadata().owners()) {
            targets.add(reference(owner.kind(), owner.name()));
            if (!owner.kind().equals(ApiResource.REPLICA_SETS.kind())) continue;
            var set = new ObjectName(object.metadata().namespace(), owner.name());
            if (client.get(ApiResource.REPLICA_SETS, set) instanceof RequestResult.Done<ObjectNode>(var found)) {
                for (var above : new ApiObject(found).metadata().owners())
                    targets.add(reference(above.kind(), above.name()));
            }
        }
        return targets;
    }

    private static List<Reason> horizontal(Conditions conditions) {
        var reasons = new ArrayList<Reason>();
        for (var condition : conditions.all()) {
            var isTrue = condition.status().equals("True");
            var message = condition.message();
            switch (condition.type()) {
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

    private static List<Reason> vertical(Conditions conditions) {
        var reasons = new ArrayList<Reason>();
        for (var condition : conditions.all()) {
            var isTrue = condition.status().equals("True");
            var message = condition.message();
            switch (condition.type()) {
                case "RecommendationProvided" -> {
                    if (!isTrue) reasons.add(new Reason("It recommends nothing yet", message, ""));
                }
                case "ConfigUnsupported", "NoPodsMatched", "FetchingHistory" -> {
                    if (isTrue) reasons.add(new Reason(condition.type(), message, ""));
                }
                default -> {}
            }
        }
        return reasons;
    }

    private static String reference(String kind, String name) {
        return kind + "/" + name;
    }

    private static <T extends ApiObject> List<T> all(ApiClient client, ObjectKind<T> kind, String namespace) {
        return client.list(kind.resource(), ObjectSelection.inNamespace(namespace), Page.ALL)
                        instanceof RequestResult.Done<ResourceList>(var list)
                ? list.items().stream().map(kind::of).toList()
                : List.of();
    }
}
