package dev.plimsoll.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive installs itself in {@code DistributionTest}; here a build in a source tree does, and what stands in the way. */
// Acceptance of the command line: install, unwritable-folder
class InstallationTest {
    private static final FileTime EARLIER = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir
    Path folder;

    private Path source = Path.of("");
    private Path prefix = Path.of("");

    @BeforeEach
    void prepare() throws IOException {
        source = folder.resolve("source");
        prefix = folder.resolve("prefix");
        write("apps/cli/target/plimsoll/lib/plimsoll-cli.jar", "jar");
        write("apps/cli/target/plimsoll/plimsoll.aot", "cache");
        write("apps/distribution/files/bin/plimsoll", "launcher");
        write("apps/distribution/files/lib/java-options.sh", "options");
        write(".mvn/jdk.sh", "jdk");
        write("LICENSE", "license");
        write("examples/ide.yaml", "example");
        write("examples/operator/pom.xml", "a project, which does not belong to a program");
    }

    private void write(String name, String text) throws IOException {
        var file = source.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, EARLIER);
    }

    private void install() throws IOException {
        var program = new ProgramFolder(source.resolve("apps/cli/target/plimsoll"), source);
        new Installation(prefix)
                .install(program, Map.of("bash", "b", "fish", "f", "zsh", "z"), Map.of("plimsoll.1", "m"));
    }

    @Test
    @DisplayName("a build in a source tree gets the form of the archive, with the times that its cache compares")
    void fromASourceTree() throws IOException {
        install();
        assertThat(prefix.resolve("bin/plimsoll"))
                .isSymbolicLink()
                .isExecutable()
                .hasContent("launcher");
        assertThat(prefix.resolve("bin/kubectl-plimsoll"))
                .isSymbolicLink()
                .isExecutable()
                .hasContent("launcher");
        var home = prefix.resolve("lib/plimsoll");
        assertThat(home.resolve("lib/java-options.sh")).hasContent("options");
        assertThat(home.resolve("lib/jdk.sh")).hasContent("jdk");
        assertThat(home.resolve("lib/plimsoll.aot")).hasContent("cache");
        assertThat(Files.getLastModifiedTime(home.resolve("lib/plimsoll-cli.jar")))
                .isEqualTo(EARLIER);
        assertThat(home.resolve("examples/ide.yaml")).exists();
        assertThat(home.resolve("examples/operator")).doesNotExist();
        assertThat(prefix.resolve("share/bash-completion/completions/plimsoll")).hasContent("b");
        assertThat(prefix.resolve("share/fish/vendor_completions.d/plimsoll.fish"))
                .hasContent("f");
        assertThat(prefix.resolve("share/plimsoll/plimsoll.zsh")).hasContent("z");
        assertThat(prefix.resolve("share/man/man1/plimsoll.1")).hasContent("m");
    }

    @Test
    @DisplayName("installing again replaces what was installed, and leaves nothing of it")
    void again() throws IOException {
        install();
        Files.writeString(prefix.resolve("lib/plimsoll/lib/older.jar"), "older");
        write("apps/cli/target/plimsoll/lib/plimsoll-cli.jar", "newer");
        assertThat(new Installation(prefix).problem()).isEmpty();
        install();
        assertThat(prefix.resolve("lib/plimsoll/lib/plimsoll-cli.jar")).hasContent("newer");
        assertThat(prefix.resolve("lib/plimsoll/lib/older.jar")).doesNotExist();
    }

    @Test
    @DisplayName("a program of somebody else is not replaced")
    void somebodyElses() throws IOException {
        Files.createDirectories(prefix.resolve("bin"));
        Files.writeString(prefix.resolve("bin/plimsoll"), "of somebody else");
        assertThat(new Installation(prefix).problem())
                .startsWith(prefix.resolve("bin/plimsoll") + " is there already")
                .endsWith("remove it, or choose another prefix");
    }

    @Test
    @DisplayName("a prefix that is a file is no place")
    void aFile() throws IOException {
        Files.writeString(prefix, "");
        assertThatThrownBy(this::install).isInstanceOf(FileSystemException.class);
    }
}
