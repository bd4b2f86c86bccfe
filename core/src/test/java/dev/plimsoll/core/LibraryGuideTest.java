package dev.plimsoll.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs in docs/guide/library.md compile against plimsoll-core alone and print what the guide says. */
// Acceptance of KEP-5419: library
// Acceptance of KEP-2837: library
class LibraryGuideTest {
    private static final Pattern PROGRAM =
            Pattern.compile("```java\\n(?<code>.*?)```.*?```text\\n(?<output>.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS_NAME = Pattern.compile("public class (\\w+)");

    @TempDir
    private Path folder;

    record Program(String name, String code, String output) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Program> programs() throws IOException {
        var guide = Files.readString(Path.of(System.getProperty("plimsoll.root"), "docs/guide/library.md"));
        return PROGRAM.matcher(guide).results().map(match -> {
            var name = CLASS_NAME.matcher(match.group("code"));
            assertThat(name.find()).as("the block is a class").isTrue();
            return new Program(name.group(1), match.group("code"), match.group("output"));
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void compilesAndPrints(Program program) throws Exception {
        var source = Files.writeString(folder.resolve(program.name() + ".java"), program.code());
        var core = Path.of(PodLocation.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        var classes = core.resolveSibling("classes").toString();
        var messages = new ByteArrayOutputStream();
        var exit = ToolProvider.getSystemJavaCompiler()
                .run(null, messages, messages, "-cp", classes, "-d", folder.toString(), source.toString());
        assertThat(messages.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(exit).isZero();
        assertThat(output(program.name())).isEqualTo(program.output());
    }

    private String output(String className) throws Exception {
        var out = new ByteArrayOutputStream();
        var before = System.out;
        try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            loader.loadClass(className).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Tells where the test classes are; core's own stand beside them. */
    private static final class PodLocation {}
}
