package dev.plimsoll.testkit.client.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cache of a start is used once it is there, and belongs to one Java and one version of the kit. */
class StartupCacheTest {
    @TempDir
    Path folder;

    private String classPath;

    @BeforeEach
    void jars() {
        classPath = folder.resolve("core.jar") + File.pathSeparator + folder.resolve("cluster.jar");
    }

    private Path java(String version) throws IOException {
        var java = Files.createDirectories(folder.resolve("jdk"));
        Files.writeString(java.resolve("release"), "JAVA_VERSION=\"" + version + "\"");
        return java;
    }

    @Test
    void theFirstStartIsToldWhereToMakeItAndTheNextUsesIt() throws IOException {
        var first = StartupCache.start(classPath, java("25.0.3"));
        assertThat(first.options()).isEmpty();
        var file = Path.of(first.arguments().get(0));
        assertThat(file.getParent()).isEqualTo(folder);
        Files.writeString(file, "classes");
        var next = StartupCache.start(classPath, java("25.0.3"));
        assertThat(next.options()).contains("-XX:AOTCache=" + file);
        assertThat(next.arguments()).isEqualTo(first.arguments());
    }

    @Test
    void anotherJavaHasAnother() throws IOException {
        var first = StartupCache.start(classPath, java("25.0.3"));
        assertThat(StartupCache.start(classPath, java("26")).arguments()).isNotEqualTo(first.arguments());
    }

    @Test
    void classesThatAreInNoJarHaveNone() throws IOException {
        assertThat(StartupCache.start(classPath + File.pathSeparator + folder.resolve("classes"), java("25")))
                .isEqualTo(StartupCache.Start.WITHOUT_CACHE);
    }
}
