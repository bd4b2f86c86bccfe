package dev.plimsoll.guides;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.client.ClusterTime;
import dev.plimsoll.testkit.client.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar from which projects on older Java start their clusters. */
class TestKitProcessTest {
    @Test
    @DisplayName("a cluster starts from the jars that are packed into plimsoll-testkit-process, and needs no others")
    void starts(@TempDir Path cache) {
        var packed = getClass().getClassLoader().getResource("META-INF/plimsoll-testkit-process/");
        Assumptions.assumeTrue(
                packed != null && packed.getProtocol().equals("jar"), "not packed; ./mvnw verify does it before this");
        System.setProperty("plimsoll.testkit.cache", cache.toString());
        try (var cluster =
                TestCluster.builder().nodes(1).time(ClusterTime.VIRTUAL).start()) {
            cluster.applyText("{apiVersion: v1, kind: Pod, metadata: {name: web}, "
                    + "spec: {containers: [{name: app, image: app}]}}");
            cluster.advance(Duration.ofMinutes(1));
            var pod = cluster.awaitPod(
                    "default", "web", seen -> seen.at("/status/phase").asText().equals("Running"));
            assertThat(pod.at("/spec/nodeName").asText()).isEqualTo("node-0");
        } finally {
            System.clearProperty("plimsoll.testkit.cache");
        }
    }
}
