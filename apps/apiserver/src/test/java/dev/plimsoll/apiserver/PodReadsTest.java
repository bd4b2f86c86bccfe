package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kinds.documents.Views;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often a write reads a pod as the core sees it. The server of the test is asked by nobody else. */
class PodReadsTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final TestServer server = new TestServer();

    @BeforeEach
    void pod() {
        created("first"); // what the server reads once in its life is read
        created("a");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void created(String name) {
        created(name, "requests");
    }

    private void created(String name, String amounts) {
        var made = server.post(PODS, """
                {"metadata":{"name":"%s"},"spec":{"containers":[{"name":"c","image":"i","resources":{"%s":{"cpu":"1","memory":"1Gi"}}}]}}""".formatted(name, amounts));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private void patch(String part, String body) {
        var answer = server.call(
                "PATCH", PODS + "/a/" + part, body, Map.of("Content-Type", "application/strategic-merge-patch+json"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private static String resize(int cpus) {
        return "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"" + cpus + "\"}}}]}}";
    }

    @Test
    void aNewPodIsReadAsAdmissionLeftIt() {
        var before = Views.podsRead();
        created("b");
        assertThat(Views.podsRead() - before).isEqualTo(1);
    }

    @Test
    void aNewPodWhoseRequestsFollowItsLimitsIsReadAsItWasSentToo() {
        var before = Views.podsRead();
        created("b", "limits");
        assertThat(Views.podsRead() - before).isEqualTo(2);
    }

    @Test
    void aResizeReadsTheStoredPodAndTheOneThatWasSent() {
        var before = Views.podsRead();
        patch("resize", resize(2));
        assertThat(Views.podsRead() - before).isEqualTo(2);
    }

    @Test
    void soDoesAResizeOfAPodOnANode() {
        var node = server.post(
                "/api/v1/nodes",
                "{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"8\",\"memory\":\"8Gi\",\"pods\":\"9\"}}}");
        assertThat(node.status()).as(node.text()).isEqualTo(201);
        var bound = server.post(
                PODS + "/a/binding", "{\"metadata\":{\"name\":\"a\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}");
        assertThat(bound.status()).as(bound.text()).isEqualTo(201);
        patch("status", """
                {"status":{"phase":"Running","containerStatuses":[{"name":"c","image":"i","imageID":"","ready":true,"restartCount":0,
                "resources":{"requests":{"cpu":"1","memory":"1Gi"}},"state":{"running":{}}}]}}""");
        patch("resize", resize(2));
        var before = Views.podsRead();
        patch("resize", resize(3));
        assertThat(Views.podsRead() - before).isEqualTo(2);
    }

    @Test
    void aStatusPatchReadsNoPod() {
        var before = Views.podsRead();
        patch("status", "{\"status\":{\"message\":\"changed\"}}");
        assertThat(Views.podsRead() - before).isZero();
    }
}
