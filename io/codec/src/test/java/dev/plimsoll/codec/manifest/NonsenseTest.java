package dev.plimsoll.codec.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Whatever the input, the answer is a value: objects that can be asked for anything, or one line. */
class NonsenseTest {
    private static final String ALPHABET = "  \n\n\t--::{}[],,&&**!|>'\"%@`#??<<~..ab01eE+_\\xuU\r\uFEFF\u00E4";
    private static final List<String> PIECES = List.of(
            "apiVersion: v1\n",
            "kind: Pod\n",
            "---\n",
            "...\n",
            "kind: List\n",
            "items:\n",
            "- ",
            "  ",
            "<<: *a\n",
            "&a ",
            "*a",
            "spec:\n",
            "  template:\n",
            "{",
            "}",
            "[",
            "]",
            ": ",
            ", ",
            "\"x\"",
            "'",
            "|\n",
            "!!int ",
            "1e3",
            "null",
            "\t",
            "? ",
            "# c\n",
            "%YAML 1.2\n",
            "\\UFFFFFFFF",
            "\\ud83d",
            "\"\\",
            "apiVersion: apps/v1\nkind: Deployment\n");
    private static final List<String> PATHS =
            List.of("", "spec", "spec.containers[0].name", "a[b].c[1", "]", "metadata[x]");
    private static final String VALID = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, labels: &labels {app: "web"}}
            spec:
              replicas: 0x2
              template:
                metadata:
                  labels:
                    <<: *labels
                spec:
                  resources:
                    limits: {cpu: 1e3, memory: 1Gi}
                  containers:
                  - name: a
                    command: ["sh", '-c', "echo \\"\\u00e4\\""]
                    args:
                    - |
                      line
                    - >-
                      folded
            ---
            {"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "Pod", "spec": {}}]}
            """;

    private final ManifestLoader loader = new ManifestLoader();

    @Test
    void randomBytesGiveAValue() {
        var random = random(1);
        for (var i = 0; i < 10_000; i++) {
            var bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            check(bytes);
        }
    }

    @Test
    void randomCharactersOfYamlGiveAValue() {
        var random = random(2);
        for (var i = 0; i < 10_000; i++) {
            var text = new StringBuilder();
            for (var length = random.nextInt(40); length > 0; length--) {
                text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            check(text.toString());
        }
    }

    @Test
    void randomPiecesOfManifestsGiveAValue() {
        var random = random(3);
        for (var i = 0; i < 10_000; i++) {
            var text = new StringBuilder(random.nextBoolean() ? "apiVersion: v1\nkind: Pod\n" : "");
            for (var length = random.nextInt(15); length > 0; length--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            check(text.toString());
        }
    }

    @Test
    void mutatedManifestsGiveAValue() {
        var random = random(4);
        for (var i = 0; i < 1_500; i++) {
            var text = new StringBuilder(VALID);
            for (var mutations = 1 + random.nextInt(4); mutations > 0; mutations--) mutate(text, random);
            check(text.toString());
        }
    }

    @Test
    void randomNestingGivesAValue() {
        var random = random(5);
        for (var i = 0; i < 500; i++) {
            var text = new StringBuilder("apiVersion: v1\nkind: A\nx: ");
            for (var depth = random.nextInt(150); depth > 0; depth--) text.append(random.nextBoolean() ? "[" : "{a: ");
            check(text.toString());
        }
    }

    @Test
    void anyJsonIsReadBackAsItself() {
        var random = random(6);
        for (var i = 0; i < 1_000; i++) {
            var document = JsonNodeFactory.instance.objectNode();
            document.put("apiVersion", "v1").put("kind", "A").set("x", json(random, 5));
            var manifest = Loads.one(random.nextBoolean() ? document.toString() : document.toPrettyString());
            assertEquals(document.toString(), manifest.document().toString());
        }
    }

    private void check(String text) {
        check(text.getBytes(StandardCharsets.UTF_8));
    }

    private void check(byte[] bytes) {
        switch (loader.read("f.yaml", new ByteArrayInputStream(bytes))) {
            case Loaded.Documents(var manifests) -> manifests.forEach(NonsenseTest::check);
            case Loaded.Unreadable unreadable -> check(unreadable.problem());
        }
    }

    private static void check(Manifest manifest) {
        assertFalse(manifest.kind().isBlank());
        assertFalse(manifest.apiVersion().isBlank());
        PATHS.forEach(path -> assertTrue(manifest.positions().of(path).line() > 0));
        switch (PodTemplates.extract(manifest)) {
            case Extraction.Extracted(var pod) ->
                assertEquals("Pod", pod.pod().path("kind").asText());
            case Extraction.Refused(var problem) -> check(problem);
        }
    }

    /** One line for a person: where, what, and no trace of the program. */
    private static void check(ManifestProblem problem) {
        var line = problem.line();
        assertTrue(line.matches("f\\.yaml:(\\d+:\\d+:)? [^\\p{Cntrl}]+"), line);
        assertFalse(line.contains("Exception") || line.contains("java.") || line.contains("snakeyaml"), line);
    }

    private static void mutate(StringBuilder text, RandomGenerator random) {
        var at = random.nextInt(text.length()); // never empty: no case leaves nothing
        var end = Math.min(text.length(), at + 1 + random.nextInt(8));
        switch (random.nextInt(5)) {
            case 0 -> text.replace(at, end, " ");
            case 1 -> text.insert(at, text.substring(at, end));
            case 2 -> text.setCharAt(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            case 3 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
            default -> text.setLength(Math.max(1, at));
        }
    }

    private static JsonNode json(RandomGenerator random, int depth) {
        var nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(depth == 0 ? 5 : 7)) {
            case 0 -> nodes.nullNode();
            case 1 -> nodes.booleanNode(random.nextBoolean());
            case 2 -> nodes.numberNode(random.nextLong() >> random.nextInt(64));
            case 3 -> nodes.numberNode(random.nextInt(1_000_000) / 1024.0);
            case 4 -> nodes.textNode(text(random));
            case 5 -> {
                var list = nodes.arrayNode();
                for (var size = random.nextInt(4); size > 0; size--) list.add(json(random, depth - 1));
                yield list;
            }
            default -> {
                var object = nodes.objectNode();
                for (var size = random.nextInt(4); size > 0; size--) object.set(text(random), json(random, depth - 1));
                yield object;
            }
        };
    }

    private static String text(RandomGenerator random) {
        var text = new StringBuilder();
        for (var length = random.nextInt(6); length > 0; length--) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
