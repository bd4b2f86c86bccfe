package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: kinds-page
/**
 * The table in {@code docs/kinds.md} says what discovery says. Its last two columns (what is enforced, which controller acts) are
 * written by hand; the others are made here: {@code -Dtest=KindsPageTest -Drewrite=true} writes them anew and keeps the hand-written
 * ones.
 */
class KindsPageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("plimsoll.root", "../..")).resolve("docs/kinds.md");
    private static final String HEADING =
            "| kind | resource | short names | scope | verbs | subresources | enforced | acts |";
    private static final String TO_WRITE = "?";
    private static final int WRITTEN_BY_HAND = 2;

    /** The letters of kinds.md for the verbs of a resource, in the order of discovery. */
    private static final Map<String, String> LETTERS = Map.of(
            "create", "c",
            "delete", "d",
            "deletecollection", "D",
            "get", "g",
            "list", "l",
            "patch", "p",
            "update", "u",
            "watch", "w");

    /** A line of the page: its generated cells, and those written by hand. */
    private record Line(List<String> generated, List<String> byHand) {
        String text() {
            var cells = new ArrayList<>(generated);
            cells.addAll(byHand);
            return "| " + String.join(" | ", cells) + " |";
        }
    }

    @Test
    void thePageIsWhatDiscoverySays() throws IOException {
        var written = read();
        var served = new LinkedHashMap<String, List<String>>();
        try (var server = new TestServer()) {
            served.putAll(resources(server, "/api/v1"));
            for (var group : server.get("/apis").json().path("groups")) {
                for (var version : group.path("versions")) {
                    served.putAll(resources(
                            server, "/apis/" + version.path("groupVersion").asText()));
                }
            }
        }
        if (Boolean.getBoolean("rewrite")) write(served, written);
        assertThat(read().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue().generated())
                        .toList())
                .as("run this test with -Drewrite=true and describe what is new in %s", PAGE)
                .isEqualTo(served.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .toList());
        assertThat(read().values()).allSatisfy(line -> assertThat(line.byHand()).doesNotContain(TO_WRITE, ""));
    }

    /** The generated cells of each resource, by group version and resource. */
    private static Map<String, List<String>> resources(TestServer server, String path) {
        var list = server.get(path).json();
        var version = list.path("groupVersion").asText();
        var parts = new TreeMap<String, List<String>>();
        for (var resource : list.path("resources")) {
            var name = resource.path("name").asText();
            var slash = name.indexOf('/');
            if (slash < 0) continue;
            parts.computeIfAbsent(name.substring(0, slash), _ -> new ArrayList<>())
                    .add(name.substring(slash + 1) + "[" + letters(resource) + "]");
        }
        var lines = new LinkedHashMap<String, List<String>>();
        for (var resource : list.path("resources")) {
            var name = resource.path("name").asText();
            if (name.indexOf('/') >= 0) continue;
            var shortNames = new ArrayList<String>();
            for (var each : resource.path("shortNames")) shortNames.add(each.asText());
            lines.put(
                    version + " " + name,
                    List.of(
                            version + " " + resource.path("kind").asText(),
                            name,
                            String.join(", ", shortNames),
                            resource.path("namespaced").asBoolean() ? "namespace" : "cluster",
                            letters(resource),
                            String.join(" ", parts.getOrDefault(name, List.of()))));
        }
        return lines;
    }

    private static String letters(JsonNode resource) {
        var letters = new StringBuilder();
        for (var verb : resource.path("verbs")) letters.append(LETTERS.get(verb.asText()));
        return letters.toString();
    }

    private static Map<String, Line> read() throws IOException {
        var lines = new LinkedHashMap<String, Line>();
        var inTable = false;
        for (var line : Files.readAllLines(PAGE, StandardCharsets.UTF_8)) {
            if (line.equals(HEADING)) inTable = true;
            if (!inTable || !line.startsWith("|") || line.equals(HEADING) || line.startsWith("|---")) continue;
            var cells = new ArrayList<String>();
            for (var cell : line.substring(1, line.length() - 1).split("\\|", -1)) cells.add(cell.strip());
            var split = cells.size() - WRITTEN_BY_HAND;
            var version = cells.getFirst().substring(0, cells.getFirst().indexOf(' '));
            lines.put(
                    version + " " + cells.get(1),
                    new Line(cells.subList(0, split), cells.subList(split, cells.size())));
        }
        return lines;
    }

    private static void write(Map<String, List<String>> served, Map<String, Line> before) throws IOException {
        var text = Files.readString(PAGE);
        var page = new StringBuilder(text.substring(0, text.indexOf(HEADING)));
        page.append(HEADING).append('\n');
        page.append("|---".repeat(HEADING.split("\\|").length - 1)).append("|\n");
        served.forEach((key, cells) -> {
            var known = before.get(key);
            var byHand = known == null ? List.of(TO_WRITE, TO_WRITE) : known.byHand();
            page.append(new Line(cells, byHand).text()).append('\n');
        });
        Files.writeString(PAGE, page);
    }
}
