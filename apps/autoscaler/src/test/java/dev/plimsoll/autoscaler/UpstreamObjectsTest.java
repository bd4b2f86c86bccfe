package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The objects of vpa.md §2.13 G: a checkpoint as upstream wrote it leads to the status that upstream wrote. */
// Acceptance of the autoscaler: example-G
class UpstreamObjectsTest {
    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void exampleG_theCheckpointOfUpstreamGivesTheStatusOfUpstream() throws InterruptedException {
        cluster.node();
        cluster.deployment(1);
        cluster.vpa("InPlaceOrRecreate", """
                {"containerPolicies":[{"containerName":"app","minAllowed":{"cpu":"100m"},"maxAllowed":{"cpu":"2","memory":"4Gi"}},
                 {"containerName":"*","mode":"Off"}]}""");
        cluster.upstreamCheckpoint();
        cluster.pod("web-1-a", "", "[{\"name\":\"app\",\"image\":\"i\"},{\"name\":\"proxy\",\"image\":\"i\"}]");
        cluster.running("web-1-a", "[]");
        cluster.started();
        new Parts(cluster).recommender(RecommenderSettings.DEFAULT).runOnce();
        var status = cluster.vpaStatus();
        assertThat(status.at("/conditions/0/type").asText()).isEqualTo("RecommendationProvided");
        assertThat(status.at("/recommendation/containerRecommendations"))
                .hasToString(TestCluster.json("""
                        {"list":[{"containerName":"app","target":{"cpu":"587m","memory":"297164212"},
                         "lowerBound":{"cpu":"125m","memory":"296570773"},"upperBound":{"cpu":"2","memory":"594328424"},
                         "uncappedTarget":{"cpu":"587m","memory":"297164212"}}]}""").path("list").toString());
    }
}
