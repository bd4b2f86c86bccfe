package dev.plimsoll.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.console.wire.TableCursor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How much a tab is sent when it opens the table of pods. */
// Acceptance of the console: row-size
class RowSizeTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
    private static final int PODS = 5_000;
    /** 3 MB for 50,000 pods. */
    private static final int MOST_BYTES = 300_000;

    @Test
    @DisplayName("the rows of 5,000 pods are 300 kB at most, with the names of pods, nodes and namespaces")
    void rows() throws InterruptedException {
        var random = new SplittableRandom(1);
        var pods = new ArrayList<ObjectNode>();
        for (var i = 0; i < PODS; i++) pods.add(pod(i, random));
        var dirty = new DirtyObjects(InstantSource.fixed(NOW));
        try (var caches = new ClusterCaches(AnsweredLists.none(), "", dirty)) {
            caches.pods().replace(pods);
            var model = new ClusterModel(caches, null, FailingReporter.INSTANCE);
            model.update(dirty.take(0), NOW);
            assertThat(model.podTable().size()).isEqualTo(PODS);
            var sent = 0;
            for (var frame : new TableCursor(model.podTable()).frames(_ -> true)) sent += frame.remaining();
            assertThat(sent).isBetween(PODS * 20, MOST_BYTES);
        }
    }

    private static ObjectNode pod(int number, SplittableRandom random) {
        return ClientJson.read("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "team-%02d", "name": "web-7d9c5b6f4-%05d", "uid": "%d",
                  "creationTimestamp": "2026-01-01T00:00:00Z"}, "spec": {"nodeName": "node-%04d", "containers": [{"name": "app", "image": "i",
                  "resources": {"requests": {"cpu": "%dm", "memory": "%dMi"}}}]}, "status": {"phase": "Running", "qosClass": "Burstable",
                  "containerStatuses": [{"name": "app", "restartCount": %d, "ready": true, "state": {"running": {}}}]}}""".formatted(
                                number % 50,
                                number,
                                number,
                                number % 500,
                                50 + random.nextInt(1_000),
                                64 + random.nextInt(1_000),
                                random.nextInt(100))
                        .getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
    }
}
