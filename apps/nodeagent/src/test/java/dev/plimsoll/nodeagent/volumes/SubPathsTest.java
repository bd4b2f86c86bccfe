package dev.plimsoll.nodeagent.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.fakes.linux.RecordedMounts;
import dev.plimsoll.linux.files.OpenFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

// Acceptance of nodes: volumes
/** Parts of volumes: CVE-2017-1002101 and CVE-2021-25741. */
@Timeout(60)
class SubPathsTest {
    private static final int SWAPS = 1500;

    private final RecordedMounts mounts = new RecordedMounts();
    private final SubPaths subPaths = new SubPaths(mounts);

    @TempDir
    Path top;

    private PodFolder pod;
    private Path volume;
    private Path outside;

    @BeforeEach
    void make() throws IOException {
        pod = new PodFolder(top, "uid", mounts);
        volume = pod.volume("empty-dir", "v", 0_777);
        outside = top.resolve("outside");
        Files.createDirectories(outside.resolve("sub"));
        Files.writeString(outside.resolve("file"), "outside");
    }

    private String bound(String subPath) throws IOException {
        var target = pod.subPath("v", "c", 0);
        try (var folder = OpenFolder.open(volume)) {
            subPaths.bind(folder, subPath, target);
        }
        assertThat(mounts.all()).hasSize(1);
        assertThat(mounts.all().getFirst().target()).isEqualTo(target);
        return mounts.all().getFirst().source();
    }

    @ParameterizedTest
    @CsvSource({"a,a", "a/b/c,a/b/c", "./a/,a", "a//b,a/b"})
    void aMissingFolderIsMadeWithTheVolumesMode(String subPath, String made) throws IOException {
        assertThat(bound(subPath)).isEqualTo(volume.resolve(made).toString());
        assertThat(Files.getAttribute(volume.resolve(made), "unix:mode")).isEqualTo(0_040777);
        assertThat(pod.subPath("v", "c", 0)).isDirectory();
    }

    @Test
    void aKeyOfAConfigMapIsFoundThroughItsLinks() throws IOException {
        try (var folder = OpenFolder.open(volume)) {
            new AtomicWriter(InstantSource.system())
                    .write(folder, Map.of("conf", new PayloadFile("x".getBytes(StandardCharsets.UTF_8), 0_644)));
        }
        var real = volume.resolve("conf").toRealPath();
        assertThat(bound("conf")).isEqualTo(real.toString());
        assertThat(pod.subPath("v", "c", 0)).isRegularFile();
        assertThat(bound("..data/conf")).isEqualTo(real.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/etc", "..", "../x", "a/..", "a/../../x", "a\0"})
    void textsThatLeaveTheVolumeAreRefused(String subPath) {
        assertThatThrownBy(() -> bound(subPath)).isInstanceOf(IOException.class);
        assertThat(mounts.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "link, /etc",
        "link, ../../../../outside",
        "link/sub, ../../../../outside",
        "link/made, ../../../../outside",
        "link, link",
        "link, /proc/self/root",
        "link, /proc/self/fd/0",
        "link/x, nowhere"
    })
    void aPlantedLinkIsNotFollowedOut(String subPath, String target) throws IOException {
        Files.createSymbolicLink(volume.resolve("link"), Path.of(target));
        assertThatThrownBy(() -> bound(subPath)).isInstanceOf(IOException.class);
        assertThat(mounts.all()).isEmpty();
        assertThat(outside.resolve("made")).doesNotExist();
    }

    @Test
    void aPartThroughAFileIsRefused() throws IOException {
        Files.writeString(volume.resolve("file"), "");
        assertThatThrownBy(() -> bound("file/x")).isInstanceOf(IOException.class);
    }

    @Test
    void aPipeIsBoundWithoutBeingOpened() throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", volume.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(bound("pipe")).isEqualTo(volume.resolve("pipe").toString());
    }

    @Test
    void aSecondContainerStartLooksAgain() throws IOException {
        assertThat(bound("a")).isEqualTo(volume.resolve("a").toString());
        Files.move(volume.resolve("a"), volume.resolve("old"));
        Files.createSymbolicLink(volume.resolve("a"), outside);
        assertThatThrownBy(() -> bound("a")).isInstanceOf(IOException.class);
        Files.delete(volume.resolve("a"));
        Files.createFile(volume.resolve("a"));
        assertThat(bound("a")).isEqualTo(volume.resolve("a").toString());
        assertThat(pod.subPath("v", "c", 0)).isRegularFile();
    }

    /** A container swaps a folder and a link to the outside as fast as it can: what is bound is never outside. */
    @Test
    void aLinkThatIsSwappedDuringTheWalkIsNeverFollowedOut() throws Exception {
        Files.createDirectories(volume.resolve("real/sub"));
        var goOn = new AtomicBoolean(true);
        var attacker = Thread.ofPlatform().name("attacker").start(() -> swap(goOn));
        var bound = 0;
        var refused = 0;
        try {
            for (var i = 0; i < SWAPS; i++) {
                try {
                    assertThat(bound("x/sub")).startsWith(volume + "/");
                    bound++;
                } catch (IOException _) {
                    refused++;
                }
            }
        } finally {
            goOn.set(false);
            attacker.join();
        }
        assertThat(bound + refused).isEqualTo(SWAPS);
        assertThat(mounts.all())
                .allSatisfy(each -> assertThat(each.key()).isNotEqualTo(RecordedMounts.key(outside.resolve("sub"))));
    }

    private void swap(AtomicBoolean goOn) {
        try {
            while (goOn.get()) {
                Files.createSymbolicLink(volume.resolve("out"), outside);
                Files.move(volume.resolve("out"), volume.resolve("x"), StandardCopyOption.ATOMIC_MOVE);
                Files.createSymbolicLink(volume.resolve("in"), Path.of("real"));
                Files.move(volume.resolve("in"), volume.resolve("x"), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            // The node made a folder at the name in between; the attacker gives up.
            goOn.set(false);
        }
    }

    @Test
    void removingAPodTakesItsMountsAndLeavesTheRestOfTheMachine() throws IOException {
        bound("a");
        Files.createSymbolicLink(volume.resolve("link"), outside);
        Files.createSymbolicLink(volume.resolve("a/deep"), outside.resolve("file"));
        pod.memoryVolume("secret", "s", 0_755);
        pod.remove();
        assertThat(mounts.all()).isEmpty();
        assertThat(top.resolve("pods/uid")).doesNotExist();
        assertThat(outside.resolve("file")).hasContent("outside");
        assertThat(outside.resolve("sub")).isDirectory();
        pod.remove();
    }

    @Test
    void aPodsFolderIsTheNodesAlone() throws IOException {
        assertThat(Files.getAttribute(top.resolve("pods/uid"), "unix:mode")).isEqualTo(0_040700);
        assertThat(Files.getAttribute(volume, "unix:mode")).isEqualTo(0_040777);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", ".", "a/b", "../../etc", "/etc", "a\0"})
    void namesThatAreWaysAreRefused(String name) {
        assertThatThrownBy(() -> new PodFolder(top, name, mounts)).hasMessageContaining("not the UID");
        assertThatThrownBy(() -> pod.volume("empty-dir", name, 0_777)).hasMessageContaining("not the name");
        assertThatThrownBy(() -> pod.subPath("v", name, 0)).hasMessageContaining("not a name");
    }
}
