package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.limits.RequestLimits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events, which end by themselves. */
class EventTest {
    private static final String EVENTS = "/api/v1/namespaces/default/events";

    @Test
    void anEventThatIsNotWrittenAgainGoes() {
        var extras = new ApiServerSettings.Extras(RequestLimits.DEFAULT, List.of(), Duration.ofMillis(200));
        try (var server = new TestServer(true, extras)) {
            var made = server.post(
                    EVENTS,
                    "{\"metadata\":{\"name\":\"e\"},\"involvedObject\":{\"kind\":\"Pod\",\"namespace\":\"default\",\"name\":\"p\"},"
                            + "\"reason\":\"Started\",\"message\":\"m\",\"type\":\"Normal\"}");
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            TestServer.eventually("it is gone", () -> server.get(EVENTS + "/e").status() == 404);
            assertThat(server.defects()).isEmpty();
        }
    }

    @Test
    void bothVersionsShowTheSameObject() {
        var newer = "/apis/events.k8s.io/v1/namespaces/default/events";
        try (var server = new TestServer()) {
            var made = server.post(newer, """
                    {"metadata":{"name":"e"},"regarding":{"kind":"Pod","namespace":"default","name":"p"},"action":"Binding",
                     "reason":"Scheduled","note":"bound","type":"Normal","reportingController":"s","reportingInstance":"s-0",
                     "eventTime":"2026-01-01T00:00:00.000000Z"}""");
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            assertThat(made.json().path("note").asText()).isEqualTo("bound");
            var core = server.get(EVENTS + "/e").json();
            assertThat(core.path("apiVersion").asText()).isEqualTo("v1");
            assertThat(core.path("message").asText()).isEqualTo("bound");
            assertThat(core.at("/involvedObject/name").asText()).isEqualTo("p");
            assertThat(core.path("reportingComponent").asText()).isEqualTo("s");
            assertThat(core.has("note")).isFalse();
            assertThat(server.patch("merge-patch+json", EVENTS + "/e", "{\"count\":2,\"message\":\"again\"}")
                            .status())
                    .isEqualTo(200);
            var seen = server.get(newer).json().path("items");
            assertThat(seen).hasSize(1);
            assertThat(seen.get(0).path("apiVersion").asText("events.k8s.io/v1"))
                    .isEqualTo("events.k8s.io/v1");
            assertThat(seen.get(0).path("deprecatedCount").asInt()).isEqualTo(2);
            assertThat(seen.get(0).path("note").asText()).isEqualTo("again");
            assertThat(server.call("DELETE", newer + "/e", "").status()).isEqualTo(200);
            assertThat(server.get(EVENTS + "/e").status()).isEqualTo(404);
            assertThat(server.defects()).isEmpty();
        }
    }
}
