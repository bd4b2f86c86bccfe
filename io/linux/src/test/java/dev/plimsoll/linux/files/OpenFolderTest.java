package dev.plimsoll.linux.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A folder with hostile content: nothing outside is found, written or removed. */
@Timeout(60)
class OpenFolderTest {
    @TempDir
    Path top;

    private Path volume;
    private Path outside;

    @BeforeEach
    void make() throws IOException {
        volume = Files.createDirectories(top.resolve("volume"));
        outside = Files.createDirectories(top.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret");
        Files.createDirectories(volume.resolve("a/b"));
        Files.writeString(volume.resolve("a/b/file"), "inside");
        link("within", "a/b");
        link("up-and-down", "a/../a/b");
        link("absolute", outside.toString());
        link("absolute-inside", volume.resolve("a").toString());
        link("relative", "../outside");
        link("loop", "loop");
        link("loop-a", "loop-b");
        link("loop-b", "loop-a");
        link("dangling", "nowhere");
        link("magic", "/proc/self/root");
        link("a/deep", "../../outside");
        link("through", "relative/secret");
    }

    private void link(String name, String target) throws IOException {
        Files.createSymbolicLink(volume.resolve(name), Path.of(target));
    }

    @ParameterizedTest
    @MethodSource
    void pathsThatStayInsideAreFound(String path) throws IOException {
        try (var folder = OpenFolder.open(volume);
                var found = folder.find(path)) {
            assertThat(Files.readSymbolicLink(found.path())).isEqualTo(volume.resolve("a/b"));
            assertThat(found.isFolder()).isTrue();
        }
    }

    static Stream<String> pathsThatStayInsideAreFound() {
        return Stream.of("a/b", "within", "up-and-down", "./a//b/", "within/../b");
    }

    @ParameterizedTest
    @MethodSource
    void pathsThatLeadAnywhereElseAreNotFound(String path) throws IOException {
        try (var folder = OpenFolder.open(volume)) {
            assertThatThrownBy(() -> folder.find(path).close()).isInstanceOf(FileSystemException.class);
            assertThatThrownBy(() -> folder.folder(path).close()).isInstanceOf(FileSystemException.class);
            assertThatThrownBy(() -> folder.makeFolders(path + "/made", 0_777)).isInstanceOf(FileSystemException.class);
            assertThatThrownBy(() -> folder.writeNew(path, new byte[1], 0_666)).isInstanceOf(FileSystemException.class);
        }
        assertUntouched();
    }

    static Stream<String> pathsThatLeadAnywhereElseAreNotFound() {
        return Stream.of(
                "..",
                "../outside",
                "a/../../outside",
                "absolute",
                "absolute/secret",
                "absolute-inside",
                "relative",
                "relative/secret",
                "through",
                "a/deep",
                "a/deep/secret",
                "loop",
                "loop-a",
                "magic",
                "magic/etc",
                "a/b/file/below",
                "/etc",
                "/");
    }

    private void assertUntouched() throws IOException {
        assertThat(Files.readString(outside.resolve("secret"))).isEqualTo("secret");
        try (var files = Files.list(outside)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void aLinkToNothingIsNotMadeAFolderSomewhere() throws IOException {
        Files.createSymbolicLink(volume.resolve("planted"), outside.resolve("planted"));
        try (var folder = OpenFolder.open(volume)) {
            assertThatThrownBy(() -> folder.makeFolders("planted", 0_777)).isInstanceOf(FileSystemException.class);
            folder.makeFolders("dangling", 0_777);
            assertThatThrownBy(() -> folder.find("dangling").close()).isInstanceOf(FileSystemException.class);
            assertThatThrownBy(() -> folder.makeFolders("dangling/x", 0_777)).isInstanceOf(FileSystemException.class);
        }
        assertUntouched();
    }

    @Test
    void foldersAndFilesHaveTheModesThatWereAskedFor() throws IOException {
        try (var folder = OpenFolder.open(volume)) {
            folder.makeFolders("x/y", 0_777);
            folder.writeNew("f", "text".getBytes(java.nio.charset.StandardCharsets.UTF_8), 0_440);
        }
        assertThat(mode("x/y")).isEqualTo("rwxrwxrwx");
        assertThat(mode("f")).isEqualTo("r--r-----");
        assertThat(Files.readString(volume.resolve("f"))).isEqualTo("text");
    }

    private String mode(String name) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(volume.resolve(name)));
    }

    @Test
    void aFolderThatIsALinkIsNotOpened() throws IOException {
        Files.createSymbolicLink(top.resolve("link"), outside);
        assertThatThrownBy(() -> OpenFolder.open(top.resolve("link")).close()).isInstanceOf(FileSystemException.class);
    }

    @Test
    void removalTakesLinksAndLeavesWhatTheyLeadTo() throws IOException, InterruptedException {
        Files.createLink(volume.resolve("hard"), outside.resolve("secret"));
        assertThat(new ProcessBuilder("mkfifo", volume.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        // A name that is no text in any encoding.
        assertThat(new ProcessBuilder(
                                "sh",
                                "-c",
                                "mkdir \"$(printf 'a\\377\\376')\" && touch \"$(printf 'a\\377\\376/b\\200')\"")
                        .directory(volume.toFile())
                        .start()
                        .waitFor())
                .isZero();
        Files.createDirectories(volume.resolve("..removed-0/..removed-1/..removed-0"));
        Files.writeString(volume.resolve("..removed-2"), "in the way");
        try (var folder = OpenFolder.open(volume)) {
            folder.removeAllBut(Set.of("within"));
            assertThat(folder.names()).containsExactly("within");
            folder.removeAllBut(Set.of());
            assertThat(folder.names()).isEmpty();
        }
        assertUntouched();
    }

    @Test
    void aTreeIsRemovedThatIsDeeperThanAPathCanBeLong() throws IOException, InterruptedException {
        var script = "i=0; while [ $i -lt 30 ]; do mkdir -p %s && cd %s && i=$((i+1)); done"
                .formatted("deep-folder/".repeat(20), "deep-folder/".repeat(20));
        assertThat(new ProcessBuilder("bash", "-c", script)
                        .directory(volume.toFile())
                        .start()
                        .waitFor())
                .isZero();
        try (var folder = OpenFolder.open(volume)) {
            folder.removeAllBut(Set.of());
            assertThat(folder.names()).isEmpty();
        }
    }

    @Test
    void renamesAndLinksAreOfTheFolderItself() throws IOException {
        try (var folder = OpenFolder.open(volume)) {
            folder.link("next", "a");
            folder.rename("next", "relative");
            assertThat(folder.target("relative")).contains("a");
            assertThat(folder.target("a")).isEmpty();
            folder.remove("relative");
            folder.remove("not there");
            folder.remove("a");
            assertThat(folder.names()).doesNotContain("a", "relative");
        }
        assertUntouched();
    }

    @Test
    void whatWasOpenedStaysWhatItIs() throws IOException {
        try (var folder = OpenFolder.open(volume);
                var found = folder.find("a/b")) {
            Files.move(volume.resolve("a"), volume.resolve("moved"));
            link("a", outside.toString());
            try (var files = Files.list(found.path())) {
                assertThat(files.map(each -> each.getFileName().toString()).toList())
                        .isEqualTo(List.of("file"));
            }
        }
    }
}
