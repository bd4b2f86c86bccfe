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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The list of what scheduler and controllers are held to names a test for each row, and the tests name the same rows. */
class AcceptanceListTest {
    private static final Pattern ROW = Pattern.compile("^\\| ([\\w-]+) \\| .+ \\| (`.+`) \\|$");
    private static final Pattern CLASS = Pattern.compile("`(\\w+)`");
    private static final Pattern CLAIM = Pattern.compile("(?m)^// Acceptance: (.+)$");

    @Test
    @DisplayName("docs/acceptance-scheduler.md and the comments of test classes agree")
    void listAndTestsAgree() throws IOException {
        var root = root();
        var listed = new TreeMap<String, Set<String>>();
        for (var line : Files.readAllLines(root.resolve("docs/acceptance-scheduler.md"))) {
            var row = ROW.matcher(line);
            if (!row.matches()) continue;
            var classes = listed.computeIfAbsent(row.group(1), _ -> new TreeSet<>());
            CLASS.matcher(row.group(2)).results().forEach(each -> classes.add(each.group(1)));
        }
        assertThat(listed).hasSizeGreaterThan(30);
        assertThat(claimed(root)).isEqualTo(listed);
    }

    private static Map<String, Set<String>> claimed(Path root) throws IOException {
        var claimed = new TreeMap<String, Set<String>>();
        for (var file : tests(root)) {
            var name = file.getFileName().toString().replace(".java", "");
            CLAIM.matcher(Files.readString(file))
                    .results()
                    .flatMap(claim -> List.of(claim.group(1).split(",\\s*", -1)).stream())
                    .forEach(row -> claimed.computeIfAbsent(row.strip(), _ -> new TreeSet<>())
                            .add(name));
        }
        return claimed;
    }

    private static List<Path> tests(Path root) throws IOException {
        var tests = new ArrayList<Path>();
        for (var part : List.of("core", "io", "apps", "proof")) {
            try (var files = Files.walk(root.resolve(part))) {
                files.filter(file -> file.toString().contains("/src/test/")
                                && file.toString().endsWith("Test.java"))
                        .forEach(tests::add);
            }
        }
        return tests;
    }

    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) folder = folder.getParent();
        return folder;
    }
}
