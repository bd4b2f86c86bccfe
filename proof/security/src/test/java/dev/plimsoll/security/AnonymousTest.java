package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

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
}
