package dev.plimsoll.integration;

import static dev.plimsoll.integration.Server.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.http.KubeletConfiguration;
import dev.plimsoll.nodeagent.http.NodeServer;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.access.Access;
import dev.plimsoll.runtime.access.ReviewedAccess;
import dev.plimsoll.runtime.http.ServingTls;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: allocated-pods, logs
/** {@code kubectl logs} from the API server to two simulated nodes behind one port, and back. */
class PodLogsTest {
    private static final FeatureGates GATES = FeatureGates.DEFAULT.with(Gate.KUBELET_ALLOCATED_PODS_ENDPOINT, true);

    private final Server server = new Server();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final ApiClient client = server.client();
    private final Transport raw = server.server.transport(Server.TOKEN);
    private final ReportedDefects reporter = new ReportedDefects(errors::add, server.defects::add);
    private final NodeContext around =
            NodeContext.of(new ProgramContext(Time.system(), new Random(1), reporter), client);
    private NodeServer served;
    private SimulatedNodes nodes;

    @BeforeEach
    void start() throws IOException {
        var authority = server.server.pki().authority();
        var own = authority.server("node", List.of(), List.of(InetAddress.getLoopbackAddress()), Instant.now());
        served = NodeServer.bound(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                ServingTls.of(
                        own.key(),
                        List.of(own.certificate(), authority.certificate()),
                        List.of(authority.certificate())));
        var machine = MachineNotation.literal("1s1n8c1t,memory=32Gi");
        var shapes = NodeShapes.of("node", 2, machine, ResourceAmounts.EMPTY, 110, FeatureGates.DEFAULT).stream()
                .map(shape -> shape.servedAt("127.0.0.1", served.port()))
                .toList();
        nodes = SimulatedNodes.start(
                new SimulatedNodes.Plan(
                        shapes,
                        GATES,
                        null,
                        _ -> NodeCheckpoints.inMemory(),
                        new NodeDocument.Versions("v1.37.0", "simulated://0", "", "test", "boot")),
                around,
                reporter);
        served.serve(
                ReviewedAccess.ofNode(client, Instant::now),
                NodeServer.Scope.ALL,
                new NodeServer.Content(
                        nodes.agents(),
                        client,
                        around.metrics().registry(),
                        KubeletConfiguration.of(FeatureGates.DEFAULT, null, EvictionHard.DEFAULT, 110),
                        true,
                        Instant::now));
    }

    @AfterEach
    void close() {
        assertThat(server.defects).isEmpty();
        served.close();
        nodes.close();
        around.close();
        server.close();
    }

    private void create(String pod) {
        assertThat(client.create(ApiResource.PODS, json(pod)).problem()).isEmpty();
    }

