package com.example.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.client.ClusterTime;
import dev.plimsoll.testkit.client.TestCluster;
import java.io.DataInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The Java that a project is on. */
// Acceptance of the test kit: java-version, builder
class JavaVersionTest {
    private static final int CLASSES_OF_JAVA_1 = 44;

    private static int classesOf(Class<?> type) throws IOException {
        try (var file = new DataInputStream(type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class"))) {
            file.readInt(); // what every class file begins with
            file.readUnsignedShort();
            return file.readUnsignedShort() - CLASSES_OF_JAVA_1;
        }
    }

    @Test
    void theKitIsForTheJavaOfThisProject() throws IOException {
        var release = Integer.getInteger("acceptance.release");
        assertThat(classesOf(TestCluster.class)).isEqualTo(release);
        assertThat(classesOf(JavaVersionTest.class)).isEqualTo(release);
        assertThat(Runtime.version().feature()).isGreaterThanOrEqualTo(release);
    }

    @Test
    void aClusterWithoutJUnit() {
        try (var cluster = TestCluster.builder()
                .nodes(3)
                .time(ClusterTime.VIRTUAL)
                .featureGates("PodLevelResourceManagers=true")
                .start()) {
            cluster.advance(Duration.ofHours(1));
            assertThat(cluster.now()).isAfter(Instant.now().plus(Duration.ofMinutes(59)));
            assertThat(cluster.fabric8().nodes().list().getItems()).hasSize(3);
        }
    }
}
