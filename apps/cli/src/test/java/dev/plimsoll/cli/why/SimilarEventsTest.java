package dev.plimsoll.cli.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.objects.event.EventObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Ten lines of one thing are one line. */
class SimilarEventsTest {
    private static EventObject event(String about, String second, int count, String message) {
        var text = """
                {"type":"Warning","reason":"FailedCreate","count":%d,"lastTimestamp":"2026-01-10T10:00:%sZ","message":"%s",
                 "involvedObject":{"kind":"ReplicaSet","name":"%s","uid":"%s"}}""".formatted(count, second, message.replace("\"", "\\\""), about, about);
        return new EventObject(
                ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow());
    }

    @Test
    @DisplayName("events that differ in the name of a pod are one, with the latest message and how often")
    void names() {
        var found = SimilarEvents.of(List.of(
                event("web", "03", 1, "pods \"web-b\" is forbidden: exceeded quota: team"),
                event("web", "01", 1, "pods \"web-a\" is forbidden: exceeded quota: team"),
                event(
                        "web",
                        "02",
                        5,
                        "(combined from similar events): pods \"web-c\" is forbidden: exceeded quota: team")));
        assertThat(found)
                .singleElement()
                .satisfies(one -> assertThat(one.message())
                        .isEqualTo("pods \"web-b\" is forbidden: exceeded quota: team (7 times)"));
    }

    @Test
    @DisplayName("other objects and other messages stay apart, in the order of time")
    void others() {
        var found = SimilarEvents.of(List.of(
                event("web", "05", 1, "exceeded quota: team"),
                event("db", "04", 1, "exceeded quota: team"),
                event("web", "03", 1, "exceeded quota: other")));
        assertThat(found)
                .extracting(SimilarEvents::message)
                .containsExactly("exceeded quota: other", "exceeded quota: team", "exceeded quota: team");
    }
}
