package dev.plimsoll.cli.resize;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.connection.KindNames;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.workload.WorkloadOverview;
import java.util.Comparator;
import java.util.List;

/** The pods of a workload that run. */
final class RunningWorkloadPods {
    private static final KindNames KINDS = KindNames.of(
            ApiResource.DEPLOYMENTS, ApiResource.REPLICA_SETS, ApiResource.STATEFUL_SETS, ApiResource.DAEMON_SETS);

    private RunningWorkloadPods() {}

    static boolean isWorkload(String kind) {
        return KINDS.find(kind).isPresent();
    }

    /** Those that run, by name. */
    static RequestResult<List<PodObject>> of(ApiClient client, String kind, ObjectName name) {
        var resource = KINDS.find(kind).orElseThrow(() -> new IllegalArgumentException(kind));
        return switch (client.get(resource, name)) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                var workload = new WorkloadOverview(document);
                var labels = workload.selector().map(LabelSelector::text).orElse("");
                var selection = ObjectSelection.inNamespace(name.namespace()).withLabels(labels);
                yield client.list(ApiResource.PODS, selection, Page.ALL).map(list -> running(list, workload, resource));
            }
            case RequestResult<ObjectNode> failed -> failed.map(_ -> List.of());
        };
    }

    private static List<PodObject> running(ResourceList list, WorkloadOverview workload, ApiResource resource) {
        return list.items().stream()
                .map(PodObject::new)
                .filter(pod -> pod.phase().equals("Running") && !pod.metadata().isBeingDeleted())
                .filter(pod -> belongs(pod, workload, resource))
                .sorted(Comparator.comparing(pod -> pod.metadata().name()))
                .toList();
    }

    /** The pods of a Deployment belong to its ReplicaSets, whose names begin with its own. */
    private static boolean belongs(PodObject pod, WorkloadOverview workload, ApiResource resource) {
        var prefix = workload.metadata().name() + "-";
        return pod.metadata().owners().stream()
                .anyMatch(owner -> owner.uid().equals(workload.uid())
                        || (resource.equals(ApiResource.DEPLOYMENTS)
                                && owner.kind().equals(ApiResource.REPLICA_SETS.kind())
                                && owner.name().startsWith(prefix)));
    }
}
