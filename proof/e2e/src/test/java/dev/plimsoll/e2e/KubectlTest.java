package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.RealNode.container;
import static dev.plimsoll.e2e.Specs.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: kubectl, debug-target, probes
/** What people do with {@code kubectl} to pods that run, and probes over the network, on a real runtime. */
@Order(10)
class KubectlTest implements UsualNode {
    private static final String SERVE =
            "mkdir -p /www; echo hello > /www/index.html; httpd -p 8080 -h /www; " + Specs.WAIT;

    @Test
    void whoAttachesTalksToTheProgramItself(RealNode node) throws IOException, InterruptedException {
        var spec = Specs.pod(Specs.container(
                "c", "read line; echo got $line; exit 0", Specs.NONE, ",\"stdin\":true,\"stdinOnce\":true"));
        node.create("p", with(spec, "\"restartPolicy\":\"Never\""));
        node.await("p", "running", pod -> container(pod, "c").path("state").has("running"));
        assertThat(node.kubectl.runWith("hello\n", "attach", "-i", "p", "-c", "c"))
                .contains("got hello");
        node.await("p", "over", pod -> pod.at("/status/phase").asText().equals("Succeeded"));
    }

    @Test
    void filesAreCopiedBothWays(RealNode node, @TempDir Path folder) throws IOException, InterruptedException {
        node.run("p", Specs.pod(Specs.container("c", Specs.NONE)));
        var there = folder.resolve("there");
        Files.writeString(there, "content\n".repeat(100_000));
        node.kubectl.run("cp", there.toString(), "default/p:/tmp/copied", "-c", "c");
        assertThat(node.exec.sh("p", "c", "wc -c < /tmp/copied")).isEqualTo("800000");
        var back = folder.resolve("back");
        node.kubectl.run("cp", "default/p:/tmp/copied", back.toString(), "-c", "c");
        assertThat(back).hasSameBinaryContentAs(there);
    }

    @Test
    void aPortOfThePodIsReachedThroughTheApi(RealNode node) throws IOException, InterruptedException {
        node.run("p", with(Specs.pod(Specs.container("c", SERVE, Specs.NONE, "")), "\"hostNetwork\":false"));
        try (var forward = node.kubectl.start("port-forward", "pod/p", ":8080");
                var http = HttpClient.newHttpClient()) {
            assertThat(forward.firstLine())
                    .startsWith("Forwarding from 127.0.0.1:")
                    .endsWith(" -> 8080");
            var port = forward.firstLine().replaceAll(".*127.0.0.1:([0-9]+) ->.*", "$1");
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/index.html"))
                    .timeout(Machine.PATIENCE)
                    .build();
            assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).body())
                    .isEqualTo("hello\n");
        }
    }

    @Test
    void aContainerThatIsAddedSeesTheProcessesOfItsTarget(RealNode node) throws IOException, InterruptedException {
        node.run("p", Specs.pod(Specs.container("c", Specs.NONE)));
        node.kubectl.run(
                "debug",
                "p",
                "--image=localhost/busybox:e2e",
                "--target=c",
                "-c",
                "look",
                "--attach=false",
                "--profile=general",
                "--",
                "sleep",
                "2000");
        node.await(
                "p",
                "looked at",
                pod -> pod.at("/status/ephemeralContainerStatuses/0/state").has("running"));
        assertThat(node.kubectl.run("exec", "p", "-c", "look", "--", "ps"))
                .contains("sleep 1000000")
                .contains("sleep 2000");
        assertThat(node.kubectl.run("exec", "p", "-c", "c", "--", "ps")).contains("sleep 1000000");
    }

    @Test
    void aProbeOverHttpDecidesAboutReadiness(RealNode node) throws InterruptedException {
        var probe =
                ",\"readinessProbe\":{\"httpGet\":{\"path\":\"/ready\",\"port\":8080},\"periodSeconds\":1,\"timeoutSeconds\":30}";
        node.run("p", with(Specs.pod(Specs.container("c", SERVE, Specs.NONE, probe)), "\"hostNetwork\":false"));
        node.awaitEvent("p", "Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 404"::equals);
        node.exec.sh("p", "c", "touch /www/ready");
        node.await("p", "ready", RealNode::isReady);
    }

    @Test
    void aProbeOfAPortDecidesAboutRestarts(RealNode node) throws InterruptedException {
        var probe =
                ",\"livenessProbe\":{\"tcpSocket\":{\"port\":8080},\"periodSeconds\":1,\"timeoutSeconds\":30,\"failureThreshold\":1,\"initialDelaySeconds\":10}";
        node.run("p", with(Specs.pod(Specs.container("c", SERVE, Specs.NONE, probe)), "\"hostNetwork\":false"));
        node.exec.sh("p", "c", "killall httpd");
        node.awaitEvent(
                "p",
                "Unhealthy",
                message -> message.startsWith("Liveness probe failed: dial tcp 10.88.0.")
                        && message.endsWith(":8080: connect: connection refused"));
        node.await(
                "p",
                "restarted",
                pod -> container(pod, "c").path("restartCount").asInt() >= 1);
    }
}
