package dev.plimsoll.cli.clusters;

import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.files.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts {@code plimsoll up} as a process that outlives this one and its terminal, and waits until it is ready. */
public final class DetachedCluster {
    private static final int LOOK_AGAIN_MILLIS = 50;
    private static final int LAST_WORDS = 5;
    private static final String MARK = "plimsoll.detached";

    private DetachedCluster() {}

    /** How the start went. */
    public sealed interface Started {
        record Ready(ClusterRecord cluster) implements Started {}

        /** It ended; what it said last. */
        record Failed(List<String> lastWords) implements Started {}
    }

    /**
     * Starts it with the same Java and the same options. If this process is ended meanwhile, so is the new one.
     *
     * @param arguments of the command line, without those that ask to detach
     */
    public static Started start(ClusterRecords records, String name, List<String> arguments)
            throws IOException, InterruptedException {
        var log = records.log(name);
        PrivateFiles.createDirectories(records.home().resolve("run"));
        PrivateFiles.write(log, "");
        var process = new ProcessBuilder(command(arguments))
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .redirectErrorStream(true)
                .start();
        var rescue = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(rescue);
        while (true) {
            var isAlive = process.isAlive(); // asked first, so that a record written at last is seen
            var ready = records.find(name).filter(record -> record.pid() == process.pid());
            if (ready.isPresent() && isAlive) {
                Runtime.getRuntime().removeShutdownHook(rescue);
                return new Started.Ready(ready.get());
            }
            if (!isAlive) {
                Runtime.getRuntime().removeShutdownHook(rescue);
                return new Started.Failed(lastWords(log));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        }
    }

    /** Whether this process was started so. */
    public static boolean isThisProcess() {
        return Boolean.getBoolean(MARK);
    }

    private static List<String> command(List<String> arguments) {
        var command = new ArrayList<String>();
        // A session of its own, so that neither Ctrl-C nor the end of the terminal reaches it.
        if (isOnPath("setsid")) command.add("setsid");
        else if (isOnPath("nohup")) command.add("nohup");
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (var option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!option.startsWith("-Dplimsoll.terminal.")) command.add(option);
        }
        command.add("-D" + MARK + "=true");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.plimsoll.cli.Main"));
        command.addAll(arguments);
        return command;
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static List<String> lastWords(Path log) throws IOException {
        var lines = Files.readAllLines(log);
        return List.copyOf(lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()));
    }
}
