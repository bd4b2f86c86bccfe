package dev.plimsoll.cli.usage;

import dev.plimsoll.core.estimation.Compute;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads recorded use from separated values, row by row; nothing of a row is kept. */
final class UsageCsv {
    private static final int MOST_PROBLEMS = 10;
    private static final int REPORTED_EVERY = 1 << 16;

    private final String source;
    private final UsageSink sink;
    private final LongConsumer progress;
    private final TimeText times = new TimeText();
    private final List<String> problems = new ArrayList<>();
    private long line;
    private long rows;
    private long unrecorded;
    private long lastTime = Long.MIN_VALUE;
    private long lastTimeLine;

    /** With the name that messages call it, where rows go to, and who hears how many there were now and then. */
    UsageCsv(String source, UsageSink sink, LongConsumer progress) {
        this.source = source;
        this.sink = sink;
        this.progress = progress;
    }

    UsageRead read(BufferedReader reader) throws IOException {
        var header = next(reader);
        if (header == null) return malformed("the file is empty; write a first line that names the columns");
        return switch (UsageColumns.of(header)) {
            case UsageColumns.Named.Malformed(var problem) -> malformed(problem);
            case UsageColumns.Named.Columns(var columns) -> read(reader, columns);
        };
    }

    private UsageRead malformed(String problem) {
        return new UsageRead.Malformed(List.of(source + ":" + Math.max(line, 1) + ": " + problem));
    }

    /** The next line that is neither empty nor a comment. */
    private @Nullable String next(BufferedReader reader) throws IOException {
        for (var text = reader.readLine(); text != null; text = reader.readLine()) {
            line++;
            if (!text.isBlank() && text.charAt(0) != '#') return text;
        }
        return null;
    }

    private UsageRead read(BufferedReader reader, UsageColumns columns) throws IOException {
        var cells = new ArrayList<String>();
        for (var text = next(reader); text != null && problems.size() < MOST_PROBLEMS; text = next(reader)) {
            row(CsvRow.cells(text, columns.separator(), cells), columns);
            if (++rows % REPORTED_EVERY == 0) progress.accept(rows);
        }
        if (!problems.isEmpty()) return new UsageRead.Malformed(problems);
        if (rows == 0) return malformed("there is no row after the names of the columns");
        var notes = new ArrayList<String>();
        if (!columns.ignored().isEmpty()) {
            notes.add(source + ": columns that are not needed: " + String.join(", ", columns.ignored()));
        }
        if (unrecorded > 0) notes.add(source + ": " + unrecorded + " rows without CPU or memory were passed over");
        return new UsageRead.Done(rows, notes);
    }

    private void row(List<String> cells, UsageColumns columns) {
        var time = times.millis(cell(cells, columns.time()));
        if (time.isEmpty()) problem("time", cell(cells, columns.time()), TimeText.EXPECTED);
        else if (time.getAsLong() < lastTime) disorder(cell(cells, columns.time()));
        var container = cell(cells, columns.container());
        if (container.isEmpty()) problem("container", "", "write the container's name");
        var workload = columns.workload() < 0 ? "" : cell(cells, columns.workload());
        var pod = columns.pod() < 0 ? workload : cell(cells, columns.pod());
        if (pod.isEmpty()) problem(columns.pod() < 0 ? "workload" : "pod", "", "write the pod's name");
        var cpuText = cell(cells, columns.cpu());
        var memoryText = cell(cells, columns.memory());
        if (cpuText.isEmpty() || memoryText.isEmpty()) {
            unrecorded++;
            return;
        }
        var cpu = amount("cpu", cpuText, Compute.CPU);
        var memory = amount("memory", memoryText, Compute.MEMORY);
        if (!problems.isEmpty() || time.isEmpty() || cpu.isEmpty() || memory.isEmpty()) return;
        lastTime = time.getAsLong();
        lastTimeLine = line;
        var namespace = columns.namespace() < 0 ? "" : cell(cells, columns.namespace());
        sink.sample(lastTime, namespace, workload, pod, container, cpu.getAsLong(), memory.getAsLong());
    }

    private static String cell(List<String> cells, int column) {
        return column < cells.size() ? cells.get(column).strip() : "";
    }

    private OptionalLong amount(String column, String text, Compute compute) {
        var units = AmountText.units(text, compute);
        if (units.isEmpty()) problem(column, text, AmountText.expected(compute));
        return units;
    }

    private void disorder(String text) {
        problem(
                "time",
                text,
                "it is before that of line " + lastTimeLine
                        + ", and rows come in the order of time; sort them: (head -n 1 FILE; tail -n +2 FILE | sort)");
    }

    private void problem(String column, String value, String advice) {
        var shown = value.isEmpty() ? "nothing" : "\"" + value + "\"";
        problems.add(source + ":" + line + ": column " + column + ": " + shown + ": " + advice);
    }
}
