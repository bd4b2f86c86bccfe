package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.audit.AuditFile;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log tells who really asked, as whom, what was decided and why, of requests that failed too. */
class AuditUserTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SECRETS = "/api/v1/namespaces/default/secrets";
    private static final String DECISION = "authorization.k8s.io/decision";
    private static final String REASON = "authorization.k8s.io/reason";

    @TempDir
    private Path folder;

    private Map<String, JsonNode> audited(RequestLimits limits, Requests requests) throws IOException {
        var log = folder.resolve("audit.log");
        var extras = new ApiServerSettings.Extras(limits, List.of(new AuditFile(log, 1 << 20, 1)), Duration.ofHours(1));
        try (var server = new SecureServer(new MemoryStore(), extras, InstantSource.system())) {
            requests.send(server);
            assertThat(server.defects()).isEmpty();
        }
        var events = new LinkedHashMap<String, JsonNode>();
        for (var line : Files.readAllLines(log)) {
            var event = MAPPER.readTree(line);
            events.put(event.path("auditID").asText(), event);
        }
        return events;
    }

    private interface Requests {
        void send(SecureServer server);
    }

    private static SecureServer.Client numbered(SecureServer.Client client, String id) {
        return client.with(Map.of("Audit-ID", id));
    }

    @Test
    void everyRequestHasItsUser() throws IOException {
        var events = audited(RequestLimits.DEFAULT, server -> {
            var ann = server.user("ann", "team");
            var answer = numbered(server.admin(), "made").post(SECRETS, "{\"metadata\":{\"name\":\"s\"}}");
            assertThat(answer.header("Audit-Id")).containsExactly("made");
            assertThat(server.admin().get("/version").header("Audit-Id").getFirst())
                    .hasSizeGreaterThan(30);
            numbered(ann, "forbidden").get(SECRETS + "/s");
            numbered(ann, "forbidden-path").get("/metrics");
            numbered(ann, "discovery").get("/apis");
            numbered(server.admin(), "absent").get("/api/v1/nonsense");
            numbered(server.bearer("wrong"), "unknown").get(SECRETS);
            numbered(server.anonymous(), "anonymous").get(SECRETS);
            numbered(server.admin(), "as-ann")
                    .with(Map.of("Impersonate-User", "ann", "Impersonate-Uid", "7", "Impersonate-Extra-Scope", "all"))
                    .get(SECRETS + "/s");
            numbered(ann, "as-admin").with(Map.of("Impersonate-User", "admin")).get(SECRETS);
            numbered(server.admin(), "namespace").get("/api/v1/namespaces/default");
            numbered(server.admin(), "one").get(SECRETS + "?fieldSelector=metadata.name%3Ds");
            numbered(server.admin(), "watched").get(SECRETS + "?watch=true&timeoutSeconds=1");
        });
        var made = events.get("made");
        assertThat(made).isNotNull();
        assertThat(made.at("/user/username").asText()).isEqualTo("admin");
        assertThat(made.path("annotations").path(DECISION).asText()).isEqualTo("allow");
        assertThat(made.path("annotations").has(REASON)).isTrue();
        assertThat(made.has("impersonatedUser")).isFalse();
        said(events, "forbidden", 403, "ann", "forbid", "");
        assertThat(event(events, "forbidden").at("/user/groups").toString())
                .isEqualTo("[\"team\",\"system:authenticated\"]");
        said(events, "forbidden-path", 403, "ann", "forbid", "");
        said(
                events,
                "discovery",
                200,
                "ann",
                "allow",
                "RBAC: allowed by ClusterRoleBinding \"system:discovery\" of ClusterRole \"system:discovery\" to Group "
                        + "\"system:authenticated\"");
        assertThat(event(events, "discovery").path("verb").asText()).isEqualTo("get");
        said(events, "absent", 404, "admin", "allow", "");
        said(events, "unknown", 401, "", "", "");
        said(events, "anonymous", 403, "system:anonymous", "forbid", "");
        said(events, "as-ann", 403, "admin", "forbid", "");
        var other = event(events, "as-ann").path("impersonatedUser");
        assertThat(other.toString())
                .isEqualTo("{\"username\":\"ann\",\"uid\":\"7\",\"groups\":[\"system:authenticated\"],"
                        + "\"extra\":{\"scope\":[\"all\"]}}");
        said(events, "as-admin", 403, "ann", "", "");
        assertThat(event(events, "as-admin").has("impersonatedUser")).isFalse();
        assertThat(event(events, "namespace").path("objectRef").toString())
                .isEqualTo(
                        "{\"resource\":\"namespaces\",\"namespace\":\"default\",\"name\":\"default\",\"apiVersion\":\"v1\"}");
        assertThat(event(events, "one").at("/objectRef/name").asText()).isEqualTo("s");
        assertThat(event(events, "one").path("verb").asText()).isEqualTo("list");
        said(events, "watched", 200, "admin", "allow", "");
    }

    private static JsonNode event(Map<String, JsonNode> events, String id) {
        var event = events.get(id);
        if (event == null) throw new AssertionError("no line of " + id + " in " + events.keySet());
        return event;
    }

    private static void said(
            Map<String, JsonNode> events, String id, int status, String user, String decision, String reason) {
        var event = event(events, id);
        assertThat(event.at("/responseStatus/code").asInt()).as(id).isEqualTo(status);
        assertThat(event.at("/user/username").asText()).as(id).isEqualTo(user);
        assertThat(event.path("annotations").path(DECISION).asText()).as(id).isEqualTo(decision);
        assertThat(event.path("annotations").path(REASON).asText()).as(id).isEqualTo(reason);
    }

    @Test
    void whoIsTooFastIsKnownToo() throws IOException {
        var events = audited(new RequestLimits(400, 200, 3 << 20, Duration.ofSeconds(90), 1), server -> {
            for (var i = 0; i < 5; i++) numbered(server.user("ann"), "try-" + i).get(SECRETS);
        });
        assertThat(events.values())
                .anyMatch(event -> event.at("/responseStatus/code").asInt() == 429);
        assertThat(events.values())
                .allMatch(event -> event.at("/user/username").asText().equals("ann")
                        && event.at("/objectRef/resource").asText().equals("secrets"));
    }
}
