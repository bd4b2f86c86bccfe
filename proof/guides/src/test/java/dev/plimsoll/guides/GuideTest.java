package dev.plimsoll.guides;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.guides.Guide.Step;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command block of README and guides is run, in the order of its page, and what is shown is compared with what is printed. */
// Acceptance of simulate: guide
// Acceptance of KEP-5526: examples-of-scopes
// Acceptance of the command line: guides
@Execution(ExecutionMode.CONCURRENT)
class GuideTest {
    private static final Path CLONE = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    static List<Path> pages() throws IOException {
        var pages = new ArrayList<>(List.of(CLONE.resolve("README.md")));
        try (var files = Files.list(CLONE.resolve("docs/guide"))) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        var withCommands = new ArrayList<Path>();
        for (var page : pages) if (!Guide.read(page).steps().isEmpty()) withCommands.add(CLONE.relativize(page));
        return withCommands;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void doesWhatItShows(Path page) throws IOException, InterruptedException {
        var guide = Guide.read(CLONE.resolve(page));
        for (var program : List.of("kubectl", "helm", "etcd ")) {
            Assumptions.assumeTrue(!guide.uses(program) || isOnPath(program.strip()), "no " + program + " on the PATH");
        }
        var shell = new Shell(folder, CLONE);
        var ended = shell.run(script(guide));
        var softly = new SoftAssertions();
        softly.assertThat(ended.exit())
                .as("%s, after line %s:\n%s", page, shell.read("reached").strip(), ended.log())
                .isZero();
        for (var step : guide.steps()) {
            if (!(step instanceof Step.Shown(var line, var command, var output))) continue;
            var printed = shell.read("printed-" + line);
            softly.assertThat(new Expected(output).matches(printed))
                    .as("%s:%d: $ %s\n--- shown:\n%s\n--- printed:\n%s", page, line, command, output, printed)
                    .isTrue();
        }
        softly.assertAll();
    }

    /** A refusal can be the very thing that is shown, so that only commands without output have to succeed. */
    private static String script(Guide guide) {
        var script = new StringBuilder("set -eu\ntrap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT\n");
        for (var step : guide.steps()) {
            script.append("echo ").append(step.line()).append(" >reached\n");
            switch (step) {
                case Step.Commands(var _, var text) -> script.append(text).append('\n');
                case Step.Shown(var line, var command, var _) ->
                    script.append("{\n")
                            .append(command)
                            .append("\n} >printed-")
                            .append(line)
                            .append(" 2>&1 || true\n");
            }
        }
        return script.toString();
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    @Test
    void dotsStandForAnything() {
        assertThat(new Expected("a   b ...\n...\nend").matches("a b 17 s\nx\ny\nend\n"))
                .isTrue();
        assertThat(new Expected("a\n...").matches("a")).isTrue();
        assertThat(new Expected("a\nend").matches("a\nx\nend")).isFalse();
        assertThat(new Expected("").matches("")).isTrue();
        assertThat(new Expected("a").matches("b")).isFalse();
    }
}
