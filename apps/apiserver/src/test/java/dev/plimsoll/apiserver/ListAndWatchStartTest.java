package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

// Acceptance of Kubernetes clients: watch-start, scale-of-zero, items, versions, review-table
/** Where lists and watches begin, and how they are refused that cannot. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListAndWatchStartTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final TestServer server = new TestServer();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    @Test
    @DisplayName("what is written after the headers of a watch arrived is a change of its own")
    void startIsSettledBeforeTheResponse() throws Exception {
        for (var round = 0; round < 30; round++) {
            var name = "w" + round;
            server.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"v\":\"0\"}}");
            var path = MAPS + "?watch=true&timeoutSeconds=20&fieldSelector=metadata.name=" + name;
            try (var lines = new BufferedReader(new InputStreamReader(server.opened(path), StandardCharsets.UTF_8))) {
                for (var value = 1; value <= 2; value++)
                    server.patch("merge-patch+json", MAPS + "/" + name, "{\"data\":{\"v\":\"" + value + "\"}}");
                var seen = new ArrayList<String>();
                while (seen.size() < 3) seen.add(event(lines));
                assertThat(seen).containsExactly("ADDED 0", "MODIFIED 1", "MODIFIED 2");
            }
        }
    }

    private static String event(BufferedReader lines) throws IOException {
        var event = MAPPER.readTree(lines.readLine());
        return event.path("type").asText() + " " + event.at("/object/data/v").asText();
    }

    @Test
    @DisplayName("a list of small and large objects is what its objects are, with the version of each")
    void smallAndLargeObjects() throws IOException {
        var maps = "/api/v1/namespaces/kube-public/configmaps";
        var sizes = List.of(1, 700_000, 10, 262_000, 262_144, 5, 130_000, 130_000, 130_000, 3);
        var expected = new ArrayList<String>();
        for (var i = 0; i < sizes.size(); i++) {
            var body = "{\"metadata\":{\"name\":\"size-" + i + "\"},\"data\":{\"v\":\"" + "x".repeat(sizes.get(i))
                    + "\"}}";
            assertThat(server.post(maps, body).status()).isEqualTo(201);
            expected.add(MAPPER.readTree(server.get(maps + "/size-" + i).text())
                    .path("metadata")
                    .toString());
        }
        var items = MAPPER.readTree(server.get(maps).text()).path("items");
        var found = new ArrayList<String>();
        for (var item : items) {
            if (!item.at("/metadata/name").asText().startsWith("size-")) continue;
            assertThat(item.has("kind")).isFalse();
            assertThat(item.at("/data/v").asText()).hasSize(sizes.get(found.size()));
            found.add(item.path("metadata").toString());
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    @DisplayName("a version that is not there yet, which the answer names with the one that is")
    void versionOfTheFuture() {
        for (var path : List.of(
                MAPS + "?resourceVersion=99999999&resourceVersionMatch=NotOlderThan",
                MAPS + "?resourceVersion=99999999&resourceVersionMatch=Exact",
                "/api/v1/namespaces/default?resourceVersion=99999999")) {
            var reply = server.get(path);
            assertThat(reply.status()).as(path).isEqualTo(504);
            assertThat(reply.message()).matches("Timeout: Too large resource version: 99999999, current: [1-9][0-9]*");
            assertThat(reply.json().at("/details/causes/0/reason").asText()).isEqualTo("ResourceVersionTooLarge");
        }
        assertThat(server.get(MAPS + "?resourceVersion=0").status()).isEqualTo(200);
        var one = "/api/v1/namespaces/default?resourceVersion=";
        assertThat(server.get(one + "0").status()).isEqualTo(200);
        var known = server.get("/api/v1/namespaces/default").json().at("/metadata/resourceVersion");
        assertThat(server.get(one + known.asText()).status()).isEqualTo(200);
        assertThat(server.get(one + "abc").status()).isEqualTo(500);
    }

    @Test
    @DisplayName("a version that is no number")
    void versionThatIsNone() {
        var problem = "resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax";
        var list = server.get(MAPS + "?resourceVersion=abc");
        assertThat(list.status()).isEqualTo(400);
        assertThat(list.message()).isEqualTo("invalid resource version: " + problem);
        var watch = server.get(MAPS + "?watch=true&resourceVersion=abc");
        assertThat(watch.status()).isEqualTo(500);
        assertThat(watch.message()).isEqualTo(problem);
    }

    @Test
    @DisplayName("a continue token has the form of Kubernetes, and one that was made by hand works too")
    void continueTokens() throws Exception {
        for (var name : new String[] {"t1", "t2", "t3"})
            server.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"list\":\"tokens\"}}}");
        var first = server.get(MAPS + "?limit=1&labelSelector=list=tokens").json();
        var token = first.at("/metadata/continue").asText();
        var read = MAPPER.readTree(Base64.getUrlDecoder().decode(token));
        assertThat(read.path("v").asText()).isEqualTo("meta.k8s.io/v1");
        assertThat(read.path("rv").asText())
                .isEqualTo(first.at("/metadata/resourceVersion").asText());
        assertThat(read.path("start").asText()).isEqualTo("t1\0");
        assertThat(names(token)).containsExactly("t2", "t3");
        assertThat(names(token(-1, "t2\\u0000"))).containsExactly("t3");
    }

    private List<String> names(String token) {
        var names = new ArrayList<String>();
        for (var item : server.get(MAPS + "?limit=9&labelSelector=list=tokens&continue=" + token)
                .json()
                .path("items")) names.add(item.at("/metadata/name").asText());
        return names;
    }

    private static String token(long revision, String start) {
        var text = "{\"v\":\"meta.k8s.io/v1\",\"rv\":" + revision + ",\"start\":\"" + start + "\"}";
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("a token that is none is refused with the reason, and leads nowhere else")
    void brokenTokens() {
        for (var broken : new String[] {"x", "%20", "e30", token(0, "t1"), token(-7, "t1"), token(1, "")}) {
            var reply = server.get(MAPS + "?continue=" + broken);
            assertThat(reply.status()).as(broken).isEqualTo(400);
            assertThat(reply.message()).startsWith("invalid continue token: continue key is not valid: ");
        }
        server.post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"hidden\"}}");
        var outside = server.get(MAPS + "?continue=" + token(-1, "../../secrets/default/a"));
        assertThat(outside.text()).doesNotContain("hidden");
    }

    @Test
    @DisplayName("a review is never a row of a table")
    void reviewAsTable() {
        var body = "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\"}}}";
        var path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
        var table = "application/json;as=Table;v=v1;g=meta.k8s.io";
        var type = "application/json";
        assertThat(server.call("POST", path, body, Map.of("Accept", table, "Content-Type", type))
                        .status())
                .isEqualTo(406);
        var both = server.call("POST", path, body, Map.of("Accept", table + "," + type, "Content-Type", type));
        assertThat(both.status()).isEqualTo(201);
        assertThat(both.json().path("kind").asText()).isEqualTo("SelfSubjectAccessReview");
    }

    @Test
    @DisplayName("a scale of zero does not name its replicas")
    void scaleOfZero() {
        var path = "/apis/apps/v1/namespaces/default/deployments";
        server.post(path, """
                {"metadata":{"name":"zero"},"spec":{"replicas":0,"selector":{"matchLabels":{"a":"b"}},
                "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}""");
        assertThat(server.get(path + "/zero/scale").json().path("spec").toString())
                .isEqualTo("{}");
    }
}
