package dev.plimsoll.testkit.client.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is compiled and run by JDK 17 where there is one, else for 17 by the JDK at hand; and what is left when it is killed. */
class OlderJavaTest {
    private static final String PROGRAM = """
            import dev.plimsoll.testkit.client.*;
            import java.time.Duration;

            class Operator {
                public static void main(String[] arguments) throws Exception {
                    var cluster = TestCluster.builder().nodes(3).time(ClusterTime.VIRTUAL)
                            .featureGates("PodLevelResourceManagers=true").start();
                    cluster.advance(Duration.ofMinutes(10));
                    System.out.println(Runtime.version().feature() + " " + cluster.processId() + " "
                            + cluster.fabric8().nodes().list().getItems().size());
                    System.in.read(); // until it is killed
                }
            }
            """;

    @TempDir
    Path folder;

    private static Path jdk() {
        return Optional.ofNullable(new File("/usr/lib/jvm").listFiles()).stream()
                .flatMap(Arrays::stream)
                .map(File::toPath)
                .filter(home -> home.getFileName().toString().matches("(java|jdk|temurin)-17.*")
                        && Files.isExecutable(home.resolve("bin/javac")))
                .findFirst()
                .orElse(Path.of(System.getProperty("java.home")));
    }

    private static boolean isOfClient(String classes) {
        return classes.contains("testkit-client") || classes.contains("testkit-common");
    }

    private static String ownClassPath() {
        return System.getProperty("java.class.path");
    }

    @Test
    void theProcessOfTheClusterEndsWithTheOneThatStartedIt() throws IOException, InterruptedException {
        var source = Files.writeString(folder.resolve("Operator.java"), PROGRAM);
        var jdk = jdk();
        // Of the kit for 25 nothing is on its class path.
        var libraries = Arrays.stream(ownClassPath().split(File.pathSeparator, -1))
                .filter(each -> isOfClient(each) || !each.contains("plimsoll"))
                .filter(each -> isOfClient(each) || each.endsWith(".jar"))
                .toList();
        var path = String.join(File.pathSeparator, libraries);
        var compiler = new ProcessBuilder(
                        jdk.resolve("bin/javac").toString(), "--release", "17", "-cp", path, source.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .doesNotContain("error");
        assertThat(compiler.waitFor()).isZero();
        var operator = new ProcessBuilder(List.of(
                        jdk.resolve("bin/java").toString(),
                        "-D" + KitJars.PROPERTY + "=" + ClusterClasses.path(),
                        "-cp",
                        path + File.pathSeparator + folder,
                        "Operator"))
                .redirectError(folder.resolve("errors").toFile())
                .start();
        var said = operator.inputReader().readLine();
        assertThat(said).as(Files.readString(folder.resolve("errors"))).isNotNull();
        var words = said.split(" ", -1);
        assertThat(words[2]).isEqualTo("3");
        var child = ProcessHandle.of(Long.parseLong(words[1]));
        assertThat(child).isPresent();
        operator.destroyForcibly(); // kill -9: nothing of it runs any more
        var ended = child.get().onExit().orTimeout(60, TimeUnit.SECONDS).join();
        assertThat(ended.isAlive()).isFalse();
    }
}
