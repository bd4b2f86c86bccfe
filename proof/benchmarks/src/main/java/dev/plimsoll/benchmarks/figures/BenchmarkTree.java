package dev.plimsoll.benchmarks.figures;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A source tree whose benchmarks are built: this one, or another commit's. */
record BenchmarkTree(Path root) {
    private static final String MODULE = "proof/benchmarks";

    /** Where the figures of the last time are, in the tree. */
    Path committed() {
        return root.resolve(MODULE, "figures.json");
    }

    Path module() {
        return root.resolve(MODULE);
    }

    /** Where logs and figures of a run go. */
    Path results() throws IOException {
        return Files.createDirectories(module().resolve("target", "figures"));
    }

    /** The command that starts a benchmark of this tree. */
    List<String> command(BenchmarkProgram program, List<String> systemProperties, List<String> arguments)
            throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (program.runsServer()) command.addAll(serverOptions());
        command.addAll(program.options());
        command.addAll(systemProperties);
        command.addAll(List.of("-cp", classPath(), program.main()));
        if (program.takesLauncher()) command.add(root.resolve("plimsoll").toString());
        if (program == BenchmarkProgram.JMH) command.addAll(List.of("-prof", "gc", "-jvmArgsAppend", corpus()));
        command.addAll(arguments);
        return command;
    }

    /** As the launcher of this tree has them for servers; a tree from before it had them in a file of their own has the collector only. */
    private List<String> serverOptions() throws IOException {
        var file = root.resolve("apps/distribution/files/lib/java-options.sh");
        if (!Files.exists(file)) return List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");
        var shell = new ProcessBuilder(
                        "sh", "-c", ". \"$0\"; java_options up; echo \"$java_common $java_tuning\"", file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var options = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (options.isEmpty()) throw new IOException(file + " tells no options");
        return List.of(options.split(" +", -1));
    }

    private static String corpus() {
        var folder = System.getenv().getOrDefault("PLIMSOLL_CORPUS", "../shared/corpus");
        return "-Dplimsoll.corpus=" + Path.of(folder).toAbsolutePath().normalize();
    }

    private String classPath() throws IOException {
        var jars = new ArrayList<String>();
        for (var folder : List.of(module().resolve("target"), module().resolve("target", "lib"))) {
            try (var files = Files.list(folder)) {
                files.map(Path::toString)
                        .filter(name -> name.endsWith(".jar"))
                        .sorted()
                        .forEach(jars::add);
            }
        }
        return String.join(File.pathSeparator, jars);
    }
}
