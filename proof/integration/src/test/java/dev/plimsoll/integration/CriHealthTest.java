package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.condition;
import static dev.plimsoll.integration.NodeOnFakeRuntime.container;
import static dev.plimsoll.integration.NodeOnFakeRuntime.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.cri.Executed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: probes, readiness-gates, hooks, messages, pull-secrets, events
/** Probes, hooks and last words of containers on a node whose runtime is behind a CRI socket. */
@Timeout(300)
class CriHealthTest {
    @TempDir
    Path folder;

    private NodeOnFakeRuntime node;
    private HttpServer app;
    private final AtomicInteger status = new AtomicInteger(200);
    private final List<String> commands = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws IOException {
        node = new NodeOnFakeRuntime(folder);
        node.runtime.sessions().commands(command -> {
            var text = String.join(" ", command);
            commands.add(text);
            return new Executed(
                    ("out of " + text).getBytes(StandardCharsets.UTF_8), new byte[0], text.startsWith("false") ? 1 : 0);
        });
        app = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        app.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        app.start();
    }

    @AfterEach
    void close() {
        app.stop(0);
        node.close();
    }

    private String http(int period, int failures) {
        return "{\"httpGet\":{\"host\":\"127.0.0.1\",\"port\":"
                + app.getAddress().getPort() + "},\"periodSeconds\":" + period
                + ",\"timeoutSeconds\":60,\"failureThreshold\":" + failures + "}";
    }

    private static String one(String more) {
        return "{\"containers\":[{\"name\":\"a\",\"image\":\"registry/app:1\"," + more
                + "}],\"terminationGracePeriodSeconds\":5}";
    }

    private static boolean isReady(ObjectNode pod) {
        return condition(pod, "Ready").path("status").asText().equals("True");
    }

    @Test
    void readinessFollowsTheServer() throws Exception {
        status.set(503);
        node.create("p", one("\"readinessProbe\":" + http(1, 1)));
        var event = node.awaitEvent("Unhealthy", _ -> true);
        assertThat(event.path("message").asText())
                .isEqualTo("Readiness probe failed: HTTP probe failed with statuscode: 503");
        assertThat(event.at("/involvedObject/fieldPath").asText()).isEqualTo("spec.containers{a}");
        var unready = node.await(
                "p", "running", pod -> container(pod, "a").path("state").has("running"));
        assertThat(isReady(unready)).isFalse();
        assertThat(container(unready, "a").path("started").asBoolean()).isTrue();
        status.set(204);
        var ready = node.await("p", "ready", CriHealthTest::isReady);
        assertThat(container(ready, "a").path("ready").asBoolean()).isTrue();
        status.set(500);
        node.await("p", "unready", pod -> !isReady(pod));
        assertThat(container(ready, "a").path("restartCount").asInt()).isZero();
    }

    @Test
    void whatWasReadyStaysReadyOverARestartOfTheNode() throws Exception {
        node.create("p", one("\"readinessProbe\":" + http(3600, 1)));
        node.await("p", "ready", CriHealthTest::isReady);
        node.stop();
        node.start();
        node.create("q", one("\"workingDir\":\"/\""));
        node.awaitRunning("q");
        var pod = node.client
                .get(ApiResource.PODS, new ObjectName("default", "p"))
                .done()
                .orElseThrow();
        assertThat(isReady(pod)).isTrue();
    }

    @Test
    void aContainerThatFailsItsLivenessProbeIsRestarted() throws Exception {
        node.create(
                "p",
                one(
                        "\"livenessProbe\":{\"exec\":{\"command\":[\"false\",\"alive\"]},\"periodSeconds\":1,\"failureThreshold\":2}"));
        var unhealthy = node.awaitEvent("Unhealthy", _ -> true);
        assertThat(unhealthy.path("message").asText()).isEqualTo("Liveness probe failed: out of false alive");
        var killing = node.awaitEvent(
                "Killing", event -> event.path("message").asText().contains("probe"));
        assertThat(killing.path("message").asText()).isEqualTo("Container a failed liveness probe, will be restarted");
        node.await(
                "p",
                "restarted",
                pod -> container(pod, "a").path("restartCount").asInt() >= 1);
    }

    @Test
    void aContainerHasStartedWhenItsStartupProbeSaysSo() throws Exception {
        status.set(500);
        node.create("p", one("\"startupProbe\":" + http(1, 1000) + ",\"livenessProbe\":" + http(1, 1)));
        node.awaitEvent("Unhealthy", event -> event.path("message").asText().startsWith("Startup probe failed: "));
        var running = node.await(
                "p", "running", pod -> container(pod, "a").path("state").has("running"));
        assertThat(container(running, "a").path("started").asBoolean()).isFalse();
        status.set(200);
        var started = node.await(
                "p", "started", pod -> container(pod, "a").path("started").asBoolean());
        assertThat(container(started, "a").path("restartCount").asInt()).isZero();
    }

