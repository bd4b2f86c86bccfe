package dev.plimsoll.cli.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A prefix such as {@code /usr/local} with the program below it. Installing again replaces what was installed before. */
final class Installation {
    private static final List<String> PROGRAMS = List.of("plimsoll", "kubectl-plimsoll");
    private static final Path LAUNCHER = Path.of("..", "lib", "plimsoll", "bin", "plimsoll");

    private final Path prefix;

    Installation(Path prefix) {
        this.prefix = prefix.toAbsolutePath().normalize();
    }

    Path programs() {
        return prefix.resolve("bin");
    }

    /** What stands in the way; empty if nothing does. */
    String problem() throws IOException {
        for (var name : PROGRAMS) {
            var link = programs().resolve(name);
            if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !isOurs(link)) {
                return link + " is there already and is not of an installation of plimsoll: remove it, or choose "
                        + "another prefix";
            }
        }
        return "";
    }

    private static boolean isOurs(Path link) throws IOException {
        return Files.isSymbolicLink(link) && Files.readSymbolicLink(link).equals(LAUNCHER);
    }

    /**
     * Installs.
     *
     * @param completions by the name of the shell
     * @param manPages by their names
     */
    void install(ProgramFolder program, Map<String, String> completions, Map<String, String> manPages)
            throws IOException {
        var home = prefix.resolve("lib/plimsoll");
        // The new one is whole before the old one goes.
        var made = Files.createDirectories(prefix.resolve("lib")).resolve(".plimsoll.new");
        delete(made);
        program.copyTo(made);
        // In a source tree the launcher is a file like any other; only the archive has it executable.
        Files.setPosixFilePermissions(made.resolve("bin/plimsoll"), PosixFilePermissions.fromString("rwxr-xr-x"));
        delete(home);
        Files.move(made, home, StandardCopyOption.ATOMIC_MOVE);
        Files.createDirectories(programs());
        for (var name : PROGRAMS) {
            Files.deleteIfExists(programs().resolve(name));
            Files.createSymbolicLink(programs().resolve(name), LAUNCHER);
        }
        write("share/bash-completion/completions/plimsoll", completions.getOrDefault("bash", ""));
        write("share/fish/vendor_completions.d/plimsoll.fish", completions.getOrDefault("fish", ""));
        write("share/plimsoll/plimsoll.zsh", completions.getOrDefault("zsh", ""));
        for (var page : manPages.entrySet()) write("share/man/man1/" + page.getKey(), page.getValue());
    }

    private void write(String file, String text) throws IOException {
        var target = prefix.resolve(file);
        Files.createDirectories(target.getParent());
        Files.writeString(target, text);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
