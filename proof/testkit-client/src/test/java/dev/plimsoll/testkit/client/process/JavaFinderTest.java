package dev.plimsoll.testkit.client.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaFinderTest {
    @TempDir
    Path root;

    private Path java(String folder, String version) throws IOException {
        var home = root.resolve(folder);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Files.createFile(
                home.resolve("bin/java"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        return home;
    }

    @Test
    void anInstalledOneIsFound() throws IOException {
        var running = java("running", "17.0.2");
        var installed = java("usr/lib/jvm/temurin-25", "25.0.3");
        java("usr/lib/jvm/older", "21.0.1");
        assertThat(new JavaFinder(Map.of(), "", running.toString(), root).find(""))
                .isEqualTo(installed);
    }

    @Test
    void theRuntimeOfAnArchiveOfPlimsollWillDo() throws IOException {
        var image = java("plimsoll/runtime", "25");
        var finder =
                new JavaFinder(Map.of("PLIMSOLL_HOME", root.resolve("plimsoll").toString()), "", "", root);
        assertThat(finder.find("")).isEqualTo(image);
    }

    @Test
    void withoutOneItSaysWhatToDo() throws IOException {
        var running = java("running", "17.0.2");
        var finder = new JavaFinder(Map.of(), root.toString(), running.toString(), root);
        assertThatThrownBy(() -> finder.find(""))
                .hasMessageContaining("Java 25 or newer, and none was found")
                .hasMessageContaining("-Dplimsoll.testkit.java=FOLDER");
        assertThatThrownBy(() -> finder.find(running.toString())).hasMessageContaining("is no Java of version 25");
    }
}
