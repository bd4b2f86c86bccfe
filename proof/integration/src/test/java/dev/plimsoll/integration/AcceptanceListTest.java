package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pages {@code docs/acceptance-*.md} name tests for each row, and the tests name the same rows. A test whose name two modules share is written
 * with its module: {@code core/ResizeTest}.
 */
class AcceptanceListTest {
    private static final Pattern CLAIM = Pattern.compile("(?m)^// (Acceptance[^:\\n]*): (.+)$");
    private static final Path ROOT = root();

    @ParameterizedTest(name = "{0} and the comments of test classes agree")
    @MethodSource("pages")
    void pageAndTestsAgree(String name) throws IOException {
        var page = AcceptancePage.read(ROOT.resolve("docs").resolve(name));
        assertThat(page.faults()).isEmpty();
        assertThat(page.tests()).hasSizeGreaterThan(30);
        assertThat(differences(page.tests(), claims(tests()).getOrDefault(page.comment(), Map.of())))
                .isEmpty();
    }

    private static List<String> differences(Map<String, Set<String>> page, Map<String, Set<String>> classes) {
        var rows = new TreeSet<>(page.keySet());
        rows.addAll(classes.keySet());
        return rows.stream()
                .filter(row -> !page.getOrDefault(row, Set.of()).equals(classes.getOrDefault(row, Set.of())))
                .map(row -> row + ": the page names " + page.getOrDefault(row, Set.of()) + ", the row is named by "
                        + classes.getOrDefault(row, Set.of()))
                .toList();
    }

    @ParameterizedTest(name = "{0} names classes that exist")
    @MethodSource("pages")
    void decidersExist(String name) throws IOException {
        var classes = new TreeSet<String>();
        for (var file : sources("/src/main/", ".java")) classes.add(simple(file));
        assertThat(classes)
                .containsAll(
                        AcceptancePage.read(ROOT.resolve("docs").resolve(name)).deciders());
    }

    @Test
    void everyCommentBelongsToOnePage() throws IOException {
        var comments = new ArrayList<String>();
        for (var page : pages().toList())
            comments.add(AcceptancePage.read(ROOT.resolve("docs").resolve(page)).comment());
        assertThat(comments).doesNotHaveDuplicates().containsAll(claims(tests()).keySet());
    }

    @Test
    void rowsWithoutTestsAndTwiceTheSameRowAreFaults(@TempDir Path folder) throws IOException {
        var file = folder.resolve("acceptance-x.md");
        Files.writeString(file, """
                Tests name rows in a comment, `Acceptance of x: ...`.

                | row | sentence | decided by | tests |
                |---|---|---|---|
                | a | one | `Resize` | `ATest`, `core/BTest` |
                | a | two | `PodDemand` | `CTest` |
                | b | three | - | |
                | c | `four` | - | none |

                | not a row | of this kind |
                |---|---|
                | d | `DTest` |
                """);
        var page = AcceptancePage.read(file);
        assertThat(page.comment()).isEqualTo("Acceptance of x");
        assertThat(page.tests().keySet()).containsExactly("a", "b", "c");
        assertThat(page.deciders()).containsExactly("PodDemand", "Resize");
        assertThat(page.faults())
                .containsExactly(
                        "a: there are two rows of that name",
                        "b: a cell is empty, or there are not as many as the table has columns",
                        "b: no test",
                        "c: no test");
    }

    static Stream<String> pages() throws IOException {
        try (var files = Files.list(ROOT.resolve("docs"))) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("acceptance-"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** What test classes say of themselves: for each comment the rows, and for each row the classes. */
    private static Map<String, Map<String, Set<String>>> claims(List<Path> tests) throws IOException {
        var count = new TreeMap<String, Integer>();
        tests.forEach(file -> count.merge(simple(file), 1, Integer::sum));
        var claims = new TreeMap<String, Map<String, Set<String>>>();
        for (var file : tests) {
            var shared = count.getOrDefault(simple(file), 0) > 1;
            var name = shared ? module(file) + "/" + simple(file) : simple(file);
            CLAIM.matcher(Files.readString(file)).results().forEach(claim -> {
                var rows = claims.computeIfAbsent(claim.group(1), _ -> new TreeMap<>());
                for (var row : claim.group(2).split(",", -1))
                    rows.computeIfAbsent(row.strip(), _ -> new TreeSet<>()).add(name);
            });
        }
        return claims;
    }

    private static List<Path> tests() throws IOException {
        return sources("/src/test/", "Test.java");
    }

    private static List<Path> sources(String folder, String ending) throws IOException {
        var sources = new ArrayList<Path>();
        for (var part : List.of("core", "io", "apps", "proof")) {
            try (var files = Files.walk(ROOT.resolve(part))) {
                files.filter(file -> file.toString().contains(folder)
                                && file.toString().endsWith(ending))
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    private static String simple(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    /** The folder that holds {@code src}. */
    private static String module(Path file) {
        var folder = ROOT.relativize(file);
        while (!folder.endsWith("src")) folder = folder.getParent();
        return folder.getParent().getFileName().toString();
    }

    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) folder = folder.getParent();
        return folder;
    }
}
