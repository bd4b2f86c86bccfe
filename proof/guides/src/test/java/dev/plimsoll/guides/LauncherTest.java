package dev.plimsoll.guides;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.console.MemoryLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people do with the launcher, and what goes wrong for them. */
// Acceptance of the command line: first-build, one-build, failed-build, symlink, wrong-jdk, home, ctrl-c-build
class LauncherTest {
    private static final Path CLONE = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private SourceTree tree;

    @BeforeEach
    void prepare() throws IOException {
        tree = new SourceTree(folder, CLONE);
    }

    @AfterEach
    void end() {
        tree.close();
    }

    @Test
    void theFirstStartBuildsOnceAndTellsHowFarItIs() throws IOException, InterruptedException {
        var first = tree.run(tree.launcher(), "explain", "-f", "pod.yaml");
        assertThat(first.exit()).isZero();
        assertThat(first.printed())
                .contains("plimsoll: building, once: 1 of 2: Plimsoll core\n")
                .contains("plimsoll: building, once: 2 of 2: Plimsoll command line\n")
                .containsPattern("plimsoll: built in \\d+ s")
                .contains("dev.plimsoll.cli.Main explain -f pod.yaml");
        assertThat(tree.run(tree.launcher(), "version").printed()).doesNotContain("build");
        assertThat(tree.builds()).isEqualTo(1);
    }

    @Test
    void aChangedSourceFileIsBuilt() throws IOException, InterruptedException {
        tree.run(tree.launcher(), "version");
        Files.setLastModifiedTime(
                tree.home().resolve("apps/cli/src/Main.java"),
                FileTime.from(Instant.now().plusSeconds(60)));
        tree.run(tree.launcher(), "version");
        assertThat(tree.builds()).isEqualTo(2);
    }

    /** Somebody who edits wants to stop a cluster, not to wait for a build. */
    @ParameterizedTest
    @ValueSource(strings = {"stop", "status", "logs", "delete", "kubeconfig"})
    void whatLooksAfterAClusterRunsTheBuildThatThereIs(String command) throws IOException, InterruptedException {
        tree.run(tree.launcher(), "version");
        Files.setLastModifiedTime(
                tree.home().resolve("apps/cli/src/Main.java"),
                FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(tree.run(tree.launcher(), command).printed())
                .contains("plimsoll: the source has changed since the last build; " + command
                        + " runs what was built then")
                .contains("dev.plimsoll.cli.Main " + command);
        assertThat(tree.builds()).isEqualTo(1);
    }

    @Test
    void whatLooksAfterAClusterBuildsWhereNothingIsBuilt() throws IOException, InterruptedException {
        assertThat(tree.run(tree.launcher(), "status").printed()).contains("dev.plimsoll.cli.Main status");
        assertThat(tree.builds()).isEqualTo(1);
    }

    /** kubectl runs a program of this name on the PATH as its plugin. */
    @Test
    void aLinkToALinkWorksAlsoAsAPluginOfKubectl() throws IOException, InterruptedException {
        Files.createSymbolicLink(folder.resolve("link"), Path.of("clone/plimsoll"));
        var plugin = Files.createSymbolicLink(folder.resolve("bin/kubectl-plimsoll"), Path.of("../link"));
        assertThat(tree.run(plugin.toString(), "version").printed()).contains("dev.plimsoll.cli.Main version");
        if (Files.isExecutable(Path.of("/usr/bin/kubectl"))) {
            assertThat(tree.run("/usr/bin/kubectl", "plimsoll", "version").printed())
                    .contains("dev.plimsoll.cli.Main version");
        }
    }

    @Test
    void aJdkThatIsOnlyOnThePathIsUsed() throws IOException, InterruptedException {
        var jdk = tree.jdk("elsewhere", "25");
        Files.createSymbolicLink(folder.resolve("bin/java"), jdk.resolve("bin/java"));
        assertThat(tree.without("JAVA_HOME").run(tree.launcher(), "version").printed())
                .contains("java of elsewhere: ");
    }

    @Test
    void anOlderJdkInJavaHomeIsPassedOver() throws IOException, InterruptedException {
        var jdk = tree.jdk("elsewhere", "26-ea");
        Files.createSymbolicLink(folder.resolve("bin/java"), jdk.resolve("bin/java"));
        tree.with("JAVA_HOME", tree.jdk("old", "21.0.4").toString());
        assertThat(tree.run(tree.launcher(), "version").printed()).contains("java of elsewhere: ");
    }

    @Test
    void whereNoJdkServesItSaysWhatIsNeededAndWhereItLooked() throws IOException, InterruptedException {
        var ended = tree.run("sh", "-c", ". clone/.mvn/jdk.sh; find_jdk a-program-that-no-jdk-has");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.printed())
                .startsWith("plimsoll: JDK 25 or newer is needed and was not found in JAVA_HOME, on the PATH");
    }

