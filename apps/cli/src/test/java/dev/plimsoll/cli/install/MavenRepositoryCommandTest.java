package dev.plimsoll.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.console.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** With a Maven that is a script and says what it was asked: the building itself takes minutes. */
// Acceptance of the command line: maven-repository
class MavenRepositoryCommandTest {
    @TempDir
    Path source;

    private final StringWriter printed = new StringWriter();

    private int run(@Nullable ProgramFolder program, String... arguments) {
        var out = new PrintWriter(printed, true);
        var console = new Console(InputStream.nullInputStream(), out, false, true, true);
        return new CommandLine(new MavenRepositoryCommand(console, out, program)).execute(arguments);
    }

    private ProgramFolder built(String maven) throws IOException {
        var script = Files.writeString(source.resolve("mvnw"), "#!/bin/sh\n" + maven);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return new ProgramFolder(source.resolve("home"), source);
    }

    @Test
    @DisplayName(
            "libraries, sources, Javadoc and versions are deployed into the folder, and nothing is installed elsewhere")
    void deploys() throws IOException {
        var target = source.resolve("made here");
        var exit = run(
                built("echo '[INFO] Building Plimsoll core 0.1.0-SNAPSHOT         [3/24]'; echo \"asked: $*\""),
                target.toString());
        assertThat(exit).isZero();
        assertThat(printed.toString())
                .contains("plimsoll: 3 of 24: Plimsoll core")
                .contains("made: " + target);
        assertThat(Files.readString(source.resolve("target/maven-repository.log")))
                .contains("-Pquick,repository -Dmaven.install.skip=true")
                .contains("-DaltDeploymentRepository=plimsoll::" + target.toUri())
                .contains("-am deploy");
    }

    @Test
    @DisplayName(
            "with a key, each jar and each POM has a signature with its checksums, and what is signed is not signed again")
    void signs() throws IOException {
        var target = source.resolve("signed");
        var artifact = Files.createDirectories(target.resolve("dev/plimsoll/plimsoll-core/1"));
        for (var name : List.of("core-1.jar", "core-1-sources.jar", "core-1.pom", "core-1.pom.sha1"))
            Files.writeString(artifact.resolve(name), name);
        var gpg = Files.writeString(source.resolve("gpg"), """
                #!/bin/sh
                [ "$5" = --local-user ] && [ "$6" = "one@example.com" ] || { echo "no secret key"; exit 2; }
                echo "signature of $(basename "$9")" >"$8"
                """);
        assertThat(gpg.toFile().setExecutable(true)).isTrue();
        var program = built("exit 0");
        assertThat(run(program, target.toString(), "--gpg", gpg.toString(), "--gpg-key", "one@example.com"))
                .isZero();
        assertThat(printed.toString()).contains("signed: 3 files with one@example.com");
        assertThat(artifact.resolve("core-1.jar.asc")).hasContent("signature of core-1.jar");
        assertThat(artifact.resolve("core-1.pom.asc.sha1")).content().hasSize(40);
        assertThat(artifact.resolve("core-1.pom.sha1.asc")).doesNotExist();
        assertThat(run(program, target.toString(), "--gpg", gpg.toString(), "--gpg-key", "two@example.com"))
                .isZero();
        Files.delete(artifact.resolve("core-1.pom.asc"));
        assertThat(run(program, target.toString(), "--gpg", gpg.toString(), "--gpg-key", "two@example.com"))
                .isEqualTo(2);
        assertThat(printed.toString())
                .contains("core-1.pom cannot be signed with the key two@example.com")
                .contains("no secret key");
    }

    @Test
    @DisplayName("who publishes is put into the POMs that others inherit from, before they are signed")
    void completes() throws IOException {
        var target = source.resolve("published");
        var parent = Files.createDirectories(target.resolve("a/1")).resolve("a-1.pom");
        Files.writeString(parent, "<project>\n  <licenses>\n  </licenses>\n</project>\n");
        var child = Files.createDirectories(target.resolve("b/1")).resolve("b-1.pom");
        Files.writeString(child, "<project>\n  <parent>a</parent>\n</project>\n");
        var options = new String[] {
            target.toString(),
            "--project-url",
            "https://example.com/?a&b",
            "--developer",
            "One",
            "--developer",
            "Two",
            "--scm-url",
            "https://example.com/x.git"
        };
        var program = built("exit 0");
        assertThat(run(program, options)).isZero();
        assertThat(printed.toString()).contains("completed: 1 POMs with who publishes them");
        var completed = """
                <project>
                  <licenses>
                  </licenses>
                  <url>https://example.com/?a&amp;b</url>
                  <developers>
                    <developer>
                      <name>One</name>
                    </developer>
                    <developer>
                      <name>Two</name>
                    </developer>
                  </developers>
                  <scm child.scm.connection.inherit.append.path="false" child.scm.url.inherit.append.path="false">
                    <connection>scm:git:https://example.com/x.git</connection>
                    <url>https://example.com/x.git</url>
                  </scm>
                </project>
                """;
        assertThat(parent).hasContent(completed);
        assertThat(parent.resolveSibling("a-1.pom.sha1")).content().hasSize(40);
        assertThat(child).content().doesNotContain("<scm");
        assertThat(run(program, options)).isZero();
        assertThat(parent).hasContent(completed);
        assertThat(run(program, target.toString(), "--project-url", "https://example.com"))
                .isEqualTo(2);
    }

    @Test
    @DisplayName("a build that fails shows its first errors and where the rest is")
    void fails() throws IOException {
        var exit = run(
                built("echo '[ERROR] Main.java:[1,7] not a statement'; exit 1"),
                source.resolve("m").toString());
        assertThat(exit).isEqualTo(2);
        assertThat(printed.toString())
                .contains("not a statement")
                .contains("the build failed; see what Maven said in " + source.resolve("target/maven-repository.log"));
    }

    @Test
    @DisplayName("an archive has no sources, and says what to do")
    void archive() {
        assertThat(run(new ProgramFolder(source, null))).isEqualTo(2);
        assertThat(printed.toString()).contains("clone the source tree, and run ./plimsoll maven-repository there");
    }
}
