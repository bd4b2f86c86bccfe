package dev.plimsoll.testkit.client.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars of the cluster are unpacked once for each version, and versions that nobody uses any more go. */
class KitJarsTest {
    @TempDir
    Path folder;

    private Path jar(String version) throws IOException {
        var jar = folder.resolve(version + ".jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (var name : new String[] {"core.jar", "cluster.jar"}) {
                out.putNextEntry(new JarEntry("META-INF/plimsoll-testkit-process/" + name));
                out.write((version + name).getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private static Path folderOf(String classPath) {
        return Objects.requireNonNull(
                Path.of(classPath.split(File.pathSeparator, -1)[0]).getParent());
    }

    @Test
    void aVersionIsUnpackedOnce() throws IOException {
        var cache = folder.resolve("cache");
        var first = KitJars.unpacked(jar("1"), cache);
        assertThat(first.split(File.pathSeparator, -1)).hasSize(2).allMatch(each -> Files.isRegularFile(Path.of(each)));
        var marked = Files.writeString(folderOf(first).resolve("java-25.aot"), "made later");
        assertThat(KitJars.unpacked(jar("1"), cache)).isEqualTo(first);
        assertThat(marked).exists();
    }

    @Test
    void versionsThatWereNotUsedForLongGo() throws IOException {
        var cache = folder.resolve("cache");
        var old = folderOf(KitJars.unpacked(jar("1"), cache));
        var used = folderOf(KitJars.unpacked(jar("2"), cache));
        Files.writeString(old.resolve("java-25.aot"), "made later");
        for (var each : new Path[] {old, used})
            Files.setLastModifiedTime(each, FileTime.from(Instant.now().minus(Duration.ofDays(60))));
        KitJars.unpacked(jar("2"), cache); // it is used again
        var newest = folderOf(KitJars.unpacked(jar("3"), cache));
        assertThat(cache.toFile().list())
                .containsExactlyInAnyOrder(
                        used.getFileName().toString(), newest.getFileName().toString());
    }
}
