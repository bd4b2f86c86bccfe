package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Who asks for a version that will never be reached waits alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FutureVersionTest {
    private final SecureServer server = new SecureServer();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    @Test
    void othersListTheSameKindMeanwhileAndAfterwards() {
        var jobs = "/apis/batch/v1/jobs";
        assertThat(server.admin().get(jobs).status()).isEqualTo(200);
        assertThat(server.admin().get(jobs + "?resourceVersion=99999999999").status())
                .isEqualTo(504);
        // A write of another kind: the cache of jobs has to be told that there was nothing for it.
        assertThat(server.admin()
                        .post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"elsewhere\"}}")
                        .status())
                .isEqualTo(201);
        assertThat(server.admin().get(jobs).status()).isEqualTo(200);
    }
}