    @Test
    void aReadinessGateOfOthersKeepsAPodFromBeingReady() throws Exception {
        node.create(
                "p",
                "{\"readinessGates\":[{\"conditionType\":\"example.com/in\"}],"
                        + one("\"workingDir\":\"/\"").substring(1));
        var waiting = node.await(
                "p",
                "gated",
                pod -> condition(pod, "Ready").path("reason").asText().equals("ReadinessGatesNotReady"));
        assertThat(condition(waiting, "ContainersReady").path("status").asText())
                .isEqualTo("True");
        var patch = Server.json("{\"status\":{\"conditions\":[{\"type\":\"example.com/in\",\"status\":\"True\"}]}}");
        assertThat(node.client
                        .patch(
                                ApiResource.PODS.sub("status"),
                                new ObjectName("default", "p"),
                                new Patch.Strategic(patch))
                        .problem())
                .isEmpty();
        node.await("p", "ready", CriHealthTest::isReady);
    }

    @Test
    void hooksRunAfterTheStartAndBeforeTheEnd() throws Exception {
        node.create(
                "p",
                one(
                        "\"lifecycle\":{\"postStart\":{\"exec\":{\"command\":[\"hello\"]}},\"preStop\":{\"exec\":{\"command\":[\"bye\"]}}}"));
        node.await("p", "ready", CriHealthTest::isReady);
        assertThat(commands).containsExactly("hello");
        node.client.delete(ApiResource.PODS, new ObjectName("default", "p"), DeleteOptions.DEFAULT);
        node.pods.awaitNone("the pod", pod -> pod.at("/metadata/name").asText().equals("p"));
        assertThat(commands).containsExactly("hello", "bye");
    }

    @Test
    void aContainerWhoseFirstHookFailsIsKilledAndStartedAgain() throws Exception {
        node.create("p", one("\"lifecycle\":{\"postStart\":{\"exec\":{\"command\":[\"false\"]}}}"));
        var failed = node.awaitEvent("FailedPostStartHook", _ -> true);
        assertThat(failed.path("message").asText()).isEqualTo("PostStartHook failed");
        var pod = node.await(
                "p",
                "restarted",
                each -> container(each, "a").path("restartCount").asInt() >= 1);
        assertThat(isReady(pod)).isFalse();
    }

    @Test
    void imagesArePulledWithTheSecretsOfThePod() throws Exception {
        var secrets = ApiResource.namespaced("", "v1", "secrets", "Secret");
        node.runtime.welcome("robot"::equals);
        var config = Base64.getEncoder()
                .encodeToString("{\"auths\":{\"registry.example\":{\"username\":\"robot\",\"password\":\"p\"}}}"
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(node.client
                        .create(
                                secrets,
                                Server.json("{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"namespace\":"
                                        + "\"default\",\"name\":\"pull\"},\"type\":\"kubernetes.io/dockerconfigjson\",\"data\":"
                                        + "{\".dockerconfigjson\":\"" + config + "\"}}"))
                        .problem())
                .isEmpty();
        node.create(
                "p",
                "{\"imagePullSecrets\":[{\"name\":\"pull\"},{\"name\":\"none\"}],\"containers\":[{\"name\":\"a\",\"image\":"
                        + "\"registry.example/app:1\"}]}");
        node.awaitRunning("p");
        assertThat(node.runtime.pullers()).containsExactly("robot");
        assertThat(node.awaitEvent("FailedToRetrieveImagePullSecret", _ -> true)
                        .path("message")
                        .asText())
                .isEqualTo(
                        "Unable to retrieve some image pull secrets (none); attempting to pull the image may not succeed.");
    }

    @Test
    void whatAContainerLeavesIsToldWithItsEnd() throws Exception {
        node.create(
                "p",
                "{\"restartPolicy\":\"Never\","
                        + one("\"terminationMessagePath\":\"/dev/last\"").substring(1));
        var running = node.awaitRunning("p");
        var mount = node.runtime.mounts(id(running, "a")).stream()
                .filter(each -> each.containerPath().equals("/dev/last"))
                .findFirst()
                .orElseThrow();
        Files.writeString(Path.of(mount.hostPath()), "x".repeat(5000) + "end");
        node.runtime.exit(id(running, "a"), 3, "Error");
        var ended = node.await(
                "p", "ended", pod -> container(pod, "a").path("state").has("terminated"));
        var message = container(ended, "a").at("/state/terminated/message").asText();
        assertThat(message).hasSize(4096).endsWith("end");
    }

    @Test
    void theEndOfTheLogIsToldWhereNothingElseWasLeft() throws Exception {
        node.create(
                "p",
                "{\"restartPolicy\":\"Never\","
                        + one("\"terminationMessagePolicy\":\"FallbackToLogsOnError\"")
                                .substring(1));
        var running = node.awaitRunning("p");
        var log = node.logs()
                .resolve("default_p_" + running.at("/metadata/uid").asText())
                .resolve("a")
                .resolve("0.log");
        Files.createDirectories(log.getParent());
        Files.writeString(log, "2026-01-01T10:00:00Z stdout F first\n2026-01-01T10:00:01Z stderr F it is broken\n");
        node.runtime.exit(id(running, "a"), 3, "Error");
        var ended = node.await(
                "p", "ended", pod -> container(pod, "a").path("state").has("terminated"));
        assertThat(container(ended, "a").at("/state/terminated/message").asText())
                .isEqualTo("first\nit is broken\n");
    }
}
