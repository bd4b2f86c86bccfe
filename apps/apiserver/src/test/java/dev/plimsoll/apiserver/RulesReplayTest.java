package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of Kubernetes clients: kinds-rules, templates, replay-rules
/**
 * Creates of every kind with spoilt fields get the answers that a kube-apiserver gave.
 *
 * <p>Two things are put right first. The server of the recording still had three objects of an earlier one, which were being deleted.
 * And it read the members of objects in the order in which they were sent, which the recording does not keep: of a body with more than
 * one value of a wrong type, the one that was named stands first.
 */
class RulesReplayTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NAMED = Pattern.compile("into Go struct field \\w+\\.([\\w.]+) of type");

    private static final Map<String, String> BEING_DELETED = Map.of(
            "/api/v1/namespaces", "{\"metadata\":{\"name\":\"sample\"}}",
            "/api/v1/persistentvolumes", """
                    {"metadata":{"name":"sample"},"spec":{"accessModes":["ReadWriteOnce"],"capacity":{"storage":"1Gi"},
                     "hostPath":{"path":"/data"}}}""",
            "/apis/storage.k8s.io/v1/volumeattributesclasses", """
                    {"metadata":{"name":"sample"},"driverName":"example.com/d","parameters":{"a":"b"}}""");

    @TempDir
    Path folder;

    @Test
    @DisplayName("every recorded create gets its recorded answer")
    void replay() throws IOException {
        var recording = WireReplay.recording("rules.jsonl.gz");
        Assumptions.assumeTrue(recording.isPresent(), "no recording of rules");
        var ordered = folder.resolve("rules.jsonl");
        Files.write(ordered, lines(recording.get()));
        try (var server = new TestServer()) {
            for (var left : BEING_DELETED.entrySet()) {
                assertThat(server.call(
                                        "POST",
                                        left.getKey(),
                                        left.getValue(),
                                        Map.of("Content-Type", "application/json"))
                                .status())
                        .isEqualTo(201);
                server.call("DELETE", left.getKey() + "/sample", "", Map.of());
            }
            var result = WireReplay.replay(ordered, server);
            result.write(Path.of("target", "replay-rules-ordered.txt"));
            assertThat(server.defects()).isEmpty();
            assertThat(result.steps()).isGreaterThan(1000);
            assertThat(result.differing()).isEmpty();
        }
    }

    private static List<String> lines(Path recording) throws IOException {
        var lines = new ArrayList<String>();
        try (var text =
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(recording)), StandardCharsets.UTF_8)) {
            for (var line : text.readAllLines()) lines.add(inOrder(line));
        }
        return lines;
    }

    private static String inOrder(String line) throws IOException {
        var record = (ObjectNode) JSON.readTree(line);
        var message = record.path("expect").path("answer").path("/message").asText();
        var named = NAMED.matcher(message);
        var step = (ObjectNode) record.path("step");
        if (named.find() && step.path("body").isObject()) {
            step.set(
                    "body",
                    first(
                            step.get("body"),
                            new ArrayDeque<>(List.of(named.group(1).split("\\.")))));
        }
        return record.toString();
    }

    /** The same value with the members on a way first; structs inside others, which the way names, are no members. */
    private static JsonNode first(JsonNode node, Deque<String> way) {
        if (node instanceof ArrayNode list) {
            var ordered = list.arrayNode();
            for (var item : list) ordered.add(first(item, new ArrayDeque<>(way)));
            return ordered;
        }
        while (node.isObject() && !way.isEmpty() && !node.has(way.peek())) way.poll();
        if (!node.isObject() || way.isEmpty()) return node;
        var name = way.poll();
        var ordered = JSON.createObjectNode();
        ordered.set(name, first(node.get(name), way));
        for (var member : node.properties())
            if (!member.getKey().equals(name)) ordered.set(member.getKey(), member.getValue());
        return ordered;
    }
}
