package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cron jobs, and what is refused of them. */
class CronJobTest {
    private static final String PATH = "/apis/batch/v1/namespaces/default/cronjobs";
    private static final String TEMPLATE = """
            "jobTemplate":{"spec":{"template":{"spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}}""";

    private final TestServer server = new TestServer();

    @AfterEach
    void close() {
        server.close();
    }

    private TestServer.Answer post(String spec) {
        return server.post(PATH, "{\"metadata\":{\"name\":\"cj\"},\"spec\":{" + spec + "," + TEMPLATE + "}}");
    }

    @Test
    @DisplayName("what is not said has its default")
    void defaults() {
        var answer = post("\"schedule\":\"@daily\"");
        assertThat(answer.status()).isEqualTo(201);
        var spec = answer.json().path("spec");
        assertThat(spec.path("concurrencyPolicy").asText()).isEqualTo("Allow");
        assertThat(spec.path("suspend").isBoolean()).isTrue();
        assertThat(spec.path("successfulJobsHistoryLimit").asInt()).isEqualTo(3);
        assertThat(spec.path("failedJobsHistoryLimit").asInt()).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "\"schedule\":\"\" | spec.schedule: Required value",
                "\"schedule\":\"61 * * * *\" | spec.schedule: Invalid value: \"61 * * * *\": minute: end of range (61) above maximum (59): 61",
                "\"schedule\":\"TZ=UTC 0 * * * *\" | cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
                "\"schedule\":\"@daily\",\"timeZone\":\"\" | spec.timeZone: Invalid value: \"\": timeZone must be nil or non-empty string",
                "\"schedule\":\"@daily\",\"timeZone\":\"Mars\" | spec.timeZone: Invalid value: \"Mars\": unknown time zone Mars",
                "\"schedule\":\"@daily\",\"timeZone\":\"Local\" | timeZone must be an explicit time zone",
                "\"schedule\":\"@daily\",\"startingDeadlineSeconds\":-1 | spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
                "\"schedule\":\"@daily\",\"concurrencyPolicy\":\"Never\" | spec.concurrencyPolicy: Unsupported value: \"Never\": supported values: \"Allow\", \"Forbid\", \"Replace\"",
            })
    void refused(String spec, String why) {
        var answer = post(spec);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message()).contains(why);
    }

    @Test
    @DisplayName("pods of jobs end: with restartPolicy Always neither a job nor a cron job is taken")
    void restarts() {
        var why = "restartPolicy: Required value: valid values: \"OnFailure\", \"Never\"";
        var template = "\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}";
        var cronJob = server.post(
                PATH,
                "{\"metadata\":{\"name\":\"cj\"},\"spec\":{\"schedule\":\"@daily\"," + "\"jobTemplate\":{\"spec\":{"
                        + template + "}}}}");
        assertThat(cronJob.message()).contains("spec.jobTemplate.spec.template.spec." + why);
        var job = server.post(
                "/apis/batch/v1/namespaces/default/jobs",
                "{\"metadata\":{\"name\":\"j\"},\"spec\":{" + template + "}}");
        assertThat(job.message()).contains("spec.template.spec." + why);
    }

    @Test
    @DisplayName("kubectl sees it as a table")
    void table() {
        assertThat(post("\"schedule\":\"@daily\"").status()).isEqualTo(201);
        var table = server.call("GET", PATH, "", Map.of("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"))
                .json();
        assertThat(table.at("/rows/0/cells").toString())
                .startsWith("[\"cj\",\"@daily\",\"<none>\",\"False\",0,\"<none>\",");
    }
}
