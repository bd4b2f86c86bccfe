package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.function.UnaryOperator;

/** Reads metrics.k8s.io, page by page so that documents do not pile up. */
final class ResourceMetricsClient implements Usages {
    private static final int PAGE = 500;

    private final ApiClient client;
    private final UnaryOperator<Instant> clock;

    ResourceMetricsClient(ApiClient client, UnaryOperator<Instant> clock) {
        this.client = client;
        this.clock = clock;
    }

    @Override
    public Read read(Collection<TrackedVpa> objects) {
        var samples = new HashMap<ObjectName, PodSample>();
        var page = Page.first(PAGE);
        while (true) {
            var answer = client.list(AutoscalerResources.POD_METRICS, ObjectSelection.ALL, page);
            if (!(answer instanceof RequestResult.Done<ResourceList>(var list))) {
                return new Read(samples, "metrics.k8s.io does not tell what pods use: " + answer.problem());
            }
            for (var item : list.items()) {
                PodSample.of(new PodMetricsObject(item), clock).ifPresent(sample -> samples.put(sample.pod(), sample));
            }
            if (list.next().isEmpty()) return new Read(samples, "");
            page = page.after(list.next());
        }
    }
}
