package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Replays requests that were answered by a kube-apiserver and compares. The recording is named by the system property
 * {@code plimsoll.corpus} (a folder) and lies beside the project otherwise; without one the test does not run.
 */
class WireReplayTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Set<String> DROPPED = Set.of("managedFields", "selfLink");
    private static final Set<String> PLACES = Set.of(
            "uid",
            "resourceVersion",
            "creationTimestamp",
            "deletionTimestamp",
            "lastTransitionTime",
            "lastProbeTime",
            "continue",
            "time",
            "firstTimestamp",
            "lastTimestamp",
            "eventTime",
            "startTime");
    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern TIME = Pattern.compile("\\b20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");

    @Test
    void everyRecordedStepIsAnsweredAsKubernetesDid() throws IOException {
        var file = recording();
        Assumptions.assumeTrue(Files.exists(file), "no recording at " + file);
        var differences = new ArrayList<String>();
        try (var server = new TestServer()) {
            for (var line : Files.readAllLines(file)) {
                var record = MAPPER.readTree(line);
                var step = record.path("step");
                var expected = record.path("expect");
                var answer = send(server, step);
                compare(step, expected, answer, differences);
            }
            assertThat(server.defects()).isEmpty();
        }
        assertThat(differences).isEmpty();
    }

    private static Path recording() {
        var folder = System.getProperty("plimsoll.corpus");
        return folder == null
                ? Path.of(System.getProperty("plimsoll.root", ".")).resolve("../shared/corpus/wire.jsonl")
                : Path.of(folder).resolve("wire.jsonl");
    }

    private static TestServer.Answer send(TestServer server, JsonNode step) {
        var sent = step.path("body");
        var body = sent.isMissingNode() ? "" : sent.isTextual() ? sent.textValue() : sent.toString();
        var headers = new HashMap<String, String>();
        headers.put("Accept", step.path("accept").asText("application/json"));
        if (!body.isEmpty()) headers.put("Content-Type", step.path("type").asText("application/json"));
        var method = step.path("method").asText();
        var path = step.path("path").asText();
        return step.path("anonymous").asBoolean()
                ? server.anonymously(method, path, body, headers)
                : server.call(method, path, body, headers);
    }

    private static void compare(JsonNode step, JsonNode expected, TestServer.Answer answer, List<String> differences) {
        var name = step.path("name").asText();
        differ(name + " status", expected.path("status").asText(), Integer.toString(answer.status()), differences);
        differ(name + " type", expected.path("type").asText(), answer.type(), differences);
        var warning = expected.path("warning");
        differ(name + " warning", warning.isNull() ? "" : warning.asText(), answer.warning(), differences);
        differ(
                name + " answer",
                expected.path("answer").toString(),
                picked(step, answer).toString(),
                differences);
    }

    private static void differ(String what, String expected, String found, List<String> differences) {
        if (!expected.equals(found)) differences.add(what + "\n  expected " + expected + "\n  found    " + found);
    }

    private static JsonNode picked(JsonNode step, TestServer.Answer answer) {
        var json = answer.json();
        if (json.isMissingNode()) return TextNode.valueOf(answer.text());
        if (!step.has("only")) return normal(json, "");
        Map<String, JsonNode> picked = new TreeMap<>();
        for (var pointer : step.path("only")) {
            var found = json.at(pointer.asText());
            picked.put(pointer.asText(), found.isMissingNode() ? TextNode.valueOf("<absent>") : normal(found, ""));
        }
        return JsonNodeFactory.instance.objectNode().setAll(picked);
    }

    /** Members in order, and a placeholder for everything that differs by nature. */
    private static JsonNode normal(JsonNode node, String key) {
        if (node.isObject()) {
            var sorted = new TreeMap<String, JsonNode>();
            for (var entry : node.properties()) {
                if (!DROPPED.contains(entry.getKey())) {
                    sorted.put(entry.getKey(), normal(entry.getValue(), entry.getKey()));
                }
            }
            return JsonNodeFactory.instance.objectNode().setAll(sorted);
        }
        if (node.isArray()) {
            var list = JsonNodeFactory.instance.arrayNode();
            for (var item : node) list.add(normal(item, ""));
            return list;
        }
        if (PLACES.contains(key) && !node.isNull() && !node.asText().isEmpty()) {
            return TextNode.valueOf("<" + key + ">");
        }
        if (!node.isTextual()) return node;
        var text = UID.matcher(node.textValue()).replaceAll("<uid>");
        return TextNode.valueOf(TIME.matcher(text).replaceAll("<time>"));
    }
}
