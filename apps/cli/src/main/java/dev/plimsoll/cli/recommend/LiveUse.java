package dev.plimsoll.cli.recommend;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import java.util.HashSet;

/** What pods use at this moment, from metrics.k8s.io. */
final class LiveUse {
    private static final int PAGE = 500;

    private LiveUse() {}

    /** Why there is none; empty if all was read. */
    static String read(ApiClient client, String namespace, WorkloadUses uses) {
        var where = namespace.isEmpty() ? ObjectSelection.ALL : ObjectSelection.inNamespace(namespace);
        var seen = new HashSet<ObjectName>();
        var result = client.listEach(
                AutoscalerResources.POD_METRICS,
                where,
                PAGE,
                page -> page.forEach(document -> {
                    var metrics = new PodMetricsObject(document);
                    // Where a page has expired, all of it comes once more.
                    if (seen.add(metrics.name())) sample(metrics, uses);
                }),
                () -> {});
        return switch (result) {
            case RequestResult.Done<String> _ -> "";
            case RequestResult.NotFound<String> _ ->
                "the cluster has no metrics.k8s.io: install metrics-server, or give --prometheus URL, or --from-vpa for what "
                        + "VerticalPodAutoscalers recommend";
            case RequestResult<String> failed -> "metrics.k8s.io does not say what pods use: " + failed.problem();
        };
    }

    private static void sample(PodMetricsObject metrics, WorkloadUses uses) {
        var time = metrics.timestamp();
        if (time.isEmpty()) return;
        var at = time.get().toEpochMilli();
        metrics.containers()
                .forEach((container, amounts) -> uses.container(metrics.name(), container)
                        .ifPresent(instance -> {
                            instance.cpu(at, Compute.CPU.unitsOf(amounts));
                            instance.memory(at, Compute.MEMORY.unitsOf(amounts));
                        }));
    }
}
