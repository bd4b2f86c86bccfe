package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The classes and methods that docs/flow.md names are there. */
class FlowPageTest {
    private static final Pattern HOP = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");
    private static final int FEWEST_HOPS = 40;

    /** Sources of what ships, by simple class name. */
    private static Map<String, Path> classes(Path project) throws IOException {
        var classes = new HashMap<String, Path>();
        for (var room : new String[] {"core", "io", "apps"}) {
            try (var files = Files.walk(project.resolve(room))) {
                files.filter(file -> file.toString().contains("/src/main/java/")
                                && file.toString().endsWith(".java"))
                        .forEach(file ->
                                classes.put(file.getFileName().toString().replace(".java", ""), file));
            }
        }
        return classes;
    }

    @Test
    void everyHopIsThere() throws IOException {
        var project = Path.of("").toAbsolutePath().resolve("../..").normalize();
        var classes = classes(project);
        var missing = new ArrayList<String>();
        var hops = 0;
        var page = HOP.matcher(Files.readString(project.resolve("docs/flow.md")));
        while (page.find()) {
            if (page.group(1).endsWith("Test")) continue;
            hops++;
            var file = classes.get(page.group(1));
            if (file == null) missing.add(page.group());
            else if (page.group(2) != null && !Files.readString(file).contains(" " + page.group(2) + "("))
                missing.add(page.group());
        }
        assertThat(missing).isEmpty();
        assertThat(hops).isGreaterThanOrEqualTo(FEWEST_HOPS);
    }
}
