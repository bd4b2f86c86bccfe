package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.core.gates.FeatureGates;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * No pod is evicted that the server would resize: what the updater knows of a pod may be old, so the server is asked by a dry
 * run before a pod is given up.
 */
// Acceptance of the autoscaler: users-38
class DryRunTest {
    private static final String CONTAINERS = """
            [{"name":"main","image":"i","resources":{"requests":{"cpu":"500m","memory":"128Mi"}}}]""";
    /** A container that runs on a node which does not say with what: such nodes cannot resize. */
    private static final String WITHOUT_RESOURCES = "[{\"name\":\"main\",\"state\":{\"running\":{}}}]";

    private static final String WITH_RESOURCES = """
            {"status":{"containerStatuses":[{"name":"main","state":{"running":{}},
             "resources":{"requests":{"cpu":"500m","memory":"128Mi"}}}]}}""";

    private final Queue<String> resizes = new ConcurrentLinkedQueue<>();
    private final TestCluster cluster = new TestCluster(FeatureGates.DEFAULT, Noting::new);
    private final Heard heard = new Heard();

    private final class Noting extends Relay {
        Noting(Transport server) {
            super(server);
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            var reply = super.send(request);
            if (request.target().contains("/resize")) {
                resizes.add((request.target().contains("dryRun=All") ? "dry run " : "resize ") + reply.status());
            }
            return reply;
        }
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private void runs() throws InterruptedException {
        cluster.node();
        cluster.deployment(2);
        cluster.vpa("InPlaceOrRecreate", "{}");
        cluster.recommend("""
                {"containerRecommendations":[{"containerName":"main","target":{"cpu":"700m","memory":"200Mi"}}]}""");
        for (var pod : List.of("web-1-a", "web-1-b")) {
            cluster.pod(pod, "", CONTAINERS);
            cluster.running(pod, WITHOUT_RESOURCES);
        }
        cluster.started();
    }

    private void update() {
        new Parts(cluster).updater(heard).runOnce();
    }

    @Test
    void aPodThatTheServerWouldResizeIsResizedAndNotEvicted() throws InterruptedException {
        runs();
        cluster.cluster.close(); // from now on what is known of the pods is old
        for (var pod : List.of("web-1-a", "web-1-b")) cluster.status(pod, WITH_RESOURCES);
        update();
        assertThat(heard.told).containsExactly("resized");
        assertThat(resizes).containsExactly("dry run 200", "resize 200");
    }

    @Test
    void aPodThatTheServerWouldNotResizeIsEvictedAndNeverChanged() throws InterruptedException {
        runs();
        update();
        assertThat(heard.told).containsExactly("evicted");
        assertThat(heard.reasons).contains("Pod running on node without support for resize");
        assertThat(resizes).containsExactly("dry run 422");
        var left = cluster.client
                .get(ApiResource.PODS, new ObjectName("default", "web-1-b"))
                .done();
        assertThat(left)
                .hasValueSatisfying(pod -> assertThat(pod.at("/spec/containers/0/resources/requests/cpu")
                                .asText())
                        .isEqualTo("500m"));
    }
}
