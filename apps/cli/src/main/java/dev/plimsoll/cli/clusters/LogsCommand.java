package dev.plimsoll.cli.clusters;

import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll logs}: what a cluster said that runs in the background. */
@Command(name = "logs", description = "Print what a cluster says that runs in the background.")
public final class LogsCommand implements Callable<Integer> {
    private static final int LOOK_AGAIN_MILLIS = 200;

    private final Console console;
    private final PrintWriter out;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The cluster; may be left out where there is one.")
    private String name = "";

    @Option(
            names = {"-f", "--follow"},
            description = "Go on printing until the cluster ends.")
    private boolean follow;

    @Option(names = "--tail", paramLabel = "N", defaultValue = "-1", description = "Only the last N lines.")
    private int tail = -1;

    public LogsCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return switch (ClusterChoice.of(name, ClusterRecords.ofUser().all(), "logs")) {
            case ClusterChoice.Unclear(var why) -> console.unreadable(why);
            case ClusterChoice.Chosen(var cluster) -> {
                var log = cluster.logOrNull();
                if (log == null || !Files.isReadable(log)) {
                    yield console.unreadable("cluster " + cluster.name()
                            + " has no log: it was started in a terminal, without -d; see there");
                }
                print(cluster, log);
                yield ExitCode.OK;
            }
        };
    }

    private void print(ClusterRecord cluster, Path log) throws IOException, InterruptedException {
        if (tail >= 0) {
            var lines = Files.readAllLines(log);
            lines.subList(Math.max(0, lines.size() - tail), lines.size()).forEach(out::println);
            out.flush();
            if (!follow) return;
        }
        try (var file = new RandomAccessFile(log.toFile(), "r")) {
            if (tail >= 0) file.seek(file.length());
            while (true) {
                var isRunning = cluster.isRunning(); // asked before reading, so that its last words are not missed
                copy(file);
                if (!follow || !isRunning) return;
                TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
            }
        }
    }

    private void copy(RandomAccessFile file) throws IOException {
        var buffer = new byte[8192];
        for (var count = file.read(buffer); count > 0; count = file.read(buffer)) {
            out.print(new String(buffer, 0, count, StandardCharsets.UTF_8));
        }
        out.flush();
    }
}
