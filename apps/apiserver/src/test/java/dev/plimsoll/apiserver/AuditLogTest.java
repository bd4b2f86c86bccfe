package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.apiserver.audit.AuditFile;
import dev.plimsoll.apiserver.limits.RequestLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log of a server. */
class AuditLogTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SECRETS = "/api/v1/namespaces/default/secrets";

    @TempDir
    private Path folder;

    private TestServer server(long mostBytes, int backups) {
        var file = new AuditFile(folder.resolve("audit.log"), mostBytes, backups);
        return new TestServer(
                true, new ApiServerSettings.Extras(RequestLimits.DEFAULT, List.of(file), Duration.ofHours(1)));
    }

    private List<JsonNode> lines() throws IOException {
        var events = new ArrayList<JsonNode>();
        for (var line : Files.readAllLines(folder.resolve("audit.log"))) events.add(MAPPER.readTree(line));
        return events;
    }

    @Test
    void eachRequestIsOneLineWithoutAnythingSecret() throws IOException {
        try (var server = server(1 << 20, 1)) {
            server.post(SECRETS, "{\"metadata\":{\"name\":\"s\"},\"stringData\":{\"password\":\"hunter2\"}}");
            server.post(SECRETS, "{\"hunter2");
            server.asUser("GET", SECRETS + "/s", "");
        }
        assertThat(Files.readString(folder.resolve("audit.log")))
                .doesNotContain("hunter2", TestServer.TOKEN, TestServer.USER_TOKEN);
        var events = lines();
        assertThat(events).hasSize(3);
        var made = events.getFirst();
        assertThat(made.path("apiVersion").asText()).isEqualTo("audit.k8s.io/v1");
        assertThat(made.path("level").asText()).isEqualTo("Metadata");
        assertThat(made.path("stage").asText()).isEqualTo("ResponseComplete");
        assertThat(made.path("verb").asText()).isEqualTo("create");
        assertThat(made.path("requestURI").asText()).isEqualTo(SECRETS);
        assertThat(made.at("/user/username").asText()).isEqualTo("admin");
        assertThat(made.at("/objectRef/resource").asText()).isEqualTo("secrets");
        assertThat(made.at("/objectRef/namespace").asText()).isEqualTo("default");
        assertThat(made.at("/responseStatus/code").asInt()).isEqualTo(201);
        assertThat(events.get(1).at("/responseStatus/code").asInt()).isEqualTo(400);
        var refused = events.get(2);
        assertThat(refused.at("/user/username").asText()).isEqualTo("jane");
        assertThat(refused.at("/responseStatus/code").asInt()).isEqualTo(403);
        assertThat(refused.at("/annotations/authorization.k8s.io~1decision").asText())
                .isEqualTo("forbid");
    }

    @Test
    void aFullFileIsPutAsideAndTheOldestGoes() throws IOException {
        try (var server = server(2000, 2)) {
            for (var i = 0; i < 30; i++) server.get("/version");
        }
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("audit.log", "audit.log.1", "audit.log.2");
        }
        assertThat(Files.size(folder.resolve("audit.log.1"))).isLessThanOrEqualTo(2000);
        assertThat(lines()).isNotEmpty();
    }

    @Test
    void aFileThatCannotBeWrittenCostsLinesAndNoRequest() throws IOException {
        Files.createDirectory(folder.resolve("audit.log"));
        try (var server = server(1 << 20, 1)) {
            assertThat(server.get("/version").status()).isEqualTo(200);
            TestServer.eventually("the loss is counted", () -> server.metric("apiserver_audit_error_total") >= 1);
            TestServer.eventually("the loss is told", () -> !server.defects().isEmpty());
        }
    }
}
