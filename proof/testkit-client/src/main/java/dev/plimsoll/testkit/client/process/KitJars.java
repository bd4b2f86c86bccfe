package dev.plimsoll.testkit.client.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * The class path of the process of the clusters. The jars are inside of another jar, so that nothing of them is on the class path of a
 * project; they are unpacked once for each version.
 */
final class KitJars {
    /** A class path to use instead, for those who build the kit itself. */
    static final String PROPERTY = "plimsoll.testkit.classpath";

    /** Where the jars are unpacked, instead of the home of the user. */
    private static final String CACHE = "plimsoll.testkit.cache";

    /** A version that was not used for so long is removed when another one is unpacked. */
    private static final Duration UNUSED = Duration.ofDays(30);

    private static final String INSIDE = "META-INF/plimsoll-testkit-process/";

    private KitJars() {}

    static String classPath() {
        var given = System.getProperty(PROPERTY, "");
        return given.isEmpty() ? unpacked(ownJar(), cache()) : given;
    }

    private static Path cache() {
        var named = System.getProperty(CACHE, "");
        return named.isEmpty() ? Path.of(System.getProperty("user.home"), ".plimsoll", "testkit") : Path.of(named);
    }

    /** Wherever the jar with the process is on the class path. */
    private static Path ownJar() {
        var found = KitJars.class.getClassLoader().getResource(INSIDE);
        if (found == null)
            throw new IllegalStateException(
                    "plimsoll-testkit-process, which has the cluster in it, is not on the class path; "
                            + "take it from a Maven repository, or name a class path of plimsoll-testkit with -D"
                            + PROPERTY);
        try {
            if (found.openConnection() instanceof JarURLConnection inside)
                return Path.of(inside.getJarFileURL().toURI());
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("the cluster cannot be read from " + found, e);
        }
        throw new IllegalStateException(found + " is in no jar");
    }

    /** @param cache where each version has a folder */
    static String unpacked(Path jar, Path cache) {
        try (var file = new JarFile(jar.toFile())) {
            var entries = file.stream()
                    .filter(entry -> entry.getName().startsWith(INSIDE)
                            && entry.getName().endsWith(".jar"))
                    .collect(Collectors.toList());
            var folder = cache.resolve(version(entries));
            if (!Files.isDirectory(folder)) {
                unpack(file, entries, folder);
                removeUnused(cache, folder);
            }
            Files.setLastModifiedTime(folder, FileTime.from(Instant.now())); // it is used
            return entries.stream()
                    .map(entry -> folder.resolve(name(entry)).toString())
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException("the cluster cannot be unpacked from " + jar + " into " + cache, e);
        }
    }

    private static String name(JarEntry entry) {
        return Path.of(entry.getName()).getFileName().toString();
    }

    private static String version(Iterable<JarEntry> entries) {
        var all = new CRC32();
        for (var entry : entries)
            all.update(
                    (entry.getName() + " " + entry.getCrc() + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) all.getValue());
    }

    /** Of every version that was built there would be a folder for ever. */
    private static void removeUnused(Path cache, Path used) {
        var since = Instant.now().minus(UNUSED);
        try (var folders = Files.newDirectoryStream(cache, Files::isDirectory)) {
            for (var folder : folders)
                if (!folder.equals(used)
                        && Files.getLastModifiedTime(folder).toInstant().isBefore(since)) remove(folder);
        } catch (IOException e) {
            return; // it is in use, or another process removes it; whoever unpacks the next version looks again
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) Files.deleteIfExists(file);
        }
        Files.deleteIfExists(folder);
    }

    /** Several may do this at once: whoever is first has made it, and nobody sees half of it. */
    private static void unpack(JarFile file, Iterable<JarEntry> entries, Path folder) throws IOException {
        Files.createDirectories(folder.getParent());
        var half = Files.createTempDirectory(folder.getParent(), "unpacked");
        var made = new ArrayList<Path>();
        for (var entry : entries) {
            var target = half.resolve(name(entry));
            try (var content = file.getInputStream(entry)) {
                Files.copy(content, target);
            }
            made.add(target);
        }
        try {
            Files.move(half, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | java.nio.file.DirectoryNotEmptyException e) {
            for (var each : made) Files.delete(each);
            Files.delete(half);
        }
    }
}
