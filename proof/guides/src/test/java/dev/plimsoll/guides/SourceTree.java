package dev.plimsoll.guides;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The launcher in a tree of its own, with a Maven and JDKs that are scripts: they tell what they were asked, so that everything but the
 * compiling itself is played as in a clone.
 */
final class SourceTree implements AutoCloseable {
    private static final int LONGEST_SECONDS = 120;

    private final Path folder;
    private final List<Process> started = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();

    SourceTree(Path folder, Path clone) throws IOException {
        this.folder = folder;
        Files.createDirectories(home().resolve("apps/cli/src"));
        Files.createDirectories(folder.resolve("bin"));
        var options = "apps/distribution/files/lib/java-options.sh";
        for (var name : List.of("plimsoll", "mvnw", ".mvn/jdk.sh", options)) {
            Files.createDirectories(home().resolve(name).getParent());
            Files.copy(clone.resolve(name), home().resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.writeString(home().resolve("pom.xml"), "<project/>");
        Files.writeString(home().resolve("apps/cli/src/Main.java"), "class Main {}");
        environment.put("PATH", folder.resolve("bin") + File.pathSeparator + "/usr/bin" + File.pathSeparator + "/bin");
        environment.put("HOME", folder.toString());
        environment.put("JAVA_HOME", jdk("jdk", "25.0.1").toString());
        mavenThatBuilds();
    }

    Path home() {
        return folder.resolve("clone");
    }

    SourceTree with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    SourceTree without(String variable) {
        environment.remove(variable);
        return this;
    }

    /** A folder that looks like a JDK. Its java tells which one it is, and what it was asked. */
    Path jdk(String name, String version) throws IOException {
        var jdk = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        script(jdk.resolve("bin/javac"), "exit 0");
        script(jdk.resolve("bin/java"), """
                for argument in "$@"; do
                  case "$argument" in -XX:AOTCacheOutput=*) : >"${argument#*=}"; exit 0 ;; esac
                done
                echo "java of %s: $*"
                """.formatted(name));
        return jdk;
    }

    void mavenThatBuilds() throws IOException {
        maven("""
                echo "maven $*" >>"%1$s/maven-calls"
                echo "[INFO] Building Plimsoll core 0.1.0-SNAPSHOT                 [1/2]"
                echo "[INFO] Building Plimsoll command line 0.1.0-SNAPSHOT         [2/2]"
                mkdir -p "%1$s/clone/apps/cli/target/plimsoll/lib"
                : >"%1$s/clone/apps/cli/target/plimsoll/lib/plimsoll-cli.jar"
                """.formatted(folder));
    }

    void maven(String text) throws IOException {
        script(folder.resolve("bin/mvn"), text);
    }

    int builds() throws IOException {
        var calls = folder.resolve("maven-calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    static Path script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text);
        if (!file.toFile().setExecutable(true)) throw new IOException(file + " cannot be made executable");
        return file;
    }

    /** How a run ended, and all that it printed. */
    record Ended(int exit, String printed) {}

    Ended run(String... command) throws IOException, InterruptedException {
        return start(command).ended();
    }

    Running start(String... command) throws IOException {
        var output = Files.createTempFile(folder, "output", "");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        started.add(process);
        return new Running(process, output);
    }

    /** A run that goes on. */
    record Running(Process process, Path output) {
        Ended ended() throws IOException, InterruptedException {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("not over after " + LONGEST_SECONDS + " s: " + Files.readString(output));
            }
            return new Ended(process.exitValue(), Files.readString(output));
        }

        /** Waits until a file is there that somebody is to write. */
        void awaitFile(Path file) throws IOException, InterruptedException {
            for (var left = LONGEST_SECONDS * 20; !Files.exists(file); left--) {
                if (left == 0) throw new AssertionError("no " + file + ": " + Files.readString(output));
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }

        /** Waits until this was printed. */
        void awaitPrinted(String text) throws IOException, InterruptedException {
            for (var left = LONGEST_SECONDS * 20; !Files.readString(output).contains(text); left--) {
                if (left == 0) throw new AssertionError("no \"" + text + "\": " + Files.readString(output));
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    String launcher() {
        return home().resolve("plimsoll").toString();
    }

    @Override
    public void close() {
        for (var process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        // What a launcher leaves at work when it ends, the training of the cache, would write into a folder that is
        // being deleted.
        var left = ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
                .toList();
        for (var process : left) process.destroyForcibly();
        for (var process : left) process.onExit().join();
    }
}
