package dev.plimsoll.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is followed, and from when on. */
// Acceptance of the console: followed
class ClusterCachesTest {
    private static final Set<String> PODS_AND_NODES = Set.of("/api/v1/nodes", "/api/v1/pods");

    @Test
    @DisplayName("before anybody looks pods and nodes are followed, and nothing else; then all that views show")
    void followed() throws InterruptedException {
        var lists = new AnsweredLists(Map.of());
        try (var caches = new ClusterCaches(lists.client(), "", new DirtyObjects(InstantSource.system()))) {
            var asked = new HashSet<String>();
            // Nobody answers, so that both are asked for again and again.
            for (var i = 0; i < 4 || asked.size() < PODS_AND_NODES.size(); i++)
                asked.add(lists.paths().take());
            assertThat(asked).isEqualTo(PODS_AND_NODES);
            caches.followRest();
            var all = new TreeSet<>(PODS_AND_NODES);
            all.add("/api/v1/namespaces");
            all.add("/api/v1/limitranges");
            all.add("/api/v1/resourcequotas");
            all.add("/apis/metrics.k8s.io/v1beta1/pods");
            all.add("/apis/autoscaling.k8s.io/v1/verticalpodautoscalers");
            while (!asked.containsAll(all)) asked.add(lists.paths().take());
            assertThat(asked).isEqualTo(all);
        }
    }
}
