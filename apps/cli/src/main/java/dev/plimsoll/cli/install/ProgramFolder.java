package dev.plimsoll.cli.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * The files that this program runs from: an unpacked archive, an installation, or a build in a source tree.
 *
 * @param home where {@code lib} is
 * @param sourceOrNull the source tree that it was built in; null of an archive
 */
public record ProgramFolder(Path home, @Nullable Path sourceOrNull) {
    private static final String CACHE = "plimsoll.aot";

    /** As the launcher says; null where it was started in another way. */
    public static @Nullable ProgramFolder ofProcess() {
        var home = System.getProperty("plimsoll.home", "");
        var source = System.getProperty("plimsoll.source", "");
        if (home.isEmpty()) return null;
        return new ProgramFolder(Path.of(home), source.isEmpty() ? null : Path.of(source));
    }

    /** Copies what is needed to run, in the form of the archive. Times of files are kept, since the AOT cache compares them. */
    void copyTo(Path target) throws IOException {
        Files.createDirectories(target.resolve("bin"));
        if (sourceOrNull == null) {
            for (var part : new String[] {"lib", "runtime", "examples", "systemd"})
                copy(home.resolve(part), target.resolve(part));
            copy(home.resolve("bin/plimsoll"), target.resolve("bin/plimsoll"));
            copy(home.resolve("LICENSE"), target.resolve("LICENSE"));
            return;
        }
        copy(home.resolve("lib"), target.resolve("lib"));
        copy(home.resolve(CACHE), target.resolve("lib").resolve(CACHE));
        var files = sourceOrNull.resolve("apps/distribution/files");
        copy(files.resolve("bin/plimsoll"), target.resolve("bin/plimsoll"));
        copy(files.resolve("systemd"), target.resolve("systemd"));
        copy(files.resolve("lib/java-options.sh"), target.resolve("lib/java-options.sh"));
        copy(sourceOrNull.resolve(".mvn/jdk.sh"), target.resolve("lib/jdk.sh"));
        copy(sourceOrNull.resolve("LICENSE"), target.resolve("LICENSE"));
        try (var examples = Files.list(sourceOrNull.resolve("examples"))) {
            Files.createDirectories(target.resolve("examples"));
            for (var example : examples.filter(Files::isRegularFile).toList())
                copy(example, target.resolve("examples").resolve(example.getFileName()));
        }
    }

    /** What is not there is left out: a build without a cache, an archive without examples. */
    private static void copy(Path from, Path to) throws IOException {
        if (!Files.exists(from)) return;
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
