package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The wire examples of the API's specification, one by one: what is sent, and all of what comes back. */
// Acceptance of KEP-1287: valid-as-created, infeasible-static
class WireExamplesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final TestServer server = new TestServer();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        assertThat(defects).isEmpty();
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private void refused(TestServer.Answer answer, int code, String reason, String message, String details) {
        var expected = json("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                + "\"message\":" + quoted(message) + ",\"reason\":\"" + reason + "\","
                + (details.isEmpty() ? "" : "\"details\":" + details + ",") + "\"code\":" + code + "}");
        assertThat(answer.json()).isEqualTo(expected);
        assertThat(answer.status()).isEqualTo(code);
        assertThat(answer.type()).isEqualTo("application/json");
        assertThat(answer.warning()).isEmpty();
    }

    private static String quoted(String text) {
        return MAPPER.getNodeFactory().textNode(text).toString();
    }

    private void pod(String metadata, String spec) {
        var made = server.post(PODS, "{\"metadata\":{\"name\":\"web\"" + metadata + "},\"spec\":" + spec + "}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private TestServer.Answer resize(String container) {
        return server.patch(
                "strategic-merge-patch+json",
                PODS + "/web/resize",
                "{\"spec\":{\"containers\":[{\"name\":\"c0\",\"resources\":" + container + "}]}}");
    }

    @Test
    void a1AResizeIsRefusedWithEveryReason() {
        pod("", """
                {"resources":{"requests":{"cpu":"1"},"limits":{"cpu":"2"}},"containers":[{"name":"c0","image":"i",
                "resources":{"requests":{"cpu":"500m"},"limits":{"cpu":"1"}}}]}
                """);
        refused(
                resize("{\"requests\":{\"cpu\":\"1500m\"}}"),
                422,
                "Invalid",
                "Pod \"web\" is invalid: [spec.containers[0].resources.requests: Invalid value: \"1500m\": must be less than or "
                        + "equal to cpu limit of 1, spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or "
                        + "equal to aggregate container requests of 1500m]",
                """
                {"name":"web","kind":"Pod","causes":[
                {"reason":"FieldValueInvalid","message":"Invalid value: \\"1500m\\": must be less than or equal to cpu limit of 1",
                 "field":"spec.containers[0].resources.requests"},
                {"reason":"FieldValueInvalid","message":"Invalid value: \\"1\\": must be greater than or equal to aggregate container requests of 1500m",
                 "field":"spec.resources.requests[cpu]"}]}
                """);
    }

    @Test
    void a2AStaticPodIsNotResized() {
        pod(
                ",\"annotations\":{\"kubernetes.io/config.mirror\":\"x\"}",
                "{\"nodeName\":\"n\",\"containers\":[{\"name\":\"c0\",\"image\":\"i\",\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}");
        refused(
                resize("{\"requests\":{\"cpu\":\"2\"}}"),
                422,
                "Invalid",
                "Pod \"web\" is invalid: []: Forbidden: static pods cannot be resized",
                "{\"name\":\"web\",\"kind\":\"Pod\",\"causes\":[{\"reason\":\"FieldValueForbidden\","
                        + "\"message\":\"Forbidden: static pods cannot be resized\",\"field\":\"[]\"}]}");
    }

    @Test
    void a3NothingIsResizedBeyondItsNode() {
        server.post(
                "/api/v1/nodes",
                "{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"4\",\"memory\":\"8Gi\"}}}");
        pod("", """
                {"nodeName":"n","containers":[{"name":"c0","image":"i","resources":{"requests":{"cpu":"1"}}}]}
                """);
        refused(
                resize("{\"requests\":{\"cpu\":\"9\"}}"),
                403,
                "Forbidden",
                "pods \"web\" is forbidden: node didn't have enough allocatable resources: cpu, requested: 9000, "
                        + "allocatable: 4000",
                "{\"name\":\"web\",\"kind\":\"pods\",\"causes\":[{\"reason\":\"NodeCapacity\"}]}");
    }

    @Test
    void a4AQuotaSaysWhatIsMissing() {
        server.post(
                "/api/v1/namespaces/default/resourcequotas",
                "{\"metadata\":{\"name\":\"q1\"},\"spec\":{\"hard\":{\"limits.cpu\":\"4\",\"limits.memory\":\"4Gi\"}}}");
        var answer = server.post(PODS, """
                {"metadata":{"name":"web"},"spec":{"containers":[
                {"name":"a","image":"i","resources":{"limits":{"memory":"1Gi"}}},{"name":"b","image":"i"}]}}
                """);
        refused(
                answer,
                403,
                "Forbidden",
                "pods \"web\" is forbidden: failed quota: q1: must specify limits.cpu for: a,b; limits.memory for: b",
                "{\"name\":\"web\",\"kind\":\"pods\"}");
    }

    @Test
    void a5AQuantityThatIsNone() {
        var answer = server.post(PODS, """
                {"metadata":{"name":"web"},"spec":{"containers":[{"name":"a","image":"i","resources":{"limits":{"cpu":"a"}}}]}}
                """);
        refused(
                answer,
                400,
                "BadRequest",
                "Pod in version \"v1\" cannot be handled as a Pod: quantities must match the regular expression "
                        + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
                "");
    }

    @Test
    void a6AWatchBeginsWithWhatThereIsAndABookmark() {
        pod("", "{\"containers\":[{\"name\":\"c0\",\"image\":\"i\"}]}");
        var pod = server.get(PODS + "/web").json();
        var events = server.get(PODS + "?watch=true&timeoutSeconds=1&sendInitialEvents=true"
                        + "&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")
                .text()
                .lines()
                .toList();
        assertThat(json(events.get(0))).isEqualTo(added(pod));
        // The server writes objects of its own meanwhile (its lease): the bookmark may be newer than the pod.
        var version = json(events.get(1)).at("/object/metadata/resourceVersion").asText();
        assertThat(Long.parseLong(version))
                .isGreaterThanOrEqualTo(Long.parseLong(
                        pod.path("metadata").path("resourceVersion").asText()));
        assertThat(events.get(1))
                .isEqualTo("{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":"
                        + "{\"resourceVersion\":\"" + version
                        + "\",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}},"
                        + "\"spec\":{\"containers\":null},\"status\":{}}}");
    }

    private static JsonNode added(JsonNode object) {
        return MAPPER.createObjectNode().put("type", "ADDED").set("object", object);
    }

    @Test
    void a6AWatchFromAForgottenVersionEndsWithAnError() {
        var store = new MemoryStore(16);
        for (var i = 0; i < 700; i++) store.create("before/" + i, "x".getBytes(StandardCharsets.UTF_8));
        assertThat(store.compact(700)).isInstanceOf(dev.plimsoll.store.Compaction.Done.class);
        try (var late = TestServer.on(store)) {
            var events = late.get(PODS + "?watch=true&timeoutSeconds=5&resourceVersion=5")
                    .text();
            assertThat(events.lines())
                    .containsExactly("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\","
                            + "\"metadata\":{},\"status\":\"Failure\",\"message\":\"too old resource version: 5 (699)\","
                            + "\"reason\":\"Expired\",\"code\":410}}");
        }
    }

    @Test
    void a7APodIsStoredWithItsDefaults() {
        pod("", """
                {"resources":{"limits":{"cpu":"2"}},"containers":[{"name":"a","image":"i","resources":
                {"requests":{"cpu":"0.3"},"limits":{"memory":"1Gi","hugepages-2Mi":"4Mi"}}}]}
                """);
        var pod = server.get(PODS + "/web").json();
        assertThat(pod.at("/spec/resources")).isEqualTo(json("""
                {"limits":{"cpu":"2","memory":"1Gi","hugepages-2Mi":"4Mi"},
                 "requests":{"cpu":"300m","memory":"1Gi","hugepages-2Mi":"4Mi"}}
                """));
        assertThat(pod.at("/spec/containers/0/resources")).isEqualTo(json("""
                {"requests":{"cpu":"300m","memory":"1Gi","hugepages-2Mi":"4Mi"},"limits":{"memory":"1Gi","hugepages-2Mi":"4Mi"}}
                """));
        assertThat(pod.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(pod.at("/status")).isEqualTo(json("{\"phase\":\"Pending\",\"qosClass\":\"Burstable\"}"));
    }

    /** Two things are wrong with each request; the earlier stage answers. */
    record Order(String label, String method, String path, String type, String body, String token, int code) {
        @Override
        public String toString() {
            return label;
        }
    }

    static Stream<Order> a8() {
        var tooMuch =
                "{\"spec\":{\"containers\":[{\"name\":\"c0\",\"resources\":{\"requests\":{\"cpu\":\"9\"},\"limits\":{\"cpu\":\"9\"}}}]}}";
        var stale =
                "{\"metadata\":{\"resourceVersion\":\"1\"},\"spec\":{\"containers\":[{\"name\":\"c0\",\"image\":\"j\"}]}}";
        var other =
                "{\"spec\":{\"containers\":[{\"name\":\"c0\",\"image\":\"j\",\"resources\":{\"requests\":{\"cpu\":\"9\"}}}]}}";
        var strategic = "application/strategic-merge-patch+json";
        var resize = PODS + "/web/resize";
        return Stream.of(
                new Order("who asks, before the route", "PATCH", PODS + "/web/nothing", strategic, "{}", "no", 401),
                new Order("may they, before the verb", "POST", resize, strategic, "{}", "", 403),
                new Order("the route, before the content type", "PATCH", PODS + "/web/nothing", "x/y", "{}", "ok", 404),
                new Order("the verb, before the content type", "POST", resize, "x/y", "{}", "ok", 405),
                new Order("the content type, before the body", "PATCH", resize, "x/y", "{", "ok", 415),
                new Order("the body, before the pod", "PATCH", PODS + "/none/resize", strategic, "{", "ok", 400),
                new Order(
                        "the options, before the pod",
                        "PATCH",
                        PODS + "/none/resize?dryRun=x",
                        strategic,
                        "{}",
                        "ok",
                        422),
                new Order(
                        "the pod, before the patch",
                        "PATCH",
                        PODS + "/none/resize",
                        strategic,
                        "{\"spec\":{\"containers\":[{\"resources\":{}}]}}",
                        "ok",
                        404),
                new Order(
                        "the patch, before the version",
                        "PATCH",
                        resize,
                        strategic,
                        "{\"metadata\":{\"resourceVersion\":\"1\"},\"spec\":{\"containers\":[{\"name\":\"c0\",\"resources\":{\"requests\":{\"cpu\":\"a\"}}}]}}",
                        "ok",
                        422),
                new Order("the version, before the rules of a resize", "PATCH", resize, strategic, stale, "ok", 409),
                new Order("the rules of a resize, before admission", "PATCH", resize, strategic, other, "ok", 422),
                new Order("admission, last", "PATCH", resize, strategic, tooMuch, "ok", 403));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("a8")
    void a8StagesDecideInOrder(Order order) {
        server.post(
                "/api/v1/nodes",
                "{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"4\",\"memory\":\"8Gi\"}}}");
        pod("", """
                {"nodeName":"n","containers":[{"name":"c0","image":"i","resources":{"requests":{"cpu":"1"},"limits":{"cpu":"2"}}}]}
                """);
        var headers = switch (order.token()) {
            case "ok" -> Map.of("Content-Type", order.type(), "Authorization", "Bearer " + TestServer.TOKEN);
            case "" -> Map.of("Content-Type", order.type());
            default -> Map.of("Content-Type", order.type(), "Authorization", "Bearer " + order.token());
        };
        var answer = server.anonymously(order.method(), order.path(), order.body(), headers);
        assertThat(answer.status()).as(answer.text()).isEqualTo(order.code());
        assertThat(answer.json().path("code").asInt()).isEqualTo(order.code());
    }
}
