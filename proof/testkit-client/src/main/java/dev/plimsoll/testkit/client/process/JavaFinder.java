package dev.plimsoll.testkit.client.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the Java that clusters run on: an installed JDK, or the runtime that an archive of Plimsoll brings. */
final class JavaFinder {
    static final String PROPERTY = "plimsoll.testkit.java";
    private static final int OLDEST = 25;
    private static final Pattern MAJOR = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

    private final Map<String, String> environment;
    private final String home;
    private final String running;
    private final Path root;

    JavaFinder() {
        this(System.getenv(), System.getProperty("user.home", ""), System.getProperty("java.home", ""), Path.of("/"));
    }

    /**
     * @param running the Java of this process
     * @param root of the file system, for where systems put Java
     */
    JavaFinder(Map<String, String> environment, String home, String running, Path root) {
        this.environment = environment;
        this.home = home;
        this.running = running;
        this.root = root;
    }

    /** @param namedOrEmpty the folder that somebody named */
    Path find(String namedOrEmpty) {
        if (!namedOrEmpty.isEmpty()) {
            var named = Path.of(namedOrEmpty);
            if (isEnough(named)) return named;
            throw new IllegalStateException("-D" + PROPERTY + "=" + named
                    + " is no Java of version 25 or newer; name the folder that has bin/java in it");
        }
        return candidates().stream()
                .filter(JavaFinder::isEnough)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "the cluster runs in a process of its own on Java 25 or newer, and none was found (this process has "
                                + running
                                + "; looked at JAVA_HOME, PLIMSOLL_HOME, the PATH, /usr/lib/jvm, ~/.sdkman and ~/.jdks); "
                                + "install one, for example Temurin 25, or name its folder with -D" + PROPERTY
                                + "=FOLDER"));
    }

    private List<Path> candidates() {
        var found = new ArrayList<Path>();
        addNamed(found, running);
        addNamed(found, environment.getOrDefault("JAVA_HOME", ""));
        var plimsoll = environment.getOrDefault("PLIMSOLL_HOME", "");
        if (!plimsoll.isEmpty()) found.add(Path.of(plimsoll, "runtime"));
        for (var folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (folder.isEmpty()) continue;
            program(folder, "java").ifPresent(found::add);
            program(folder, "plimsoll")
                    .map(archive -> archive.resolve("runtime"))
                    .ifPresent(found::add);
        }
        for (var folder : List.of("usr/lib/jvm", "usr/java", "opt/java", "opt", "Library/Java/JavaVirtualMachines"))
            addAllIn(found, root.resolve(folder));
        for (var folder : List.of(".sdkman/candidates/java", ".jdks", ".gradle/jdks"))
            if (!home.isEmpty()) addAllIn(found, Path.of(home).resolve(folder));
        return found;
    }

    private static void addNamed(List<Path> found, String folder) {
        if (!folder.isEmpty()) found.add(Path.of(folder));
    }

    /** The folder above {@code bin}, of a program that may be a link. */
    private static Optional<Path> program(String folder, String name) {
        try {
            var real = Path.of(folder, name).toRealPath();
            return Optional.ofNullable(real.getParent()).map(Path::getParent);
        } catch (IOException e) {
            return Optional.empty(); // it is not there
        }
    }

    private static void addAllIn(List<Path> found, Path folder) {
        if (!Files.isDirectory(folder)) return;
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
            for (var each : inside) {
                found.add(each);
                found.add(each.resolve("Contents/Home"));
            }
        } catch (IOException e) {
            return; // what cannot be read has none for us
        }
    }

    private static boolean isEnough(Path home) {
        var release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) return false;
        try {
            var major = MAJOR.matcher(Files.readString(release));
            return major.find() && Integer.parseInt(major.group(1)) >= OLDEST;
        } catch (IOException e) {
            return false;
        }
    }
}
