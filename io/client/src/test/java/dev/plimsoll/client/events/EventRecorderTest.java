package dev.plimsoll.client.events;

import static dev.plimsoll.client.testing.Documents.json;
import static dev.plimsoll.client.testing.Documents.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.client.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventRecorderTest {
    private static final About POD = About.of(json(pod("a", 1, "n")));

    private final VirtualTime time = new VirtualTime();
    private final List<String> asked = new ArrayList<>();
    private final List<JsonNode> sent = new ArrayList<>();
    private boolean forgets;
    private int failures;

    private final Transport server = new Transport() {
        @Override
        public Reply send(ClientRequest request) throws IOException {
            if (failures-- > 0) throw new IOException("down");
            asked.add(request.method());
            var body = ClientJson.read(request.body()).orElseThrow();
            sent.add(body);
            if (forgets && request.method().equals("PATCH")) return new Reply(404, Map.of(), new byte[0]);
            // As a server would: a patched event has its name and the new count.
            var event = body.deepCopy();
            event.withObject("/metadata").put("name", name(request)).put("namespace", "default");
            return new Reply(200, Map.of(), ClientJson.bytes(event));
        }

        private String name(ClientRequest request) {
            var target = request.target();
            return request.method().equals("POST")
                    ? sent.getLast().path("metadata").path("name").asText()
                    : target.substring(target.lastIndexOf('/') + 1);
        }

        @Override
        public Streamed open(ClientRequest request) {
            throw new AssertionError();
        }

        @Override
        public void close() {}
    };
    private final EventRecorder recorder = new EventRecorder(
            ApiClient.over(server, "test", TokenBucket.unlimited(time), time),
            new EventSource("kubelet", "n1"),
            time,
            new Random(1));

    private void happens(String message) throws InterruptedException {
        recorder.record(POD, Occurrence.Type.WARNING, "FailedResize", message);
        recorder.flush();
    }

    @Test
    void anEventNamesItsObjectAndItsSource() throws InterruptedException {
        recorder.record(POD.part("spec.containers{c}"), Occurrence.Type.NORMAL, "Started", "Started container c");
        recorder.flush();
        assertThat(sent.getFirst()).isEqualTo(json("""
                        {"apiVersion":"v1","kind":"Event","metadata":{"name":"a.18867251edfa0000","namespace":"default"},
                        "involvedObject":{"kind":"Pod","namespace":"default","name":"a","uid":"uid-a","apiVersion":"v1",
                        "resourceVersion":"1","fieldPath":"spec.containers{c}"},
                        "reason":"Started","message":"Started container c","type":"Normal",
                        "firstTimestamp":"2026-01-01T00:00:00Z","lastTimestamp":"2026-01-01T00:00:00Z","count":1,
                        "reportingComponent":"kubelet","reportingInstance":"n1",
                        "source":{"component":"kubelet","host":"n1"}}"""));
    }

    @Test
    void theSameAgainCountsUp() throws InterruptedException {
        happens("x");
        time.pass(Duration.ofSeconds(5));
        happens("x");
        happens("x");
        assertThat(asked).containsExactly("POST", "PATCH", "PATCH");
        assertThat(sent.getLast())
                .isEqualTo(json("{\"count\":3,\"lastTimestamp\":\"2026-01-01T00:00:05Z\",\"message\":\"x\"}"));
    }

    @Test
    void anEventThatIsGoneIsMadeAgainWithItsCount() throws InterruptedException {
        happens("x");
        forgets = true;
        happens("x");
        assertThat(asked).containsExactly("POST", "PATCH", "POST");
        assertThat(sent.getLast().path("count").asInt()).isEqualTo(2);
    }

    @Test
    void manyMessagesOfOneReasonBecomeOneEvent() throws InterruptedException {
        for (var i = 1; i <= 14; i++) happens("m" + i);
        assertThat(asked.subList(0, 11)).containsOnly("POST");
        assertThat(asked.subList(11, 14)).containsOnly("PATCH");
        assertThat(sent.get(10).path("message").asText()).isEqualTo("(combined from similar events): m11");
        assertThat(sent.get(13).path("message").asText()).isEqualTo("(combined from similar events): m14");
        assertThat(sent.get(13).path("count").asInt()).isEqualTo(4);
        time.pass(Duration.ofMinutes(11));
        happens("m15");
        assertThat(sent.getLast().path("message").asText()).isEqualTo("m15");
    }

    @Test
    void aFloodAboutOneObjectIsCutAndOthersAreNot() throws InterruptedException {
        for (var i = 0; i < 40; i++) happens("x");
        assertThat(sent).hasSize(25);
        assertThat(recorder.dropped()).isEqualTo(15);
        recorder.record(About.of(json(pod("b", 1, "n"))), Occurrence.Type.NORMAL, "Started", "b");
        recorder.flush();
        assertThat(sent).hasSize(26);
        time.pass(Duration.ofMinutes(5));
        happens("x");
        assertThat(sent).hasSize(27);
    }

    @Test
    void aServerThatIsDownIsTriedAgainForAWhile() throws InterruptedException {
        failures = 3;
        happens("x");
        assertThat(sent).hasSize(1);
        assertThat(time.sleeps()).hasSize(3);
        failures = 100;
        happens("y");
        assertThat(recorder.dropped()).isEqualTo(1);
    }
}
