package dev.plimsoll.codec.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: protobuf-kinds, protobuf-special, replay-protobuf
/** Objects that a kube-apiserver answered with, as JSON and as the bytes of the same object. */
class RecordedMessagesTest {
    private static final JsonMapper JSON = new JsonMapper();

    private record Line(String path, ObjectNode json, String protobuf) {
        byte[] bytes() {
            return Base64.getDecoder().decode(protobuf);
        }
    }

    private static List<Line> lines() throws IOException {
        var root =
                System.getProperty("plimsoll.corpus", System.getProperty("plimsoll.root", ".") + "/../shared/corpus");
        var file = Path.of(root, "protobuf.jsonl.gz");
        Assumptions.assumeTrue(Files.exists(file), () -> file + " is not here");
        var lines = new ArrayList<Line>();
        try (var reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                var tree = JSON.readTree(line);
                lines.add(new Line(
                        tree.path("path").asText(),
                        (ObjectNode) tree.path("json"),
                        tree.path("protobuf").asText()));
            }
        }
        return lines;
    }

    @Test
    @DisplayName("every recorded message is read as the recorded JSON")
    void read() throws IOException {
        var differences = new ArrayList<String>();
        for (var line : lines()) {
            if (ProtobufReader.read(line.bytes()) instanceof ReadMessage.Document(var object)) {
                compare(line.path(), line.json(), object, differences);
            } else {
                differences.add(line.path() + ": " + ProtobufReader.read(line.bytes()));
            }
        }
        assertThat(differences.stream().distinct().toList()).isEmpty();
    }

    @Test
    @DisplayName("what is written of the recorded JSON is read as that JSON")
    void written() throws IOException {
        var differences = new ArrayList<String>();
        for (var line : lines()) {
            var bytes = ProtobufWriter.body(line.json()).orElseThrow();
            if (ProtobufReader.read(bytes) instanceof ReadMessage.Document(var object)) {
                compare(line.path(), line.json(), object, differences);
            } else {
                differences.add(line.path() + ": " + ProtobufReader.read(bytes));
            }
        }
        assertThat(differences.stream().distinct().toList()).isEmpty();
    }

    /** Messages have no null, and objects inside others do not name their kind. */
    private static boolean isLost(String path, JsonNode value) {
        return value.isNull()
                || path.endsWith("volumeClaimTemplates[].kind")
                || path.endsWith("volumeClaimTemplates[].apiVersion");
    }

    private static void compare(String path, JsonNode expected, JsonNode found, List<String> differences) {
        if (found.isMissingNode() && isLost(path, expected)) return;
        if (expected.isObject() && found.isObject()) {
            for (var field : expected.properties())
                compare(path + "." + field.getKey(), field.getValue(), found.path(field.getKey()), differences);
            for (var field : found.properties())
                if (!expected.has(field.getKey()))
                    differences.add(path + "." + field.getKey() + " is also there: " + field.getValue());
        } else if (expected.isArray() && found.isArray() && expected.size() == found.size()) {
            for (var i = 0; i < expected.size(); i++) compare(path + "[]", expected.get(i), found.get(i), differences);
        } else if (!expected.equals(found)
                && !(expected.isNumber() && found.isNumber() && expected.asDouble() == found.asDouble())) {
            differences.add(path + " should be " + expected + " and is " + found);
        }
    }
}
