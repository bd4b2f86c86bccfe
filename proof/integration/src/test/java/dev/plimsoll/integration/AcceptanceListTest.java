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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lists of what programs are held to name a test for each row, and the tests name the same rows. */
class AcceptanceListTest {
    private static final Pattern ROW = Pattern.compile("^\\| ([\\w-]+) \\| .+ \\| (`.+`) \\|$");
    private static final Pattern CLASS = Pattern.compile("`(\\w+)`");

    @ParameterizedTest(name = "{0} and the comments of test classes agree")
    @CsvSource({
        "docs/acceptance-scheduler.md, Acceptance",
        "docs/acceptance-autoscaler.md, Acceptance of the autoscaler"
    })
    void listAndTestsAgree(String page, String word) throws IOException {
        var root = root();
        var listed = new TreeMap<String, Set<String>>();
        for (var line : Files.readAllLines(root.resolve(page))) {
            var row = ROW.matcher(line);
            if (!row.matches()) continue;
            var classes = listed.computeIfAbsent(row.group(1), _ -> new TreeSet<>());
            CLASS.matcher(row.group(2)).results().forEach(each -> classes.add(each.group(1)));
        }
        assertThat(listed).hasSizeGreaterThan(30);
        assertThat(claimed(root, Pattern.compile("(?m)^// " + word + ": (.+)$")))
                .isEqualTo(listed);
    }

    private static Map<String, Set<String>> claimed(Path root, Pattern claims) throws IOException {
        var claimed = new TreeMap<String, Set<String>>();
        for (var file : tests(root)) {
            var name = file.getFileName().toString().replace(".java", "");
            claims.matcher(Files.readString(file))
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
