package dev.plimsoll.integration;

import static dev.plimsoll.integration.Server.json;
import static dev.plimsoll.integration.Server.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of the same process are handed documents that they share; what they see is what clients see that read it over TLS. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedObjectsTest {
    private static final ApiResource SCALERS = ApiResource.HORIZONTAL_POD_AUTOSCALERS;
    private static final ApiResource ROLES = ApiResource.namespaced("rbac.authorization.k8s.io", "v1", "roles", "Role");
    private static final ApiResource BINDINGS =
            ApiResource.namespaced("rbac.authorization.k8s.io", "v1", "rolebindings", "RoleBinding");

    private final Server server = new Server();
    private Transport network;
    private Transport inProcess;
    private String begun = "";

    @BeforeAll
    void write() {
        network = switch (Connections.fromText(server.server.kubeconfig("admin", Server.TOKEN))) {
            case Configured.Ready ready -> ready.transport();
            case Configured.Invalid(var why) -> throw new AssertionError(why);
        };
        inProcess = server.server.transport(Server.TOKEN);
        var client = server.inProcess();
        begun = client.list(ApiResource.PODS, ObjectSelection.ALL, Page.ALL)
                .done()
                .orElseThrow()
                .resourceVersion();
        roles(client);
        pods(client);
        scalers(client);
        events(client);
    }

    @AfterAll
    void close() {
        network.close();
        server.close();
        assertThat(server.defects).isEmpty();
    }

    private static void made(ApiClient client, ApiResource resource, String document) {
        assertThat(client.create(resource, json(document)).problem()).isEmpty();
    }

    /** Jane may see the pods of one namespace. */
    private static void roles(ApiClient client) {
        made(client, ROLES, """
                {"metadata":{"name":"r","namespace":"default"},"rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["list","watch"]}]}""");
        made(client, BINDINGS, """
                {"metadata":{"name":"b","namespace":"default"},"subjects":[{"kind":"User","name":"jane","apiGroup":"rbac.authorization.k8s.io"}],
                "roleRef":{"kind":"Role","name":"r","apiGroup":"rbac.authorization.k8s.io"}}""");
    }

    /** Pods come, change, enter and leave selections, and go; others stay. */
    private static void pods(ApiClient client) {
        for (var name : List.of("a", "b", "c")) {
            var made = client.create(ApiResource.PODS, pod(name, "1")).done().orElseThrow();
            var object = ObjectName.of(made);
            label(client, object, "blue");
            patch(client, "resize", object, """
                    {"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"1500m"}}}]}}""");
            patch(
                    client,
                    "status",
                    object,
                    "{\"status\":{\"message\":\"\\u00e9\\ud83d\\udea2\",\"phase\":\"Running\"}}");
            label(client, object, name.equals("a") ? "blue" : "red");
            var uid = made.at("/metadata/uid").asText();
            if (name.equals("b")) client.delete(ApiResource.PODS, object, DeleteOptions.atOnce(uid));
        }
        var last = pod("last", "1");
        last.withObject("/metadata/labels").put("colour", "blue");
        assertThat(client.create(ApiResource.PODS, last).problem()).isEmpty();
    }

    private static void label(ApiClient client, ObjectName name, String colour) {
        patch(client, "", name, "{\"metadata\":{\"labels\":{\"colour\":\"" + colour + "\"}}}");
    }

    private static void patch(ApiClient client, String part, ObjectName name, String document) {
        var resource = part.isEmpty() ? ApiResource.PODS : ApiResource.PODS.sub(part);
        assertThat(client.patch(resource, name, new Patch.Strategic(json(document)))
                        .problem())
                .isEmpty();
    }

    private static void scalers(ApiClient client) {
        for (var name : List.of("web", "last")) made(client, SCALERS, """
                    {"metadata":{"name":"%s","namespace":"default"},"spec":{"maxReplicas":3,
                    "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},
                    "metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":60}}}]}}""".formatted(name));
    }

    private static void events(ApiClient client) {
        for (var name : List.of("first", "last")) made(client, ApiResource.EVENTS, """
                    {"metadata":{"name":"%s","namespace":"default"},"reason":"Tested","message":"m","type":"Normal",
                    "eventTime":"2026-11-18T00:00:00.000001Z","reportingComponent":"t","reportingInstance":"t","action":"a",
                    "involvedObject":{"kind":"Pod","namespace":"default","name":"a"}}""".formatted(name));
    }

    private static ClientRequest request(String target, String accept, String user) {
        var headers = user.isEmpty()
                ? Map.of("Accept", accept, "User-Agent", "t")
                : Map.of("Accept", accept, "User-Agent", "t", "Impersonate-User", user);
        return new ClientRequest("GET", target, headers, new byte[0], Duration.ofSeconds(30));
    }

    /**
     * A watch as lines and as events, up to one about the object that was written last. Tables are compared as lines only: their
     * cells have ages, which {@link #text} takes out.
     */
    private record Watched(int status, List<String> lines, List<WatchEvent> events) {}

    private static Watched watched(Transport transport, ClientRequest request) throws IOException {
        var lines = new ArrayList<String>();
        var events = new ArrayList<WatchEvent>();
        switch (transport.open(request)) {
            case Transport.Streamed.Answered(var reply) -> {
                return new Watched(reply.status(), List.of(text(reply.body())), List.of());
            }
            case Transport.Streamed.Opened(var stream) -> {
                try (stream) {
                    do {
                        var line = stream.next().orElseThrow();
                        lines.add(text(line.bytes()));
                        if (!lines.getLast().contains("\"kind\":\"Table\"")) events.add(line.event());
                    } while (!lines.getLast().contains("\"name\":\"last\""));
                }
            }
        }
        return new Watched(200, lines, events);
    }

    /** Ages in tables are of the moment, and so is the version of a list: others write between two requests. */
    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8)
                .replaceAll("\"\\d+s\"", "\"age\"")
                .replaceFirst("\"metadata\":\\{\"resourceVersion\":\"\\d+\"}", "\"metadata\":{}");
    }

    private static Optional<List<ObjectNode>> items(Reply reply, String target) {
        return reply.content().list(resource(target)).map(ResourceList::items);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "/api/v1/pods application/json ''",
                "/api/v1/pods?labelSelector=colour%3Dblue application/json ''",
                "/api/v1/pods?fieldSelector=metadata.name!%3Dc application/json ''",
                "/api/v1/namespaces/default/pods application/json jane",
                "/api/v1/pods application/json jane",
                "/api/v1/pods application/json;as=Table;v=v1;g=meta.k8s.io ''",
                "/api/v1/pods application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io ''",
                "/apis/autoscaling/v1/horizontalpodautoscalers application/json ''",
                "/apis/autoscaling/v2/horizontalpodautoscalers application/json ''",
                "/api/v1/events application/json ''",
                "/apis/events.k8s.io/v1/events application/json ''",
            })
    void bothSeeTheSame(String target, String accept, String user) throws IOException {
        var separator = target.contains("?") ? "&" : "?";
        for (var version : List.of(begun, "0")) {
            var watch = request(
                    target + separator + "watch=true&timeoutSeconds=20&resourceVersion=" + version, accept, user);
            var seen = watched(inProcess, watch);
            assertThat(seen).isEqualTo(watched(network, watch));
            assertThat(seen.lines()).isNotEmpty();
        }
        var list = request(target, accept, user);
        var handed = inProcess.send(list);
        var read = network.send(list);
        assertThat(handed.status()).isEqualTo(read.status());
        assertThat(text(handed.body())).isEqualTo(text(read.body()));
        if (!accept.contains("Table"))
            assertThat(items(handed, target)).isPresent().isEqualTo(items(read, target));
    }

    private static ApiResource resource(String target) {
        if (target.startsWith("/api/v1/events")) return ApiResource.EVENTS;
        if (target.contains("/events.k8s.io/")) return ApiResource.namespaced("events.k8s.io", "v1", "events", "Event");
        if (target.contains("/autoscaling/v1/"))
            return ApiResource.namespaced("autoscaling", "v1", SCALERS.plural(), SCALERS.kind());
        return target.contains("/autoscaling/") ? SCALERS : ApiResource.PODS;
    }

    @Test
    void answersToWritesAreTheSame() throws IOException {
        var target = "/api/v1/namespaces/default/pods/a";
        var patch = "{\"metadata\":{\"labels\":{\"colour\":\"blue\"}}}".getBytes(StandardCharsets.UTF_8);
        var request = new ClientRequest(
                "PATCH",
                target,
                Map.of("Accept", "application/json", "Content-Type", "application/merge-patch+json", "User-Agent", "t"),
                patch,
                Duration.ofSeconds(30));
        var handed = inProcess.send(request);
        assertThat(handed.content().document())
                .isEqualTo(network.send(request).content().document());
        handed.content().document().orElseThrow().put("kind", "changed");
        assertThat(handed.content().document().orElseThrow().path("kind").asText())
                .isEqualTo("Pod");
    }

    private ObjectNode first(ApiClient client) throws IOException {
        try (var watch = client.watch(ApiResource.PODS, ObjectSelection.ALL, begun, Duration.ofSeconds(20))
                .done()
                .orElseThrow()) {
            return switch (watch.next().orElseThrow()) {
                case WatchEvent.Added(var pod) -> pod;
                case WatchEvent other -> throw new AssertionError(other);
            };
        }
    }

    @Test
    void clientsOfOneProcessHoldTheSameObject() throws IOException {
        var one = first(server.inProcess());
        var another = first(server.inProcess());
        assertThat(another).isSameAs(one);
        assertThat(PodObject.KIND.of(another)).isSameAs(PodObject.KIND.of(one));
        assertThat(first(server.client())).isNotSameAs(one).isEqualTo(one);
        var items = server.inProcess()
                .list(ApiResource.PODS, ObjectSelection.ALL, Page.ALL)
                .done()
                .orElseThrow()
                .items();
        assertThat(server.inProcess()
                        .list(ApiResource.PODS, ObjectSelection.ALL, Page.ALL)
                        .done()
                        .orElseThrow()
                        .items())
                .zipSatisfy(items, (left, right) -> assertThat(left).isSameAs(right));
    }
}
