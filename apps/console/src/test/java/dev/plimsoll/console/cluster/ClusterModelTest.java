package dev.plimsoll.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The model of a cluster and its history. */
// Acceptance of the console: history
class ClusterModelTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
    private static final ObjectName POD = new ObjectName("a", "web");

    @Test
    @DisplayName("after a restart the use of a pod is there until all pods have been listed and it is not among them")
    void use(@TempDir Path folder) throws InterruptedException {
        var documents = new RandomPodDocuments(new SplittableRandom(1));
        var pod = documents.pod(POD, "uid");
        ((ObjectNode) pod.path("status")).put("phase", "Running");
        var file = new HistoryFile(folder.resolve("history"), FailingReporter.INSTANCE);
        var dirty = new DirtyObjects(InstantSource.fixed(NOW));
        try (var caches = new ClusterCaches(AnsweredLists.none(), "", dirty)) {
            var before = new ClusterModel(caches, file, FailingReporter.INSTANCE);
            caches.pods().replace(List.of(pod));
            caches.nodes().replace(List.of());
            caches.metrics().put(documents.use(POD));
            turns(before, dirty, NOW);
            assertThat(before.use().cpu(POD)).hasSize(1);
            before.write();
        }
        try (var caches = new ClusterCaches(AnsweredLists.none(), "", dirty)) {
            var model = new ClusterModel(caches, file, FailingReporter.INSTANCE);
            turns(model, dirty, NOW.plusSeconds(20));
            assertThat(model.use().cpu(POD)).as("nothing is listed yet").hasSize(1);
            caches.nodes().replace(List.of());
            turns(model, dirty, NOW.plusSeconds(40));
            assertThat(model.use().cpu(POD)).as("nodes are listed").hasSize(1);
            caches.pods().replace(List.of(pod));
            turns(model, dirty, NOW.plusSeconds(60));
            assertThat(model.use().cpu(POD)).as("the pod is there").hasSize(1);
            caches.pods().replace(List.of());
            turns(model, dirty, NOW.plusSeconds(80));
            assertThat(model.use().cpu(POD)).as("the pod is gone").isEmpty();
        }
    }

    private static void turns(ClusterModel model, DirtyObjects dirty, Instant now) throws InterruptedException {
        model.update(dirty.take(0), now);
        model.update(dirty.take(0), now);
    }
}
