package com.example.guide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.TestCluster;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A cluster without an annotation. */
class PlainTest {
    @Test
    void anHourPasses() {
        try (var cluster = TestCluster.builder().nodes(3).time(ClusterTime.VIRTUAL).start()) {
            cluster.advance(Duration.ofHours(1));
            assertTrue(cluster.now().isAfter(Instant.now().plus(Duration.ofMinutes(59))));
        }
    }
}
