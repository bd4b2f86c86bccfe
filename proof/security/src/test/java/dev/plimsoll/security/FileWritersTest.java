package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keeps programs from writing files that others may read: whoever writes one does it through {@code PrivateFiles}. */
class FileWritersTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static final Pattern WRITING = Pattern.compile(
            "(?<![\\w.])Files\\s*\\.\\s*(write|writeString|newBufferedWriter|newOutputStream|newByteChannel|createFile"
                    + "|createDirectory|createDirectories|createTempFile|copy|setPosixFilePermissions)\\s*\\("
                    + "|FileChannel\\s*\\.\\s*open\\s*\\(|new (FileOutputStream|FileWriter|RandomAccessFile)\\s*\\(");

    /** Files that are not for the owner alone, or not ours, and why. */
    private static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry("io/files/src/main/java/dev/plimsoll/files/PrivateFiles.java", "the one place"),
            Map.entry("io/files/src/main/java/dev/plimsoll/files/FileModes.java", "takes modes away"),
            Map.entry(
                    "io/store/src/main/java/dev/plimsoll/store/embedded/log/NativeLibrary.java",
                    "writes into a private file"),
            Map.entry("io/linux/src/main/java/dev/plimsoll/linux/cgroup/CgroupTree.java", "cgroups are the kernel's"),
            Map.entry("io/linux/src/main/java/dev/plimsoll/linux/cgroup/KernelFile.java", "cgroups are the kernel's"),
            Map.entry(
                    "io/podresources/src/main/java/dev/plimsoll/podresources/PodResourcesServer.java",
                    "the folder of a socket that other agents of the node connect to"),
            Map.entry(
                    "apps/nodeagent/src/main/java/dev/plimsoll/nodeagent/cri/container/Volumes.java",
                    "volumes have the modes that containers need"),
            Map.entry(
                    "apps/nodeagent/src/main/java/dev/plimsoll/nodeagent/cri/observation/TerminationMessages.java",
                    "only reads"),
            Map.entry(
                    "apps/nodeagent/src/main/java/dev/plimsoll/nodeagent/logs/RotatedLogs.java",
                    "logs of containers, which have the modes that the runtime gave them"),
            Map.entry("apps/cli/src/main/java/dev/plimsoll/cli/clusters/LogsCommand.java", "only reads"),
            Map.entry(
                    "apps/cli/src/main/java/dev/plimsoll/cli/watch/FullScreen.java",
                    "the terminal that the process was started with"),
            Map.entry("apps/cli/src/main/java/dev/plimsoll/cli/backtest/BacktestCommand.java", "a chart for the user"),
            Map.entry(
                    "apps/cli/src/main/java/dev/plimsoll/cli/recommend/WorkloadFiles.java",
                    "objects and patches for the user to commit and apply"),
            Map.entry(
                    "apps/cli/src/main/java/dev/plimsoll/cli/install/Installation.java",
                    "the program for everybody who may run it"),
            Map.entry(
                    "apps/cli/src/main/java/dev/plimsoll/cli/install/MavenRepositoryCommand.java",
                    "libraries, and the log of a build"),
            Map.entry(
                    "apps/cli/src/main/java/dev/plimsoll/cli/install/RepositoryChecksums.java",
                    "checksums of a repository, which everybody reads"),
            Map.entry(
                    "apps/cli/src/main/java/dev/plimsoll/cli/install/Publisher.java",
                    "POMs of a repository, which everybody reads"),
            Map.entry(
                    "apps/cli/src/main/java/dev/plimsoll/cli/install/ProgramFolder.java",
                    "the program for everybody who may run it"),
            Map.entry(
                    "apps/cli/src/main/java/dev/plimsoll/cli/reference/ManPagesCommand.java",
                    "man pages, which everybody reads"));

    @Test
    @DisplayName("no program writes a file in any other way")
    void writers() throws IOException {
        var found = new TreeMap<String, List<String>>();
        for (var part : List.of("apps", "io")) {
            try (var files = Files.walk(ROOT.resolve(part))) {
                for (var file : (Iterable<Path>) sources(files)::iterator) {
                    var calls = WRITING.matcher(Files.readString(file))
                            .results()
                            .map(it -> it.group())
                            .toList();
                    if (!calls.isEmpty()) found.put(ROOT.relativize(file).toString(), calls);
                }
            }
        }
        assertThat(found.keySet()).as("each exception is needed").containsAll(ALLOWED.keySet());
        found.keySet().removeAll(ALLOWED.keySet());
        found.keySet().removeIf(FileWritersTest::isOfVolumes);
        assertThat(found)
                .as("use PrivateFiles, or name the file here with a reason")
                .isEmpty();
    }

    private static Stream<Path> sources(Stream<Path> files) {
        return files.filter(
                file -> file.toString().endsWith(".java") && file.toString().contains("/src/main/"));
    }

    /** What writes into volumes of pods: modes are the containers' business there. */
    private static boolean isOfVolumes(String file) {
        return file.startsWith("apps/nodeagent/src/main/java/dev/plimsoll/nodeagent/volumes/");
    }
}
