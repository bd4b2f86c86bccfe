package dev.plimsoll.guides;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked somewhere else and run where no Java can be found. */
// Acceptance of the command line: symlink, archive, install, completion, man-pages
class DistributionTest {
    private static final Path BUILT = Path.of("..", "..", "apps", "distribution", "target");

    @TempDir
    Path folder;

    private Path home = Path.of("");

    @BeforeEach
    void unpack() throws IOException, InterruptedException {
        try (var files = Files.list(BUILT)) {
            var archive = files.filter(file -> file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow();
            run("tar", "-xzf", archive.toAbsolutePath().toString());
        }
        try (var files = Files.list(folder)) {
            home = files.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    private String run(String... command) throws IOException, InterruptedException {
        var output = folder.resolve("output");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("HOME", folder.toString());
        var process = builder.start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS))
                .as("%s ends", List.of(command))
                .isTrue();
        var printed = Files.readString(output);
        assertThat(process.exitValue()).as("%s: %s", List.of(command), printed).isZero();
        return printed;
    }

    private String program() {
        return home.resolve("bin/plimsoll").toString();
    }

    @Test
    void answersWithoutAJdk() throws IOException, InterruptedException {
        assertThat(run(program(), "--version")).startsWith("plimsoll ");
        assertThat(run(
                        program(),
                        "explain",
                        "-f",
                        home.resolve("examples/ide.yaml").toString()))
                .contains("pod/myide")
                .contains("QoS class Burstable");
    }

    /** Its classes come from the cache that was made with it, wherever it lies. */
    @Test
    void itsCacheIsUsedAfterItWasMoved() throws IOException, InterruptedException {
        var java = home.resolve("runtime/bin/java").toString();
        var classpath = new StringBuilder();
        try (var jars = Files.list(home.resolve("lib"))) {
            jars.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .forEach(jar -> classpath.append(jar).append(':'));
        }
        var cache = home.resolve("lib/plimsoll.aot");
        var command = new ArrayList<String>();
        command.add(java);
        command.add("-XX:AOTCache=" + cache);
        command.add("-XX:AOTMode=on"); // ends at once where the cache cannot be used
        command.addAll(launcherOptions());
        command.addAll(List.of("-cp", classpath.toString(), "dev.plimsoll.cli.Main", "--version"));
        assertThat(run(command.toArray(String[]::new))).startsWith("plimsoll ");
    }

    /** Those that the launcher gives to every command: with others the cache may be of no use. */
    private List<String> launcherOptions() throws IOException {
        var line = Files.readAllLines(home.resolve("lib/java-options.sh")).stream()
                .filter(each -> each.startsWith("java_common="))
                .findFirst()
                .orElseThrow();
        return List.of(
                line.substring("java_common=\"".length(), line.length() - 1).split(" ", -1));
    }

    @Test
    void aLinkOnThePathWorks() throws IOException, InterruptedException {
        var link = Files.createSymbolicLink(folder.resolve("plimsoll"), Path.of(program()));
        assertThat(run(link.toString(), "--version")).startsWith("plimsoll ");
    }

    @Test
    void aClusterStartsAndEnds() throws IOException, InterruptedException {
        var script = """
                set -eu
                %1$s up --ephemeral --port 0 --nodes 1 --kubeconfig-out up.conf --logging-format json &
                for i in $(seq 600); do [ -s up.conf ] && break; sleep 0.1; done
                %1$s explain -f %2$s >/dev/null
                kill %%1
                wait %%1 || [ $? -eq 143 ]
                """.formatted(program(), home.resolve("examples/ide.yaml"));
        assertThat(run("bash", "-c", script)).contains("\"msg\":\"ready in ");
    }

    @Test
    void completionsAndUnitsAreThere() throws IOException, InterruptedException {
        run("bash", "-n", home.resolve("completion/plimsoll.bash").toString());
        assertThat(Files.readString(home.resolve("completion/plimsoll.bash"))).contains("resize");
        try (var units = Files.list(home.resolve("systemd"))) {
            for (var unit : units.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(unit)).contains("ExecStart=/opt/plimsoll/bin/plimsoll ");
            }
        }
        for (var slices : List.of("kubepods.slice.d", "kubepods-.slice.d"))
            assertThat(home.resolve("systemd").resolve(slices).resolve("plimsoll-node.conf"))
                    .content()
                    .contains("[Unit]");
        assertThat(home.resolve("LICENSE")).exists();
    }

    /** Below a prefix with a blank in its name; what was unpacked is not needed any more. */
    @Test
    void itInstallsItselfBelowAPrefix() throws IOException, InterruptedException {
        var prefix = folder.resolve("my programs");
        assertThat(run(program(), "install", prefix.toString()))
                .contains("installed: " + prefix.resolve("bin/plimsoll"))
                .contains("export PATH=" + prefix.resolve("bin") + ":$PATH");
        Files.move(home, folder.resolve("gone"));
        assertThat(run(prefix.resolve("bin/plimsoll").toString(), "--version")).startsWith("plimsoll ");
        assertThat(run(prefix.resolve("bin/kubectl-plimsoll").toString(), "--version"))
                .startsWith("plimsoll ");
        run(
                "bash",
                "-n",
                prefix.resolve("share/bash-completion/completions/plimsoll").toString());
        assertThat(prefix.resolve("share/man/man1/plimsoll-explain.1")).isNotEmptyFile();
        assertThat(prefix.resolve("share/fish/vendor_completions.d/plimsoll.fish"))
                .isNotEmptyFile();

        // What is installed can install itself, over what is there.
        assertThat(run(
                        prefix.resolve("bin/plimsoll").toString(),
                        "install",
                        prefix.resolve("other").toString()))
                .contains("installed: ");
        assertThat(run(prefix.resolve("other/bin/plimsoll").toString(), "install", prefix.toString()))
                .contains("installed: ");
        assertThat(run(prefix.resolve("bin/plimsoll").toString(), "--version")).startsWith("plimsoll ");
    }

    @Test
    void manPagesAreThere() throws IOException, InterruptedException {
        assertThat(home.resolve("man/man1/plimsoll.1")).isNotEmptyFile();
        assertThat(home.resolve("man/man1/plimsoll-up.1")).isNotEmptyFile();
    }
}
