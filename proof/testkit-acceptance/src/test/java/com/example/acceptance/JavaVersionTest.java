package com.example.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.client.ClusterTime;
import dev.plimsoll.testkit.client.TestCluster;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java that a project is on. */
// Acceptance of the test kit: java-version, java-missing, builder
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

    /** What {@link #aMissingJavaIsNamed} runs, in a class loader of its own. */
    public static final class OnNamedJava implements Callable<String> {
        @Override
        public String call() {
            try (var cluster = TestCluster.builder().start()) {
                return cluster.state();
            } catch (IllegalStateException e) {
                return e.getMessage();
            }
        }
    }

    /** The kit in the process of the test needs no other Java. */
    @Test
    void aMissingJavaIsNamed(@TempDir Path empty) throws Exception {
        System.setProperty("plimsoll.testkit.java", empty.toString());
        try {
            var said = Isolated.call(OnNamedJava.class, library -> true);
            if (System.getProperty("acceptance.kit").equals("plimsoll-testkit-client"))
                assertThat(said)
                        .isEqualTo("-Dplimsoll.testkit.java=" + empty
                                + " is no Java of version 25 or newer; name the folder that has bin/java in it");
            else assertThat(said).contains("node-0 Ready=True");
        } finally {
            System.clearProperty("plimsoll.testkit.java");
        }
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
