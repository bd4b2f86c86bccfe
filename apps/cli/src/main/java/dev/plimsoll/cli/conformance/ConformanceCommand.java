package dev.plimsoll.cli.conformance;

import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.conformance.Conformance;
import dev.plimsoll.conformance.RecordingFile;
import dev.plimsoll.conformance.RecordingResult;
import dev.plimsoll.conformance.Replay;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll conformance DIR}: are we still deciding as Kubernetes does? */
@Command(
        name = "conformance",
        description = {
            "Replay recorded decisions of Kubernetes and compare.",
            "",
            "DIR holds gzipped JSON lines (pods.jsonl.gz, resize.jsonl.gz, ...). Exit code 1 if a line differs in a way that",
            "docs/divergences.md does not name."
        })
public final class ConformanceCommand implements Callable<Integer> {
    private static final String SUFFIX = ".jsonl.gz";

    private final Console console;
    private final PrintWriter out;

    @Parameters(paramLabel = "DIR", description = "Folder with the recordings.")
    private Path folder = Path.of(".");

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Only these recordings, such as pods,resize.")
    private List<String> only = List.of();

    @Option(names = "--color", description = "auto, always or never.", defaultValue = "auto")
    private Paint.Choice color = Paint.Choice.auto;

    public ConformanceCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() {
        if (!Files.isDirectory(folder)) return console.unreadable(folder + ": no such folder; check the path");
        var known = Conformance.replays().stream().map(Replay::recording).toList();
        var unknown = only.stream().filter(name -> !known.contains(name)).toList();
        if (!unknown.isEmpty()) {
            return console.unreadable(
                    "--only " + String.join(",", unknown) + ": not replayed; choose from " + String.join(", ", known));
        }
        var results = new ArrayList<RecordingResult>();
        try {
            for (var replay : Conformance.replays()) {
                if (!only.isEmpty() && !only.contains(replay.recording())) continue;
                if (!RecordingFile.in(folder, replay.recording()).exists()) continue;
                console.progress("replaying " + replay.recording() + " ...");
                results.add(Conformance.run(folder, replay));
            }
            console.progress("");
            if (results.isEmpty())
                return console.unreadable(
                        folder + ": no recordings; name a folder with files such as " + known.getFirst() + SUFFIX);
            print(results);
        } catch (IOException e) {
            return console.unreadable(String.valueOf(e.getMessage()));
        }
        return results.stream().anyMatch(result -> result.differ() > 0) ? ExitCode.NO : ExitCode.OK;
    }

    private void print(List<RecordingResult> results) throws IOException {
        var paint = console.paint(color);
        var table = new TextTable("").row("RECORDING", "LINES", "AGREE", "DIFFER", "DIVERGE", "SKIPPED");
        for (var result : results) {
            table.row(
                    result.recording(),
                    Integer.toString(result.lines()),
                    Integer.toString(result.agree()),
                    result.differ() == 0 ? "0" : paint.bad(Integer.toString(result.differ())),
                    Integer.toString(result.diverging()),
                    Integer.toString(result.skipped()));
        }
        for (var name : notReplayed()) table.row(name, "not yet replayed");
        out.print(table);
        for (var result : results) printDifferences(result, paint);
        var agree = results.stream().mapToInt(RecordingResult::agree).sum();
        var lines = results.stream().mapToInt(RecordingResult::lines).sum();
        var diverging = results.stream().mapToInt(RecordingResult::diverging).sum();
        out.printf("conformance: %d of %d agree, %d named divergences%n", agree, lines, diverging);
    }

    private void printDifferences(RecordingResult result, Paint paint) {
        result.divergences()
                .forEach((name, count) -> out.println(paint.note(
                        result.recording() + ": " + count + " lines diverge as " + name + " (docs/divergences.md)")));
        for (var line : result.first()) {
            out.println(paint.bold(line.id()));
            for (var difference : line.differences()) {
                out.println("  " + difference.what());
                out.println(paint.good("    - recorded  " + difference.recorded()));
                out.println(paint.bad("    + ours      " + difference.ours()));
            }
        }
        var more = result.differ() - result.first().size();
        if (more > 0) out.println("  ... and " + more + " more lines of " + result.recording());
    }

    private Set<String> notReplayed() throws IOException {
        var names = new TreeSet<String>();
        try (var files = Files.list(folder)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .forEach(names::add);
        }
        Conformance.replays().forEach(replay -> names.remove(replay.recording()));
        return names;
    }
}
