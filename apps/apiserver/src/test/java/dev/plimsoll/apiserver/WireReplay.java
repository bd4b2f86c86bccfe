package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Sends the requests of a recording to a server and compares its answers with those that a kube-apiserver gave. What differs by
 * nature (uid, times, versions, managedFields) is a placeholder on both sides.
 */
final class WireReplay {
    /** Numbers keep the digits with which they were written. */
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final Set<String> DROPPED = Set.of("managedFields", "selfLink");
    private static final Set<String> PLACEHOLDERS = Set.of(
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
    private static final Pattern AGE = Pattern.compile("\\b\\d+[smhd](\\d+[sm])?\\b");
    private static final Pattern OBJECT_IN_FRONT = Pattern.compile("^(\\d+ |([\\w./]+ )?[A-Z]\\w+ )");
    private static final Pattern NUMBER_AT_END = Pattern.compile(" \\d+$");
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final Pattern EMBEDDED = Pattern.compile("Invalid value: \"(\\{\\\\\".*})\":");
    private static final ObjectMapper SORTED = MAPPER.copy().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final int LONGEST_VALUE = 6000;

    private final TestServer server;
    private final Map<String, String> variables = new HashMap<>();

    private WireReplay(TestServer server) {
        this.server = server;
    }

    /** A value that is not the recorded one. */
    record Difference(String path, String expected, String found) {
        @Override
        public String toString() {
            return path + "\n      expected " + cut(expected) + "\n      found    " + cut(found);
        }

        private static String cut(String text) {
            return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "...";
        }
    }

    /** A step whose answer is not the recorded one. */
    record DifferingStep(String name, String method, String path, List<Difference> differences) {
        DifferingStep {
            differences = List.copyOf(differences);
        }

        /** The name of the step without the object that it is about and without the number of a variation. */
        String group() {
            var action = OBJECT_IN_FRONT.matcher(name).replaceFirst("");
            return NUMBER_AT_END.matcher(action).replaceFirst("");
        }

        /** The plural name of the kind that the step is about. */
        String resource() {
            var parts = path.replaceFirst("\\?.*", "").split("/", -1);
            var first = parts.length > 1 && parts[1].equals("api") ? 3 : 4;
            if (parts.length > first + 2 && parts[first].equals("namespaces")) return parts[first + 2];
            return parts.length > first ? parts[first] : path;
        }

        @Override
        public String toString() {
            var text = new StringBuilder(name + " (" + method + " " + path + ")");
            for (var difference : differences) text.append("\n    ").append(difference);
            return text.toString();
        }
    }

    /** What a replay showed. */
    record Result(int steps, List<DifferingStep> differing) {
        Result {
            differing = List.copyOf(differing);
        }

        int agreeing() {
            return steps - differing.size();
        }

        /** How many steps differ, in all, by resource and by the name of the step. */
        String summary() {
            return agreeing() + " of " + steps + " steps agree\n by resource: " + counts(DifferingStep::resource)
                    + "\n by name: " + counts(DifferingStep::group) + "\n";
        }

        private Map<String, Integer> counts(Function<DifferingStep, String> group) {
            var counts = new TreeMap<String, Integer>();
            for (var step : differing) counts.merge(group.apply(step), 1, Integer::sum);
            return counts;
        }

        /** The summary, then every difference. */
        void write(Path file) throws IOException {
            var text = new StringBuilder(summary());
            for (var step : differing) text.append(step).append('\n');
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
    }

    /**
     * A recording of the folder that the system property {@code plimsoll.corpus} names, or of the one that lies beside the project;
     * nothing if it is not there.
     */
    static Optional<Path> recording(String name) {
        var folder = System.getProperty("plimsoll.corpus");
        var file = (folder == null
                        ? Path.of(System.getProperty("plimsoll.root", ".")).resolve("../shared/corpus")
                        : Path.of(folder))
                .resolve(name);
        return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    private static final Duration STATUS_WITHIN = Duration.ofSeconds(30);

    /** Sends every step of a file (JSON lines, gzipped if its name says so) to a fresh server. */
    static Result replay(Path file, TestServer server) throws IOException {
        var replay = new WireReplay(server);
        var differing = new ArrayList<DifferingStep>();
        var steps = 0;
        try (var lines = lines(file)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var record = MAPPER.readTree(line);
                var step = record.path("step");
                var expected = normal(record.path("expect"), "");
                var differences = replay.differences(expected, step);
                // Their status is written a moment later, there and here.
                var end = System.nanoTime() + STATUS_WITHIN.toNanos();
                while (!differences.isEmpty() && hasLateStatus(step) && System.nanoTime() < end)
                    differences = replay.differences(expected, step);
                steps++;
                if (differences.isEmpty()) continue;
                differing.add(new DifferingStep(
                        step.path("name").asText(),
                        step.path("method").asText(),
                        step.path("path").asText(),
                        differences));
            }
        }
        return new Result(steps, differing);
    }

    private List<Difference> differences(JsonNode expected, JsonNode step) {
        var differences = new ArrayList<Difference>();
        compare("", expected, answer(step), differences);
        return differences;
    }

    private static boolean hasLateStatus(JsonNode step) {
        var path = step.path("path").asText();
        return step.path("method").asText().equals("GET")
                && (path.contains("/apiservices/") || path.contains("/flowschemas/"));
    }

    private static BufferedReader lines(Path file) throws IOException {
        var stored = Files.newInputStream(file);
        var bytes = file.toString().endsWith(".gz") ? new GZIPInputStream(stored) : stored;
        return new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
    }

    /** The answer to a step in the form of the recording. */
    private JsonNode answer(JsonNode step) {
        var answer = send(step);
        var json = read(answer);
        for (var variable : step.path("vars").properties()) {
            var value = json.at(variable.getValue().asText());
            variables.put(variable.getKey(), value.isMissingNode() ? "<none>" : value.asText());
        }
        var result = JsonNodeFactory.instance.objectNode();
        result.put("status", answer.status());
        result.put("type", answer.type());
        var warnings = answer.headers().getOrDefault("warning", List.of());
        result.set("warning", warnings.isEmpty() ? NullNode.instance : TextNode.valueOf(String.join(", ", warnings)));
        result.set("answer", picked(step, json));
        return result;
    }

    private static JsonNode read(TestServer.Answer answer) {
        try {
            var json = MAPPER.readTree(answer.text());
            return json.isMissingNode() ? TextNode.valueOf(answer.text()) : json;
        } catch (IOException _) {
            return TextNode.valueOf(answer.text());
        }
    }

    private TestServer.Answer send(JsonNode step) {
        var sent = step.path("body");
        var body = sent.isMissingNode() ? "" : sent.isTextual() ? sent.textValue() : sent.toString();
        for (var variable : variables.entrySet()) {
            body = body.replace("<<" + variable.getKey() + ">>", variable.getValue());
        }
        var headers = new HashMap<String, String>();
        headers.put("User-Agent", ""); // the recordings were made by a client that sends none
        headers.put("Accept", step.path("accept").asText("application/json"));
        if (!body.isEmpty()) headers.put("Content-Type", step.path("type").asText("application/json"));
        step.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        var method = step.path("method").asText();
        var path = VARIABLE.matcher(step.path("path").asText())
                .replaceAll(match -> variables.getOrDefault(match.group(1), match.group()));
        return step.path("anonymous").asBoolean()
                ? server.anonymously(method, path, body, headers)
                : server.call(method, path, body, headers);
    }

    private static JsonNode picked(JsonNode step, JsonNode json) {
        if (!step.has("only")) return normal(json, "");
        var picked = JsonNodeFactory.instance.objectNode();
        for (var pointer : step.path("only")) {
            var found = json.at(pointer.asText());
            picked.set(pointer.asText(), found.isMissingNode() ? TextNode.valueOf("<absent>") : normal(found, ""));
        }
        return picked;
    }

    private static JsonNode normal(JsonNode node, String key) {
        if (node instanceof ObjectNode object) {
            var normal = JsonNodeFactory.instance.objectNode();
            for (var entry : object.properties()) {
                if (!DROPPED.contains(entry.getKey())) {
                    normal.set(entry.getKey(), normal(entry.getValue(), entry.getKey()));
                }
            }
            return normal;
        }
        if (node.isArray()) {
            var list = JsonNodeFactory.instance.arrayNode();
            // Ages in the cells of a table differ by how long the requests took.
            for (var item : node) list.add(normal(item, key.equals("cells") ? key : ""));
            return list;
        }
        if (PLACEHOLDERS.contains(key) && !node.isNull() && !node.asText().isEmpty()) {
            return TextNode.valueOf("<" + key + ">");
        }
        return node.isTextual() ? TextNode.valueOf(normal(node.textValue(), key)) : node;
    }

    private static String normal(String text, String key) {
        var normal = EMBEDDED.matcher(text).replaceAll(match -> Matcher.quoteReplacement(embedded(match.group(1))));
        normal = UID.matcher(normal).replaceAll("<uid>");
        if (key.equals("cells")) normal = AGE.matcher(normal).replaceAll("<age>");
        return TIME.matcher(normal).replaceAll("<time>");
    }

    /** An object that a message repeats: the order of its members depends on how the client wrote its patch. */
    private static String embedded(String quoted) {
        try {
            var object = MAPPER.readTree(MAPPER.readTree("\"" + quoted + "\"").textValue());
            return "Invalid value: " + SORTED.writeValueAsString(SORTED.treeToValue(normalInside(object), Object.class))
                    + ":";
        } catch (IOException _) {
            return "Invalid value: \"" + quoted + "\":";
        }
    }

    private static JsonNode normalInside(JsonNode object) {
        if (object.path("metadata") instanceof ObjectNode meta) meta.put("resourceVersion", "<resourceVersion>");
        return object;
    }

    private static void compare(String path, JsonNode expected, JsonNode found, List<Difference> differences) {
        if (expected.isObject() && found.isObject()) {
            var names = new TreeSet<String>();
            expected.fieldNames().forEachRemaining(names::add);
            found.fieldNames().forEachRemaining(names::add);
            for (var name : names) {
                compare(path + "/" + name, expected.path(name), found.path(name), differences);
            }
        } else if (expected.isArray() && found.isArray() && expected.size() == found.size()) {
            for (var i = 0; i < expected.size(); i++) {
                compare(path + "/" + i, expected.get(i), found.get(i), differences);
            }
        } else if (!text(expected).equals(text(found))) {
            differences.add(new Difference(path, text(expected), text(found)));
        }
    }

    private static String text(JsonNode node) {
        return node instanceof MissingNode ? "<absent>" : node.toString();
    }
}
