package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.Resources;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectList;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Selection;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.function.UnaryOperator;

/** Reads metrics.k8s.io, page by page so that documents do not pile up. */
final class ResourceMetrics implements Usages {
    private static final int PAGE = 500;

    private final ApiClient client;
    private final UnaryOperator<Instant> clock;

    ResourceMetrics(ApiClient client, UnaryOperator<Instant> clock) {
        this.client = client;
        this.clock = clock;
    }

    @Override
    public Read read(Collection<Tracked> objects) {
        var samples = new HashMap<ObjectName, PodSample>();
        var page = Page.first(PAGE);
        while (client.list(Resources.POD_METRICS, Selection.ALL, page) instanceof Outcome.Done<ObjectList>(var list)) {
            for (var item : list.items()) {
                PodSample.of(item, clock).ifPresent(sample -> samples.put(sample.pod(), sample));
            }
            if (list.next().isEmpty()) return new Read(samples, false);
            page = page.after(list.next());
        }
        return new Read(samples, true);
    }
}
