package com.example.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plimsoll.testkit.cluster.ApiFault;
import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** docs/guide/testing-informers.md */
@PlimsollCluster(nodes = 0, time = ClusterTime.VIRTUAL)
class InformerTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    InformerTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    /** Copies the value of every ConfigMap that it sees. */
    private static final class Copying implements ResourceEventHandler<ConfigMap> {
        private final KubernetesClient kubernetes;
        private final List<String> seen = new CopyOnWriteArrayList<>();

        Copying(KubernetesClient kubernetes) {
            this.kubernetes = kubernetes;
        }

        @Override
        public void onAdd(ConfigMap map) {
            if (!map.getMetadata().getName().startsWith("source")) return;
            seen.add(map.getMetadata().getName());
            var copy = new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName("copy-of-" + map.getMetadata().getName())
                    .endMetadata()
                    .withData(map.getData())
                    .build();
            kubernetes.configMaps().inNamespace("default").resource(copy).create();
        }

        @Override
        public void onUpdate(ConfigMap before, ConfigMap map) {}

        @Override
        public void onDelete(ConfigMap map, boolean isStateUnknown) {}
    }

    @AfterEach
    void reset() {
        cluster.reset();
    }

    private void create(String name) {
        cluster.applyText("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + "}, data: {a: b}}");
    }

    @Test
    void timeWaitsForHandlers() {
        var handler = new Copying(kubernetes);
        try (var informer = kubernetes.configMaps().inNamespace("default").inform(handler)) {
            create("source");
            cluster.advance(Duration.ofSeconds(1)); // the event is delivered and handled when this returns
            assertEquals(List.of("source"), handler.seen);
            var copy = kubernetes.configMaps().inNamespace("default").withName("copy-of-source").get();
            assertEquals("b", copy.getData().get("a"));
            assertTrue(informer.isWatching());
        }
    }

    @Test
    void aDroppedWatchLosesNothing() {
        var handler = new Copying(kubernetes);
        try (var informer = kubernetes.configMaps().inNamespace("default").inform(handler)) {
            cluster.inject(ApiFault.droppedWatch().onResource("configmaps").times(1));
            create("source-1");
            create("source-2");
            cluster.await(ConfigMap.class, "default", "copy-of-source-1", copy -> true);
            cluster.await(ConfigMap.class, "default", "copy-of-source-2", copy -> true);
            assertEquals(2, handler.seen.size());
        }
    }
}
