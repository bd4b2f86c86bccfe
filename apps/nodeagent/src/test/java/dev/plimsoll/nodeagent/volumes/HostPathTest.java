package dev.plimsoll.nodeagent.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

// Acceptance of nodes: host-paths
/** What a hostPath volume must be, in the kubelet's words. */
class HostPathTest {
    @TempDir
    Path top;

    @BeforeEach
    void make() throws IOException {
        Files.createDirectory(top.resolve("dir"));
        Files.createFile(top.resolve("file"));
        try (var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(top.resolve("sock")));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "dir,Directory",
        "dir,DirectoryOrCreate",
        "new,DirectoryOrCreate",
        "new/deep,DirectoryOrCreate",
        "file,File",
        "file,FileOrCreate",
        "new,FileOrCreate",
        "sock,Socket",
        "/dev/null,CharDevice",
        "nothing,''"
    })
    void whatItIsToBeItIs(String path, String type) throws IOException {
        assertThat(HostPath.check(top.resolve(path), type)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "file,Directory,'hostPath type check failed: % is not a directory, it''s a file'",
        "file,DirectoryOrCreate,'hostPath type check failed: % is not a directory, it''s a file'",
        "dir,File,'hostPath type check failed: % is not a file, it''s a directory'",
        "dir,FileOrCreate,'hostPath type check failed: % is not a file, it''s a directory'",
        "dir,Socket,'hostPath type check failed: % is not a socket file, it''s a directory'",
        "/dev/null,BlockDevice,'hostPath type check failed: % is not a block device, it''s a character device'",
        "file,CharDevice,'hostPath type check failed: % is not a character device, it''s a file'",
        "new,Directory,'hostPath type check failed, % is not a directory, unable to determine its type: stat %: no such file or directory'",
    })
    void whatItIsNotIsSaid(String path, String type, String message) throws IOException {
        var full = top.resolve(path);
        assertThat(HostPath.check(full, type)).contains(message.replace("%", full.toString()));
    }

    @Test
    void modesAreTheKubelets() throws IOException {
        assertThat(HostPath.check(top.resolve("d"), "DirectoryOrCreate")).isEmpty();
        assertThat(HostPath.check(top.resolve("f"), "FileOrCreate")).isEmpty();
        assertThat((int) Files.getAttribute(top.resolve("d"), "unix:mode") & 0_22)
                .isZero();
        assertThat((int) Files.getAttribute(top.resolve("f"), "unix:mode") & 0_133)
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a.b", "-", "_x", ".hidden"})
    void keysThatAreNames(String key) {
        assertThat(PayloadPath.isKey(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "..data", "a/b", "a b", "../x", "ä", "a\n"})
    void keysThatAreNot(String key) {
        assertThat(PayloadPath.isKey(key)).isFalse();
    }
}