    @Test
    void homeIsWhatTheEnvironmentSays() throws IOException, InterruptedException {
        assertThat(tree.with("HOME", "/some where").run(tree.launcher(), "up").printed())
                .contains("-Duser.home=/some where ");
    }

    @Test
    void aBuildThatFailsShowsTheFirstErrorsAndWhereTheLogIs() throws IOException, InterruptedException {
        tree.maven("echo '[ERROR] Main.java:[1,7] not a statement'; exit 1");
        var ended = tree.run(tree.launcher(), "version");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.printed())
                .contains("plimsoll: the build failed; what Maven said is in ")
                .contains("target/build.log")
                .contains("not a statement");
        assertThat(tree.home().resolve("target/build.lock")).doesNotExist();
    }

    @Test
    void withoutMavenItSaysWhatToInstall() throws IOException, InterruptedException {
        Files.delete(folder.resolve("bin/mvn"));
        // What the launcher itself calls, and no Maven.
        var programs = List.of(
                "sh",
                "sed",
                "dirname",
                "readlink",
                "find",
                "head",
                "mkdir",
                "date",
                "cat",
                "rm",
                "sleep",
                "wc",
                "tail",
                "grep");
        for (var program : programs) link(program);
        tree.with("PATH", folder.resolve("bin").toString());
        assertThat(tree.run(tree.launcher(), "version").printed())
                .contains("Maven 3.8.7 or newer is needed to build and was not found on the PATH");
        for (var program : programs) Files.deleteIfExists(folder.resolve("bin").resolve(program));
    }

    private void link(String program) throws IOException {
        for (var place : List.of("/usr/bin", "/bin")) {
            var target = Path.of(place, program);
            if (!Files.exists(target)) continue;
            Files.createSymbolicLink(folder.resolve("bin").resolve(program), target);
            return;
        }
    }

    /** Ctrl-C reaches the launcher, which takes Maven along; nothing half built is taken for a build. */
    @Test
    void anInterruptedBuildEndsMavenAndTheNextStartBuildsAgain() throws IOException, InterruptedException {
        tree.maven("echo $$ >maven-pid.new; mv maven-pid.new maven-pid; exec sleep 600");
        // A build in the background ignores the interrupt, and so would everything that it starts.
        var running = tree.start("/usr/bin/env", "--default-signal=INT", tree.launcher(), "version");
        var pid = folder.resolve("maven-pid");
        running.awaitFile(pid);
        var maven =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        tree.run("kill", "-INT", Long.toString(running.process().pid()));
        var ended = running.ended();
        assertThat(ended.exit()).isEqualTo(130);
        assertThat(ended.printed()).contains("plimsoll: the build was interrupted; the next start builds again");
        assertThat(maven.isAlive()).isFalse();
        assertThat(tree.home().resolve("target/build.lock")).doesNotExist();

        tree.mavenThatBuilds();
        assertThat(tree.run(tree.launcher(), "version").printed()).contains("dev.plimsoll.cli.Main version");
    }

    @Test
    void twoFirstStartsBuildOnce() throws IOException, InterruptedException {
        tree.maven("""
                echo "maven $*" >>maven-calls
                while [ ! -e go ]; do sleep 0.05; done
                mkdir -p clone/apps/cli/target/plimsoll/lib
                : >clone/apps/cli/target/plimsoll/lib/plimsoll-cli.jar
                """);
        var first = tree.start(tree.launcher(), "version");
        first.awaitFile(folder.resolve("maven-calls"));
        var second = tree.start(tree.launcher(), "help");
        second.awaitPrinted("plimsoll: another plimsoll builds in this folder; waiting for it ...");
        Files.createFile(folder.resolve("go"));
        assertThat(first.ended().printed()).contains("dev.plimsoll.cli.Main version");
        assertThat(second.ended().printed()).contains("dev.plimsoll.cli.Main help");
        assertThat(tree.builds()).isEqualTo(1);
    }

    /** A process that was killed leaves its lock behind; that must not keep others waiting. */
    @Test
    void theLockOfADeadProcessCountsForNothing() throws IOException, InterruptedException {
        var lock = Files.createDirectories(tree.home().resolve("target/build.lock"));
        var gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Files.writeString(lock.resolve("pid"), gone.pid() + "\n");
        assertThat(tree.run(tree.launcher(), "version").printed()).contains("dev.plimsoll.cli.Main version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"up --memory-limit 2Gi", "up --nodes 3 --memory-limit=2Gi", "--memory-limit 2Gi up"})
    @DisplayName("Java gets the memory that the command names, whatever the environment says")
    void memoryLimit(String arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(tree.launcher()));
        command.addAll(List.of(arguments.split(" ")));
        tree.with("PLIMSOLL_HEAP", "1g");
        assertThat(tree.run(command.toArray(String[]::new)).printed())
                .contains("-Xmx2147483648 ")
                .doesNotContain("-Xmx1g")
                .contains("-XX:-AOTReplayTraining")
                .contains("dev.plimsoll.cli.Main " + arguments);
    }

    @Test
    @DisplayName("without a size Java gets what the environment names, or a quarter of the machine")
    void memoryWithoutOption() throws IOException, InterruptedException {
        assertThat(tree.run(tree.launcher(), "up").printed()).contains("-XX:MaxRAMPercentage=25 ");
        assertThat(tree.with("PLIMSOLL_HEAP", "1g").run(tree.launcher(), "up").printed())
                .contains("-Xmx1g ")
                .doesNotContain("MaxRAMPercentage");
    }

    /** The launcher passes a size on, and the program refuses those that the launcher does not know. */
    @Test
    @DisplayName("launcher and program read sizes alike")
    void sizesAreReadAlike() throws IOException, InterruptedException {
        var random = new Random(17);
        var sizes = new ArrayList<String>(List.of(
                "127Mi", "128Mi", "134M", "135M", "999999Gi", "1000000Gi", "0Gi", "01Gi", "Gi", "1.5Gi", "x1Gi"));
        var units = List.of("Mi", "Gi", "M", "G", "", "i", "K", "Ki", "m", "g", "GiB", "Mi1", "Mi Gi");
        while (sizes.size() < 400) {
            var digits = Long.toString(random.nextLong(1L << random.nextInt(1, 36)));
            sizes.add(digits + units.get(random.nextInt(units.size())));
        }
        var script = new StringBuilder("set -eu\n. clone/apps/distribution/files/lib/java-options.sh\n");
        for (var size : sizes)
            script.append("echo \"")
                    .append(size)
                    .append("=$(bytes '")
                    .append(size)
                    .append("')\"\n");
        assertThat(tree.run("sh", "-c", script.toString()).printed().lines())
                .containsExactlyElementsOf(sizes.stream()
                        .map(size -> size + "="
                                + MemoryLimit.bytes(size).map(String::valueOf).orElse(""))
                        .toList());
    }
}
