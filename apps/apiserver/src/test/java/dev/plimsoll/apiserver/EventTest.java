package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.http.Limits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events, which end by themselves. */
class EventTest {
    private static final String EVENTS = "/api/v1/namespaces/default/events";

    @Test
    void anEventThatIsNotWrittenAgainGoes() {
        var extras = new Settings.Extras(Limits.DEFAULT, List.of(), Duration.ofMillis(200));
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
}