    private void await(Predicate<com.fasterxml.jackson.databind.JsonNode> condition) throws IOException {
        try (var events = client.watch(ApiResource.PODS, ObjectSelection.ALL, "0", Duration.ofMinutes(1))
                .done()
                .orElseThrow()) {
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                var pod = switch (event.get()) {
                    case WatchEvent.Added(var added) -> added;
                    case WatchEvent.Modified(var modified) -> modified;
                    default -> json("{}");
                };
                if (condition.test(pod)) return;
            }
        }
        throw new AssertionError("it did not come: " + errors);
    }

    private static boolean isRunning(com.fasterxml.jackson.databind.JsonNode pod) {
        return pod.at("/status/phase").asText().equals("Running");
    }

    private static ClientRequest log(String query) {
        return new ClientRequest(
                "GET", "/api/v1/namespaces/default/pods/web/log" + query, Map.of(), new byte[0], Duration.ofMinutes(1));
    }

    /** What came before the end of the log, or the refusal. */
    private List<String> lines(String query) throws IOException {
        var lines = new ArrayList<String>();
        switch (raw.open(log(query))) {
            case Transport.Streamed.Answered(var reply) -> {
                var text = new String(reply.body(), StandardCharsets.UTF_8);
                lines.add(reply.status() + " "
                        + (text.isEmpty() ? "" : json(text).path("message").asText()));
            }
            case Transport.Streamed.Opened(var opened) -> {
                try (opened) {
                    for (var line = opened.next(); line.isPresent(); line = opened.next()) {
                        lines.add(new String(line.get().bytes(), StandardCharsets.UTF_8));
                    }
                }
            }
        }
        return lines;
    }

    @Test
    void aLogIsReadAndFollowed() throws IOException {
        create("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"web","annotations":{
                "simulation.plimsoll.dev/exit.c":"2s 3"}},"spec":{"nodeName":"node-1","restartPolicy":"OnFailure",
                "containers":[{"name":"c","image":"i","resources":{"limits":{"cpu":"1","memory":"64Mi"}}}]}}""");
        await(PodLogsTest::isRunning);
        var started = "started i cpu.max=\"100000 100000\" memory.max=67108864";
        assertThat(lines("")).startsWith(started);
        assertThat(lines("?follow=true")).containsExactly(started, "exited with code 3 (Error)");
        await(pod -> pod.at("/status/containerStatuses/0/restartCount").asInt() > 0);
        assertThat(lines("?previous=true&tailLines=1")).containsExactly("exited with code 3 (Error)");
    }

    @Test
    void everyFlagChoosesItsPart() throws IOException {
        create("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"web"},"spec":{"nodeName":"node-1",
                "restartPolicy":"Never","containers":[{"name":"a","image":"i","command":["sh","-c","echo one; echo two; echo three"]},
                {"name":"b","image":"i","command":["echo","other"]}]}}""");
        await(pod -> pod.at("/status/phase").asText().equals("Succeeded"));
        var all = lines("?container=a&follow=true");
        assertThat(all).startsWith("one", "two", "three");
        assertThat(lines("?container=b")).contains("other").doesNotContain("one");
        assertThat(lines("?container=a&tailLines=2")).isEqualTo(all.subList(all.size() - 2, all.size()));
        assertThat(lines("?container=a&limitBytes=5")).containsExactly("one", "t");
        assertThat(lines("?container=a&sinceSeconds=3600")).isEqualTo(all);
        assertThat(lines("?container=a&sinceTime=2126-01-01T00:00:00Z")).isEmpty();
        assertThat(lines("?container=a&sinceTime=2020-01-01T00:00:00Z&insecureSkipTLSVerifyBackend=true"))
                .isEqualTo(all);
        var stamp = "20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z ";
        assertThat(String.join("", lines("?container=a&timestamps=true")))
                .matches(stamp + "one" + stamp + "two" + stamp + "three");
    }

    @Test
    void whatWasPromisedIsToldWhileTheApiIsAway() throws Exception {
        create("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"web"},
                "spec":{"nodeName":"node-0","containers":[{"name":"a","image":"i"}]}}""");
        await(PodLogsTest::isRunning);
        var agent = nodes.agents().get("node-0");
        assertThat(agent).isNotNull();
        try (var pages = NodeServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        null,
                        Access.OPEN,
                        NodeServer.Scope.ALL,
                        new NodeServer.Content(
                                Map.of("node-0", agent),
                                client,
                                new PrometheusRegistry(),
                                KubeletConfiguration.of(GATES, null, EvictionHard.DEFAULT, 110),
                                true,
                                Instant::now));
                var http = HttpClient.newHttpClient()) {
            var path = URI.create("http://127.0.0.1:" + pages.port() + "/allocatedPods/default/web");
            var before = http.send(HttpRequest.newBuilder(path).build(), BodyHandlers.ofString());
            assertThat(before.statusCode()).isEqualTo(200);
            server.close();
            var away = http.send(HttpRequest.newBuilder(path).build(), BodyHandlers.ofString());
            assertThat(away.statusCode()).isEqualTo(200);
            assertThat(away.body()).isEqualTo(before.body()).contains("\"status\":{}");
        }
    }

    @Test
    void whatCannotBeReadIsRefused() throws IOException {
        create("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"web"},"spec":{"nodeName":"node-0",
                "initContainers":[{"name":"i","image":"i"}],"containers":[{"name":"a","image":"i"},{"name":"b","image":"i"}]}}""");
        await(PodLogsTest::isRunning);
        assertThat(lines(""))
                .containsExactly(
                        "400 a container name must be specified for pod web, choose one of: [a b] or one of the"
                                + " init containers: [i]");
        assertThat(lines("?container=x")).containsExactly("400 container x is not valid for pod web");
        assertThat(lines("?container=a&previous=true"))
                .containsExactly("400 previous terminated container \"a\" in pod \"web\" not found");
        assertThat(lines("?container=a&tailLines=-1&limitBytes=0"))
                .singleElement()
                .asString()
                .startsWith("422 PodLogOptions \"\" is invalid: [tailLines: Invalid value: -1: must be greater than or"
                        + " equal to 0, limitBytes: Invalid value: 0: must be greater than 0]");
        assertThat(lines("?container=a&sinceTime=noon"))
                .containsExactly("400 parameter sinceTime: \"noon\" is not a time such as 2026-01-02T15:04:05Z");
    }

    @Test
    void aPodWithoutANodeHasWrittenNothing() throws IOException {
        create("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"web"},
                "spec":{"containers":[{"name":"a","image":"i"}]}}""");
        assertThat(lines("")).containsExactly("200 ");
    }

    @Test
    void aNodeThatDoesNotAnswerIsAnError() throws IOException {
        create("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"web"},
                "spec":{"nodeName":"node-0","containers":[{"name":"a","image":"i"}]}}""");
        await(PodLogsTest::isRunning);
        served.close();
        assertThat(lines(""))
                .singleElement()
                .asString()
                .startsWith("500 Internal error occurred: Get \"https://127.0.0.1:");
    }
}
