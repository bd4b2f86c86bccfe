package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the server does, seen from outside. */
class ApiServerTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final TestServer server = new TestServer();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        assertThat(defects).isEmpty();
    }

    private static String pod(String name, String cpu) {
        return """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","labels":{"app":"%s"}},"spec":{"containers":[
                {"name":"c","image":"example/c:1","resources":{"requests":{"cpu":"%s"}}}]}}
                """.formatted(name, name, cpu);
    }

    private void node(String name, String cpu) {
        var body = """
                {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s"},"status":{"allocatable":{"cpu":"%s","memory":"8Gi"},
                "declaredFeatures":["InPlacePodLevelResourcesVerticalScaling"]}}
                """.formatted(name, cpu);
        assertThat(server.post("/api/v1/nodes", body).status()).isEqualTo(201);
    }

    private TestServer.Answer bind(String pod, String node) {
        return server.post(
                PODS + "/" + pod + "/binding",
                "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"" + pod
                        + "\"},\"target\":{\"kind\":\"Node\",\"name\":\"" + node + "\"}}");
    }

    @Test
    void aNodeIsNotGivenMoreThanItCanHold() {
        node("n", "2");
        server.post(PODS, pod("a", "1500m"));
        server.post(PODS, pod("b", "1"));
        assertThat(bind("a", "n").status()).isEqualTo(201);
        var refused = bind("b", "n");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.message()).contains("cpu, requested: 1, used: 1500m, allocatable: 2");
    }

    @Test
    void aResizeThatWaitsCountsWhenAPodIsBound() {
        node("n", "2");
        server.post(PODS, pod("a", "500m"));
        server.post(PODS, pod("b", "1"));
        assertThat(bind("a", "n").status()).isEqualTo(201);
        var grown = server.patch(
                "merge-patch+json",
                PODS + "/a/resize",
                "{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"example/c:1\",\"resources\":{\"requests\":{\"cpu\":\"1500m\"}}}]}}");
        assertThat(grown.status()).as(grown.text()).isEqualTo(200);
        assertThat(bind("b", "n").status()).isEqualTo(409);
    }

    @Test
    void listsArePagedAtOneVersion() {
        for (var i = 0; i < 5; i++) server.post(PODS, pod("p" + i, "1m"));
        var first = server.get(PODS + "?limit=2").json();
        assertThat(names(first)).containsExactly("p0", "p1");
        assertThat(first.path("metadata").path("remainingItemCount").asInt()).isEqualTo(3);
        server.call("DELETE", PODS + "/p3", "");
        var token = first.path("metadata").path("continue").asText();
        var second = server.get(PODS + "?limit=2&continue=" + token).json();
        assertThat(names(second)).containsExactly("p2", "p3");
        assertThat(second.path("metadata").path("resourceVersion"))
                .isEqualTo(first.path("metadata").path("resourceVersion"));
        var third = server.get(PODS + "?limit=2&continue="
                        + second.path("metadata").path("continue").asText())
                .json();
        assertThat(names(third)).containsExactly("p4");
        assertThat(third.path("metadata").has("continue")).isFalse();
    }

    private static List<String> names(JsonNode list) {
        var names = new ArrayList<String>();
        for (var item : list.path("items"))
            names.add(item.path("metadata").path("name").asText());
        return names;
    }

    @Test
    void aWatchTellsWhatChangedAndWhatNoLongerMatches() {
        var before = server.post(PODS, pod("a", "1m"))
                .json()
                .path("metadata")
                .path("resourceVersion")
                .asText();
        server.patch("merge-patch+json", PODS + "/a", "{\"metadata\":{\"labels\":{\"app\":\"other\"}}}");
        server.call("DELETE", PODS + "/a", "");
        var events = server.get(PODS + "?watch=true&timeoutSeconds=1&labelSelector=app%3Da&resourceVersion=" + before)
                .text();
        assertThat(events.lines()).singleElement().asString().startsWith("{\"type\":\"DELETED\"");
        var all = server.get(PODS + "?watch=true&timeoutSeconds=1&resourceVersion=" + before)
                .text();
        assertThat(all.lines().map(line -> line.substring(0, 17)))
                .containsExactly("{\"type\":\"MODIFIED", "{\"type\":\"DELETED\"");
    }

    @Test
    void initialEventsEndWithABookmark() {
        server.post(PODS, pod("a", "1m"));
        var events = server.get(PODS + "?watch=true&timeoutSeconds=1&sendInitialEvents=true"
                        + "&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")
                .text()
                .lines()
                .toList();
        assertThat(events.get(0)).startsWith("{\"type\":\"ADDED\"");
        assertThat(events.get(1)).startsWith("{\"type\":\"BOOKMARK\"").contains("k8s.io/initial-events-end");
    }

    @Test
    void boundPodsGetTheirGraceAndFinalizersHoldObjects() {
        node("n", "4");
        server.post(PODS, pod("a", "1m"));
        bind("a", "n");
        var going = server.call("DELETE", PODS + "/a", "").json();
        assertThat(going.path("metadata").path("deletionGracePeriodSeconds").asInt())
                .isEqualTo(30);
        assertThat(server.call("DELETE", PODS + "/a?gracePeriodSeconds=0", "").status())
                .isEqualTo(200);
        assertThat(server.get(PODS + "/a").status()).isEqualTo(404);

        var maps = "/api/v1/namespaces/default/configmaps";
        server.post(maps, "{\"metadata\":{\"name\":\"m\",\"finalizers\":[\"example.com/hold\"]}}");
        assertThat(server.call("DELETE", maps + "/m", "")
                        .json()
                        .path("metadata")
                        .has("deletionTimestamp"))
                .isTrue();
        assertThat(server.get(maps + "/m").status()).isEqualTo(200);
        var last = server.patch("merge-patch+json", maps + "/m", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(last.json().path("metadata").has("finalizers"))
                .as("the answer is what the write made of it")
                .isFalse();
        assertThat(server.get(maps + "/m").status()).isEqualTo(404);
    }

    @Test
    void badInputIsAnsweredWithAStatus() {
        assertThat(server.post(PODS, "").status()).isEqualTo(400);
        assertThat(server.post(PODS, "[".repeat(2000)).status()).isEqualTo(400);
        assertThat(server.post(PODS, "{\"metadata\":{\"name\":\"a\"},\"spec\":[]}")
                        .status())
                .isEqualTo(400);
        assertThat(server.post(PODS, "x".repeat(4 << 20)).status()).isEqualTo(413);
        assertThat(server.patch("merge-patch+json", PODS + "/none", "{}").status())
                .isEqualTo(404);
        assertThat(server.patch("nonsense", PODS + "/none", "{}").status()).isEqualTo(415);
        assertThat(server.get(PODS + "?resourceVersion=x").status()).isEqualTo(400);
        assertThat(server.get(PODS + "?continue=x").status()).isEqualTo(400);
        assertThat(server.get(PODS + "?fieldSelector=spec.nope%3Dx").message())
                .isEqualTo("field label not supported: spec.nope");
        assertThat(server.call("GET", PODS, "", Map.of("Accept", "text/html")).status())
                .isEqualTo(406);
        assertThat(server.call("GET", PODS, "", Map.of("Authorization", "Bearer wrong"))
                        .status())
                .isEqualTo(401);
        assertThat(server.get("/healthz").text()).isEqualTo("ok");
    }

    @Test
    void serviceAccountsActByTheirRoles() {
        server.post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"bot\"}}");
        var token = server.post(
                        "/api/v1/namespaces/default/serviceaccounts/bot/token",
                        "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{}}")
                .json()
                .path("status")
                .path("token")
                .asText();
        var as = Map.of("Authorization", "Bearer " + token);
        assertThat(server.anonymously("GET", PODS, "", as).message())
                .isEqualTo(
                        "pods is forbidden: User \"system:serviceaccount:default:bot\" cannot list resource \"pods\" in API "
                                + "group \"\" in the namespace \"default\"");
        var access = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
        server.post(
                access + "/roles",
                "{\"metadata\":{\"name\":\"r\"},\"rules\":[{\"verbs\":[\"list\"],\"apiGroups\":[\"\"],\"resources\":[\"pods\"]}]}");
        server.post(
                access + "/rolebindings",
                "{\"metadata\":{\"name\":\"b\"},\"roleRef\":{\"kind\":\"Role\",\"name\":\"r\"},\"subjects\":[{\"kind\":\"ServiceAccount\","
                        + "\"name\":\"bot\",\"namespace\":\"default\"}]}");
        assertThat(server.anonymously("GET", PODS, "", as).status()).isEqualTo(200);
        assertThat(server.anonymously("POST", PODS, pod("a", "1m"), as).status())
                .isEqualTo(403);
    }
}
