package dev.plimsoll.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("folders are made with 0700, each of them, and files with 0600")
    void created() throws Exception {
        var deep = PrivateFiles.createDirectories(folder.resolve("a/b"));
        assertThat(mode(deep)).isEqualTo("0700");
        assertThat(mode(folder.resolve("a"))).isEqualTo("0700");
        PrivateFiles.write(deep.resolve("written"), "text");
        PrivateFiles.createIfMissing(deep.resolve("created"));
        PrivateFiles.open(deep.resolve("opened"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                .close();
        PrivateFiles.append(deep.resolve("appended")).close();
        try (var files = Files.list(deep)) {
            assertThat(files)
                    .hasSize(4)
                    .allSatisfy(file -> assertThat(mode(file)).isEqualTo("0600"));
        }
        assertThat(deep.resolve("written")).hasContent("text");
    }

    @Test
    @DisplayName("a file that is replaced becomes private, and its content is whole")
    void replaced() throws Exception {
        var file = Files.writeString(folder.resolve("file"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        PrivateFiles.write(file, "new");
        assertThat(file).hasContent("new");
        assertThat(mode(file)).isEqualTo("0600");
        try (var files = Files.list(folder)) {
            assertThat(files).as("no draft is left").hasSize(1);
        }
    }

    @Test
    @DisplayName(
            "what is open to others is mended and told of, with both modes; links and folders left alone are not touched")
    void mended() throws Exception {
        var inner = Files.createDirectories(folder.resolve("inner"));
        var file = Files.writeString(inner.resolve("file"), "");
        var volume = Files.createDirectories(folder.resolve("volumes"));
        var outside = Files.writeString(folder.resolve("target"), "");
        Files.createSymbolicLink(inner.resolve("link"), outside);
        for (var each : new Path[] {folder, inner, volume})
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("rw-------"));
        assertThat(FileModes.mend(folder, path -> path.endsWith("volumes")))
                .containsExactlyInAnyOrder(
                        folder + " had mode 0755, now 0700",
                        inner + " had mode 0755, now 0700",
                        file + " had mode 0644, now 0600");
        assertThat(mode(volume)).isEqualTo("0755");
        assertThat(FileModes.mend(folder, path -> path.endsWith("volumes"))).isEmpty();
    }

    private static String mode(Path file) {
        try {
            return FileModes.octal(Files.getPosixFilePermissions(file));
        } catch (java.io.IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }
}
