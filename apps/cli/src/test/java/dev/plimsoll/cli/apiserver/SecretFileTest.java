package dev.plimsoll.cli.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFileTest {
    @TempDir
    private Path folder;

    @Test
    void onlyItsOwnerMayReadItEvenWhereAnOpenFileStood() throws IOException {
        var file = Files.writeString(folder.resolve("admin.conf"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        SecretFile.write(file, "token");
        assertThat(file).hasContent("token");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(folder).isDirectoryNotContaining("glob:**.plimsoll*");
    }

    @Test
    void aFolderThatIsNotThereIsOneSentence() {
        var file = folder.resolve("nowhere/admin.conf");
        assertThatThrownBy(() -> SecretFile.write(file, "token"))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": its folder does not exist; create it, or name another file");
    }
}
