package dev.plimsoll.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cluster writes is its owner's alone, whatever the umask. */
class FileModesTest {
    @TempDir
    private Path temporary;

    @Test
    @DisplayName(
            "under umask 0 all files of a cluster are made with 0600 and folders with 0700; looser ones are mended and told of")
    void wholeCluster() throws Exception {
        var folder = temporary.resolve("data");
        var process = started(folder);
        try (var output = process.inputReader(UTF_8)) {
            assertThat(output.readLine()).isEqualTo("ready");
            var modes = modes(folder);
            assertThat(modes)
                    .containsKeys(
                            "",
                            "admin-token",
                            "audit.log",
                            "audit.log.1",
                            "pki/ca.key",
                            "pki/ca.crt",
                            "store/store.db",
                            "store/store.db-wal",
                            "store/store.db-shm",
                            "store/high-water-mark",
                            "store/lock");
            assertThat(modes.keySet()).anyMatch(file -> file.startsWith("nodes/node-"));
            assertPrivate(modes);
            process.getOutputStream().close();
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
        assertPrivate(modes(folder));
        mendedAtTheNextStart(folder);
    }

    private static void mendedAtTheNextStart(Path folder) throws Exception {
        try (var files = Files.walk(folder)) {
            for (var file : files.toList())
                Files.setPosixFilePermissions(
                        file, PosixFilePermissions.fromString(Files.isDirectory(file) ? "rwxrwxrwx" : "rw-r--r--"));
        }
        var loose = modes(folder).size();
        var journal = new Told();
        Cluster.start(OpenUmaskCluster.plan(folder), journal).close();
        assertPrivate(modes(folder));
        assertThat(journal.told)
                .contains(
                        folder + " had mode 0777, now 0700",
                        folder.resolve("pki/ca.key") + " had mode 0644, now 0600",
                        folder.resolve("store/store.db") + " had mode 0644, now 0600");
        assertThat(journal.told.stream().filter(line -> line.contains(" had mode ")))
                .hasSize(loose);
    }

    /** Through the shell, since a Java program cannot set its umask. */
    private static Process started(Path folder) throws IOException {
        return new ProcessBuilder(
                        "sh",
                        "-c",
                        "umask 0; exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.real.class.path", System.getProperty("java.class.path")),
                        OpenUmaskCluster.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static Map<String, String> modes(Path folder) throws IOException {
        var modes = new TreeMap<String, String>();
        try (var files = Files.walk(folder)) {
            for (var file : (Iterable<Path>) files::iterator) {
                var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                modes.put(folder.relativize(file).toString(), (Files.isDirectory(file) ? "d" : "-") + mode);
            }
        }
        return modes;
    }

    private static void assertPrivate(Map<String, String> modes) {
        assertThat(modes)
                .allSatisfy((file, mode) ->
                        assertThat(mode).as(file).isEqualTo(mode.startsWith("d") ? "drwx------" : "-rw-------"));
    }

    private static final class Told implements ClusterLog {
        private final Queue<String> told = new ConcurrentLinkedQueue<>();

        @Override
        public void step(String what, Duration took) {}

        @Override
        public void tell(String problem) {
            told.add(problem);
        }

        @Override
        public void defect(String where, Throwable problem) {
            told.add(where + ": " + problem);
        }
    }
}
