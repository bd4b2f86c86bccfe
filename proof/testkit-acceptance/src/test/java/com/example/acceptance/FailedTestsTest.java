package com.example.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.plimsoll.testkit.client.PlimsollCluster;
import dev.plimsoll.testkit.client.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What people see when a test has failed. */
// Acceptance of the test kit: failure-object, failure-any-wait, failure-short, failure-file
class FailedTestsTest {
    /** Fails; run by the other tests only. */
    @PlimsollCluster(nodes = 1)
    static class Failing {
        @Test
        void aWaitOfTheKit(TestCluster cluster) {
            cluster.apply("/web.yaml");
            cluster.awaitPod("default", "web", pod -> pod.at("/status/phase").asText().equals("Running"));
            cluster.within(Duration.ofSeconds(1)).awaitPod("default", "web", pod -> false);
        }

        @Test
        void aWaitForAClass(TestCluster cluster, KubernetesClient kubernetes) {
            cluster.apply("/web.yaml");
            cluster.await(Web.in(kubernetes), Duration.ofSeconds(30), Web::isRunning);
            cluster.await(Web.in(kubernetes), Duration.ofSeconds(1), pod -> false);
        }

        @Test
        void aWaitForNothing(TestCluster cluster) {
            cluster.within(Duration.ofSeconds(1)).awaitPod("default", "nobody", pod -> true);
        }

        @Test
        void aWaitOfTheClient(TestCluster cluster, KubernetesClient kubernetes) {
            cluster.apply("/web.yaml");
            Web.in(kubernetes).waitUntilCondition(pod -> false, 1, TimeUnit.SECONDS);
        }
    }

    private static final Map<String, Throwable> FAILURES = failures();

    private static Map<String, Throwable> failures() {
        var failures = new TreeMap<String, Throwable>();
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Failing.class)).build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                result.getThrowable().ifPresent(failure -> failures.put(test.getDisplayName().replaceAll("\\(.*", ""), failure));
            }
        });
        return failures;
    }

    /** Its message and what was added to it. */
    private static String shown(String test) {
        assertThat(FAILURES).containsKey(test);
        var failure = FAILURES.get(test);
        var text = new StringBuilder(String.valueOf(failure.getMessage()));
        for (var each : failure.getSuppressed()) text.append('\n').append(each.getMessage());
        return text.toString();
    }

    private static void isWhole(String shown) {
        assertThat(shown)
                .contains("Pod default/web did not become as expected within 1 s")
                .contains("phase: Running")
                .contains("type: Ready")
                .contains("events:")
                .contains("Started Pod/web")
                .contains("last writes:")
                .contains("kubelet Update of status")
                .doesNotContain("managedFields");
    }

    @Test
    void theObjectItsEventsAndWhoWroteIt() {
        isWhole(shown("aWaitOfTheKit"));
        isWhole(shown("aWaitForAClass"));
        assertThat(shown("aWaitForNothing")).contains("Pod default/nobody").contains("within 1 s");
    }

    @Test
    void waitsOfTheClientGainToo() {
        assertThat(shown("aWaitOfTheClient"))
                .contains("the cluster when the test failed:")
                .contains("node-0 Ready=True")
                .contains("default/web Running on node-0, restarts 0")
                .contains("last writes over the network:");
    }

    @Test
    void itIsShortAndOnManyLines() {
        for (var test : FAILURES.keySet()) {
            assertThat(shown(test).length()).isLessThan(12_000);
            assertThat(shown(test).lines()).allMatch(line -> line.length() < 1_000);
        }
    }

    @Test
    void theRestIsInAFile() throws IOException {
        var begin = "all objects and the log: ";
        var line = shown("aWaitOfTheClient").lines().filter(each -> each.startsWith(begin)).findFirst().orElseThrow();
        var file = Path.of(line.substring(begin.length()));
        assertThat(file.toString()).contains("Failing").contains("aWaitOfTheClient");
        assertThat(Files.readString(file)).contains("node-0").contains("kind: Pod");
    }
}
