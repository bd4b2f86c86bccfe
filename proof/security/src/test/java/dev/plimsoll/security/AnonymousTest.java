package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.authentication.LoginOptions;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Without credentials a client learns whether the server is well, and nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnonymousTest {
    private final SecureServer server = new SecureServer();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    @Test
    void healthIsPublic() {
        assertThat(server.anonymous().get("/livez").status()).isEqualTo(200);
    }

    @Test
    void podsAreNot() {
        var answer = server.anonymous().get("/api/v1/pods");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.message()).contains("User \"system:anonymous\" cannot list resource \"pods\"");
    }

    @Test
    void aBadTokenIsRefusedThoughAnonymousIsAllowed() {
        assertThat(server.bearer("wrong").get("/livez").status()).isEqualTo(401);
    }

    @Test
    void wherePeopleMustLogInNobodyElseIsAnswered() {
        var extras = ApiServerSettings.Extras.DEFAULT.with(LoginOptions.DEFAULT.withAnonymous(false));
        try (var closed = new SecureServer(new MemoryStore(), extras, InstantSource.system())) {
            for (var path :
                    List.of("/livez", "/version", "/api", "/api/v1/pods", "/openapi/v2", "/metrics", "/nothing")) {
                var answer = closed.anonymous().get(path);
                assertThat(answer.status()).as(path).isEqualTo(401);
                assertThat(answer.message()).as(path).isEqualTo("Unauthorized");
            }
            assertThat(closed.user("somebody").get("/livez").status()).isEqualTo(200);
            assertThat(closed.admin().get("/api/v1/pods").status()).isEqualTo(200);
            assertThat(closed.defects()).isEmpty();
        }
    }
}
