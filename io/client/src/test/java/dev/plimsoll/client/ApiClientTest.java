package dev.plimsoll.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.client.RequestResult.Conflict;
import dev.plimsoll.client.RequestResult.Done;
import dev.plimsoll.client.RequestResult.NotFound;
import dev.plimsoll.client.RequestResult.Refused;
import dev.plimsoll.client.RequestResult.Unreachable;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.client.testing.Documents;
import dev.plimsoll.client.testing.ScriptedTransport;
import dev.plimsoll.client.testing.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ApiClientTest {
    private static final ObjectName POD = new ObjectName("default", "a");

    private final VirtualTime time = new VirtualTime();
    private final ScriptedTransport server = new ScriptedTransport();
    private final ApiClient client = ApiClient.over(server, "plimsoll/1", TokenBucket.unlimited(time), time);

    @Test
    void aFieldNobodyKnowsAndEveryDigitSurvive() {
        server.answer(200, "{\"kind\":\"Pod\",\"new\":{\"x\":[]},\"n\":1.10000000000000000001}");
        var pod = client.get(ApiResource.PODS, POD).done().orElseThrow();
        assertThat(new String(ClientJson.bytes(pod), StandardCharsets.UTF_8))
                .isEqualTo("{\"kind\":\"Pod\",\"new\":{\"x\":[]},\"n\":1.10000000000000000001}");
    }

    @Test
    void aDryRunIsAskedForWithEveryWriteAndWithNoRead() {
        for (var i = 0; i < 4; i++) server.answer(200, "{}");
        var dry = client.dryRun();
        dry.patch(ApiResource.PODS.sub("resize"), POD, new Patch.Merge(Documents.json("{}")));
        dry.delete(ApiResource.PODS, POD, DeleteOptions.DEFAULT);
        dry.get(ApiResource.PODS, POD);
        client.document("/apis/apps/v1");
        assertThat(server.asked())
                .containsExactly(
                        "PATCH /api/v1/namespaces/default/pods/a/resize?dryRun=All",
                        "DELETE /api/v1/namespaces/default/pods/a?dryRun=All",
                        "GET /api/v1/namespaces/default/pods/a",
                        "GET /apis/apps/v1");
    }

    @Test
    void everyVerbHasItsPathAndMediaType() {
        for (var i = 0; i < 9; i++) server.answer(200, "{}");
        var change = Documents.json("{\"spec\":{}}");
        var pod = Documents.json(Documents.pod("a", 1, "n"));
        client.get(ApiResource.NODES, ObjectName.ofCluster("n 1"));
        client.list(
                ApiResource.PODS,
                ObjectSelection.inNamespace("x").withLabels("a in (b,c)").withFields("spec.nodeName=n1"),
                Page.first(10));
        client.create(ApiResource.PODS, pod);
        client.create(ApiResource.PODS.sub("binding"), POD, pod);
        client.update(ApiResource.PODS.sub("status"), pod);
        client.patch(ApiResource.PODS.sub("resize"), POD, new Patch.Strategic(change));
        client.patch(ApiResource.LEASES, POD, new Patch.Merge(change));
        client.patch(ApiResource.PODS, POD, new Patch.JsonPatch(JsonNodeFactory.instance.arrayNode()));
        client.patch(ApiResource.PODS, POD, new Patch.Apply(change, "me", true));
        server.answer(200, "{}");
        client.delete(ApiResource.PODS, POD, DeleteOptions.atOnce("u1"));

        assertThat(server.asked())
                .containsExactly(
                        "GET /api/v1/nodes/n%201",
                        "GET /api/v1/namespaces/x/pods?labelSelector=a%20in%20%28b%2Cc%29&fieldSelector=spec.nodeName%3Dn1"
                                + "&limit=10",
                        "POST /api/v1/namespaces/default/pods",
                        "POST /api/v1/namespaces/default/pods/a/binding",
                        "PUT /api/v1/namespaces/default/pods/a/status",
                        "PATCH /api/v1/namespaces/default/pods/a/resize",
                        "PATCH /apis/coordination.k8s.io/v1/namespaces/default/leases/a",
                        "PATCH /api/v1/namespaces/default/pods/a",
                        "PATCH /api/v1/namespaces/default/pods/a?fieldManager=me&force=true",
                        "DELETE /api/v1/namespaces/default/pods/a");
        assertThat(List.of(5, 6, 7, 8).stream()
                        .map(i -> server.request(i).headers().getOrDefault("Content-Type", "")))
                .containsExactly(
                        "application/strategic-merge-patch+json",
                        "application/merge-patch+json",
                        "application/json-patch+json",
                        "application/apply-patch+yaml");
        assertThat(new String(server.request(9).body(), StandardCharsets.UTF_8))
                .contains("\"gracePeriodSeconds\":0")
                .contains("\"preconditions\":{\"uid\":\"u1\"}");
        assertThat(server.request(0).headers()).containsEntry("User-Agent", "plimsoll/1");
    }

    @Test
    void refusalsAreValuesWithAllTheirCauses() {
        server.answer(404, Documents.status(404, "NotFound", "pods \\\"a\\\" not found"));
        server.answer(409, Documents.status(409, "AlreadyExists", "there"));
        server.answer(422, """
                {"kind":"Status","reason":"Invalid","message":"bad","code":422,"details":{"causes":[
                {"reason":"FieldValueInvalid","message":"m1","field":"spec.x"},{"reason":"FieldValueRequired","message":"m2","field":"spec.y"}]}}
                """);
        server.answer(502, "<html>bad gateway</html>");
        server.fail("connection refused");
        server.answer(200, "not json");

        assertThat(client.get(ApiResource.PODS, POD))
                .isInstanceOfSatisfying(
                        NotFound.class,
                        outcome -> assertThat(outcome.status().message()).isEqualTo("pods \"a\" not found"));
        assertThat(client.get(ApiResource.PODS, POD))
                .isInstanceOfSatisfying(
                        Conflict.class,
                        outcome -> assertThat(outcome.status().alreadyExists()).isTrue());
        assertThat(client.get(ApiResource.PODS, POD))
                .isInstanceOfSatisfying(
                        Refused.class,
                        outcome -> assertThat(outcome.status().causes())
                                .containsExactly(
                                        new ApiStatus.Cause("FieldValueInvalid", "m1", "spec.x"),
                                        new ApiStatus.Cause("FieldValueRequired", "m2", "spec.y")));
        assertThat(client.get(ApiResource.PODS, POD).problem()).isEqualTo("<html>bad gateway</html>");
        assertThat(client.get(ApiResource.PODS, POD)).isEqualTo(new Unreachable<>("connection refused"));
        assertThat(client.get(ApiResource.PODS, POD)).isInstanceOf(Unreachable.class);
    }

    @Test
    void whatTheServerAsksToTryLaterIsTriedAgainThen() {
        server.answer(429, "", Map.of("retry-after", "3"))
                .answer(503, "", Map.of("retry-after", "2"))
                .answer(200, "{}");
        assertThat(client.get(ApiResource.PODS, POD)).isInstanceOf(Done.class);
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(2));
    }

    @Test
    void aServerThatKeepsAskingIsARefusal() {
        for (var i = 0; i < 5; i++) server.answer(429, Documents.status(429, "TooManyRequests", "slow down"));
        assertThat(client.get(ApiResource.PODS, POD)).isInstanceOf(Refused.class);
        assertThat(server.isPlayed()).isTrue();
    }

    @Test
    void aRequestWithLittleTimeDoesNotWaitForTheServer() {
        server.answer(429, "", Map.of("retry-after", "3"));
        assertThat(client.within(Duration.ofSeconds(2)).get(ApiResource.PODS, POD))
                .isInstanceOf(Refused.class);
        assertThat(time.sleeps()).isEmpty();
        assertThat(server.request(0).timeout()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aListIsReadPageByPage() {
        server.answer(200, Documents.page(7, "t/1", Documents.pod("a", 1, "n")));
        server.answer(200, Documents.page(7, "", "{\"metadata\":{\"name\":\"b\"}}"));
        var list =
                client.listAll(ApiResource.PODS, ObjectSelection.ALL, 1).done().orElseThrow();
        assertThat(list.items()).extracting(item -> ObjectName.of(item).name()).containsExactly("a", "b");
        assertThat(list.items().get(1).path("kind").asText()).isEqualTo("Pod");
        assertThat(list.resourceVersion()).isEqualTo("7");
        assertThat(server.asked())
                .containsExactly("GET /api/v1/pods?limit=1", "GET /api/v1/pods?limit=1&continue=t%2F1");
    }

    @Test
    void aTokenThatExpiredLeadsToOneListWithoutPages() {
        server.answer(200, Documents.page(7, "t", Documents.pod("a", 1, "n")));
        server.answer(410, Documents.status(410, "Expired", "too old"));
        server.answer(200, Documents.list(9, Documents.pod("a", 1, "n"), Documents.pod("b", 8, "n")));
        var list =
                client.listAll(ApiResource.PODS, ObjectSelection.ALL, 1).done().orElseThrow();
        assertThat(list.items()).hasSize(2);
        assertThat(list.resourceVersion()).isEqualTo("9");
        assertThat(server.asked().getLast()).isEqualTo("GET /api/v1/pods");
    }
}
