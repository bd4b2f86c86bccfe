package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A cluster for several classes. */
class SharedClusterTest {
    private static final Set<TestCluster> SEEN = new HashSet<>();

    @Nested
    @PlimsollCluster(scope = ClusterScope.SUITE)
    class One {
        @RepeatedTest(2)
        void asks(TestCluster cluster) {
            SEEN.add(cluster);
            assertThat(SEEN).hasSize(1);
        }
    }

    @Nested
    @PlimsollCluster(scope = ClusterScope.SUITE)
    class Another {
        @Test
        void getsTheSame(TestCluster cluster) {
            SEEN.add(cluster);
            assertThat(SEEN).hasSize(1);
        }

        @Test
        void realTimeIsNotMoved(TestCluster cluster) {
            assertThatThrownBy(() -> cluster.pass(Duration.ofSeconds(1))).hasMessageContaining("time = VIRTUAL");
        }

        @Test
        void nodesHaveNames(TestCluster cluster) {
            assertThatThrownBy(() -> cluster.stopNode("node-7"))
                    .hasMessageContaining("node-7")
                    .hasMessageContaining("node-0");
        }
    }
}
