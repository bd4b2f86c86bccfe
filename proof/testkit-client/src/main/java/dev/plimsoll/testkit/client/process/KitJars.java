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
            if (!Files.isDirectory(folder)) unpack(file, entries, folder);
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
