package dev.plimsoll.nodeagent.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.linux.files.OpenFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

// Acceptance of nodes: volume-updates
/** Files of config maps and secrets as a container sees them, whatever was planted in the volume. */
class AtomicWriterTest {
    private final AtomicWriter writer = new AtomicWriter(() -> Instant.parse("2026-11-16T10:20:30.000000456Z"));

    @TempDir
    Path top;

    private Path volume;
    private Path outside;

    @BeforeEach
    void make() throws IOException {
        volume = Files.createDirectories(top.resolve("volume"));
        outside = Files.createDirectories(top.resolve("outside"));
        Files.writeString(outside.resolve("file"), "outside");
    }

    private void write(Map<String, PayloadFile> files) throws IOException {
        try (var folder = OpenFolder.open(volume)) {
            writer.write(folder, files);
        }
    }

    private static Map<String, PayloadFile> files(String... namesAndTexts) {
        var files = new TreeMap<String, PayloadFile>();
        for (var i = 0; i < namesAndTexts.length; i += 2)
            files.put(namesAndTexts[i], new PayloadFile(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8), 0_644));
        return files;
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(volume)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private void assertShows(Map<String, PayloadFile> files) throws IOException {
        for (var file : files.entrySet())
            assertThat(Files.readAllBytes(volume.resolve(file.getKey())))
                    .isEqualTo(file.getValue().content());
        assertThat(names())
                .hasSize(2
                        + (int) files.keySet().stream()
                                .map(path -> path.split("/", 2)[0])
                                .distinct()
                                .count());
        try (var left = Files.list(outside)) {
            assertThat(left.toList()).containsExactly(outside.resolve("file"));
        }
        assertThat(Files.readString(outside.resolve("file"))).isEqualTo("outside");
    }

    @Test
    void namesAreLinksIntoTheDataLink() throws IOException {
        write(files("a", "1", "sub/b", "2", "sub/deep/c", "3"));
        assertThat(names()).containsExactly("..2026_11_16_10_20_30.456", "..data", "a", "sub");
        assertThat(Files.readSymbolicLink(volume.resolve("..data"))).hasToString("..2026_11_16_10_20_30.456");
        assertThat(Files.readSymbolicLink(volume.resolve("a"))).hasToString("..data/a");
        assertThat(Files.readSymbolicLink(volume.resolve("sub"))).hasToString("..data/sub");
        assertShows(files("a", "1", "sub/b", "2", "sub/deep/c", "3"));
    }

    @Test
    void anUpdateSwapsAllFilesAndRemovesOldNames() throws IOException {
        write(files("a", "1", "b", "1"));
        var before = Files.readSymbolicLink(volume.resolve("..data"));
        write(files("b", "2", "c", "2"));
        assertShows(files("b", "2", "c", "2"));
        assertThat(Files.readSymbolicLink(volume.resolve("..data"))).isNotEqualTo(before);
        assertThat(volume.resolve(before)).doesNotExist();
    }

    @Test
    void whatHasNotChangedIsNotWrittenAgain() throws IOException {
        write(files("a", "1"));
        var before = Files.readSymbolicLink(volume.resolve("..data"));
        write(files("a", "1"));
        assertThat(Files.readSymbolicLink(volume.resolve("..data"))).isEqualTo(before);
        write(Map.of("a", new PayloadFile("1".getBytes(StandardCharsets.UTF_8), 0_400)));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(volume.resolve("a"))))
                .isEqualTo("r--------");
    }

    interface Planted {
        void in(Path volume, Path outside) throws Exception;
    }

    static Stream<Arguments> plants() {
        return Stream.of(
                plant("a link at the file's name", (volume, outside) -> link(volume, "a", outside.resolve("file"))),
                plant("a link to a folder at a folder's name", (volume, outside) -> link(volume, "sub", outside)),
                plant("a link to nothing", (volume, outside) -> link(volume, "a", outside.resolve("new"))),
                plant("a link to itself", (volume, outside) -> link(volume, "a", Path.of("a"))),
                plant("a full folder at the file's name", (volume, outside) -> {
                    Files.createDirectories(volume.resolve("a/x"));
                    link(volume, "a/x/y", outside);
                }),
                plant("a pipe at the file's name", (volume, _) -> fifo(volume.resolve("a"))),
                plant(
                        "a hard link at the file's name",
                        (volume, outside) -> Files.createLink(volume.resolve("a"), outside.resolve("file"))),
                plant("..data as a folder", (volume, outside) -> {
                    Files.createDirectories(volume.resolve("..data/sub"));
                    link(volume, "..data/a", outside.resolve("file"));
                }),
                plant("..data as a link out", (volume, outside) -> link(volume, "..data", outside)),
                plant("..data as a file", (volume, _) -> Files.createFile(volume.resolve("..data"))),
                plant("..data_tmp as a folder", (volume, _) -> Files.createDirectories(volume.resolve("..data_tmp/x"))),
                plant("..data_tmp as a link out", (volume, outside) -> link(volume, "..data_tmp", outside)),
                plant(
                        "the new folder's name as a link out",
                        (volume, outside) -> link(volume, "..2026_11_16_10_20_30.456", outside)),
                plant("..data to a folder that looks the same but is made of links", (volume, outside) -> {
                    Files.createDirectories(volume.resolve("..x/sub"));
                    link(volume, "..x/a", outside.resolve("file"));
                    link(volume, "..data", Path.of("..x"));
                }),
                plant("..data to a folder with a pipe in it", (volume, _) -> {
                    Files.createDirectories(volume.resolve("..x"));
                    fifo(volume.resolve("..x/a"));
                    link(volume, "..data", Path.of("..x"));
                }));
    }

    private static Arguments plant(String label, Planted planted) {
        return Arguments.of(label, planted);
    }

    private static void link(Path folder, String name, Path target) throws IOException {
        Files.createSymbolicLink(folder.resolve(name), target);
    }

    private static void fifo(Path path) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("plants")
    void whatWasPlantedIsReplacedAndNeverFollowed(String label, Planted planted) throws Exception {
        planted.in(volume, outside);
        var files = files("a", "written", "sub/b", "2");
        write(files);
        assertShows(files);
        assertThat(Files.isSymbolicLink(volume.resolve("a"))).isTrue();
        assertThat(Files.isRegularFile(volume.resolve("..data/a"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("plants")
    void afterwardsTheVolumeIsMendedJustTheSame(String label, Planted planted) throws Exception {
        write(files("k", "1"));
        try (var folder = OpenFolder.open(volume)) {
            folder.removeAllBut(Set.of("k"));
        }
        planted.in(volume, outside);
        write(files("a", "1", "sub/b", "2"));
        assertShows(files("a", "1", "sub/b", "2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/etc/passwd", "..", "../x", "a/../b", "..x", "a//b", "a/", "./a", "a\0b"})
    void pathsThatAreNoneAreRefused(String path) throws IOException {
        assertThatThrownBy(() -> write(files(path, "x"))).isInstanceOf(FileSystemException.class);
        assertThat(names()).isEmpty();
    }

    @Test
    void aFileIsNoFolder() {
        assertThatThrownBy(() -> write(files("a", "1", "a/b", "2"))).hasMessageContaining("a is a file and a folder");
        assertThatThrownBy(() -> write(files("x".repeat(256), "1"))).hasMessageContaining("255");
        assertThatThrownBy(() -> write(files("x/".repeat(2100) + "x", "1"))).hasMessageContaining("4096");
    }
}
