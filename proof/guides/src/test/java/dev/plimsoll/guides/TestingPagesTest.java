package dev.plimsoll.guides;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java in the guides about tests is in a file that a build compiles and runs, as are files of a project; a comment before each block names it. */
class TestingPagesTest {
    private static final Path CLONE = Path.of("..", "..").toAbsolutePath().normalize();
    private static final String FILE = "<!-- examples/";

    /** @param file that the comment before it names; empty without one */
    private record Block(int line, String file, List<String> code) {}

    static List<Path> pages() throws IOException {
        try (var files = Files.list(CLONE.resolve("docs/guide"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("testing"))
                    .map(CLONE::relativize)
                    .sorted()
                    .toList();
        }
    }

    private static List<Block> blocks(Path page) throws IOException {
        var blocks = new ArrayList<Block>();
        var lines = Files.readAllLines(CLONE.resolve(page));
        for (var at = 0; at < lines.size(); at++) {
            var before = at == 0 ? "" : lines.get(at - 1);
            var isCode = lines.get(at).equals("```java") || lines.get(at).equals("```kotlin");
            var isFile = before.startsWith(FILE) && lines.get(at).startsWith("```");
            if (!isCode && !isFile) continue;
            var end = at + 1;
            while (!lines.get(end).equals("```")) end++;
            var file = before.startsWith(FILE)
                    ? before.substring("<!-- ".length(), before.length() - " -->".length())
                    : "";
            blocks.add(new Block(at + 1, file, lines.subList(at + 1, end)));
            at = end;
        }
        return blocks;
    }

    /** Indentation does not count. */
    private static String text(List<String> lines) {
        return lines.stream().map(String::strip).collect(Collectors.joining("\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    @DisplayName("every block of Java is word for word in an example that is built and run")
    void isBuilt(Path page) throws IOException {
        for (var block : blocks(page)) {
            assertThat(block.file())
                    .as("%s:%d: a comment before the block names the file: %s...", page, block.line(), FILE)
                    .isNotEmpty();
            assertThat(text(Files.readAllLines(CLONE.resolve(block.file()))))
                    .as("%s:%d", page, block.line())
                    .contains(text(block.code()));
        }
    }
}
