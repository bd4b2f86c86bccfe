package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What may change in jobs and stateful sets that are there. */
// Acceptance: job-template
// Acceptance of KEP-1287: e2e-template-job
class JobUpdateTest {
    private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";
    private static final String SETS = "/apis/apps/v1/namespaces/default/statefulsets";
    private static final String RESOURCES = """
            {"spec":{"template":{"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]}}}}""";
    private static final String POD_LEVEL = """
            {"spec":{"template":{"spec":{"resources":{"requests":{"cpu":"2"}}}}}}""";
    private static final String IMAGE = """
            {"spec":{"template":{"spec":{"containers":[{"name":"c","image":"j"}]}}}}""";

    private final TestServer server = new TestServer();

    @AfterEach
    void close() {
        server.close();
    }

    private void job(boolean suspended) {
        var made = server.post(JOBS, """
                {"metadata":{"name":"j"},"spec":{"suspend":%s,"template":{"spec":{"restartPolicy":"Never",
                 "containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1"}}}]}}}}""".formatted(suspended));
        assertThat(made.status()).isEqualTo(201);
    }

    private TestServer.Answer patched(String path, String body) {
        return server.patch("strategic-merge-patch+json", path, body);
    }

    @Test
    @DisplayName("the template of a job is immutable, also its resources")
    void templateIsImmutable() {
        job(false);
        var answer = patched(JOBS + "/j", RESOURCES);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message()).contains("spec.template: Invalid value: ").contains(": field is immutable");
        assertThat(patched(JOBS + "/j", "{\"spec\":{\"completions\":3}}").message())
                .contains("spec.completions: Invalid value: 3: field is immutable");
        assertThat(patched(JOBS + "/j", "{\"spec\":{\"parallelism\":3}}").status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName(
            "a suspended job without pods may get other resources of containers, but none of the pod, and no other image")
    void suspendedJob() {
        job(true);
        assertThat(patched(JOBS + "/j", RESOURCES).status()).isEqualTo(200);
        assertThat(patched(JOBS + "/j", "{\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"a\":\"b\"}}}}}")
                        .status())
                .isEqualTo(200);
        assertThat(patched(JOBS + "/j", POD_LEVEL).status()).isEqualTo(422);
        assertThat(patched(JOBS + "/j", IMAGE).status()).isEqualTo(422);
        assertThat(patched(JOBS + "/j/status", "{\"status\":{\"active\":1}}").status())
                .isEqualTo(200);
        assertThat(patched(JOBS + "/j", RESOURCES.replace("\"2\"", "\"3\"")).status())
                .isEqualTo(422);
    }

    @Test
    @DisplayName("a stateful set keeps its service and the order of its pods")
    void statefulSet() {
        assertThat(server.post(SETS, """
                        {"metadata":{"name":"s"},"spec":{"serviceName":"s","selector":{"matchLabels":{"a":"b"}},
                         "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}""").status()).isEqualTo(201);
        assertThat(patched(SETS + "/s", "{\"spec\":{\"replicas\":3}}").status()).isEqualTo(200);
        var answer = patched(SETS + "/s", "{\"spec\":{\"serviceName\":\"t\"}}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message()).contains("spec.serviceName: Invalid value: \"t\": field is immutable");
    }
}
