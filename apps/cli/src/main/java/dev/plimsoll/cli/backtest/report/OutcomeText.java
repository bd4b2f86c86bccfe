package dev.plimsoll.cli.backtest.report;

import dev.plimsoll.cli.text.DurationText;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.replay.LevelOutcome;
import dev.plimsoll.core.estimation.replay.ReplayLevel;
import dev.plimsoll.core.estimation.replay.WorkloadOutcome;
import dev.plimsoll.core.model.ResourceAmounts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What a replay shows, as a table. */
public final class OutcomeText {
    private final Paint paint;

    public OutcomeText(Paint paint) {
        this.paint = paint;
    }

    public String of(List<WorkloadOutcome> outcomes) {
        var text = new StringBuilder();
        for (var outcome : outcomes) {
            if (!text.isEmpty()) text.append('\n');
            text.append(head(outcome)).append('\n').append(table(outcome));
            text.append('\n').append(targets(outcome));
            var verdict = verdict(outcome);
            if (!verdict.isEmpty()) text.append("\n  ").append(verdict).append('\n');
        }
        return text.toString();
    }

    private String head(WorkloadOutcome outcome) {
        var length = Duration.between(outcome.from(), outcome.to());
        var head = paint.bold(outcome.name()) + "   " + minute(outcome.from()) + " to " + minute(outcome.to()) + " ("
                + DurationText.of(length) + "), " + outcome.samples() + " samples of "
                + String.join(", ", outcome.containers()) + "\n";
        if (outcome.unlisted().isEmpty() || outcome.level(ReplayLevel.UNCHANGED).isEmpty()) return head;
        return head + "  " + paint.note("not in the manifest: " + String.join(", ", outcome.unlisted())) + "\n";
    }

    private static String minute(Instant time) {
        return time.truncatedTo(ChronoUnit.MINUTES).toString().replace(":00Z", "Z");
    }

    private String table(WorkloadOutcome outcome) {
        var table = new Table(outcome);
        var figures = new Figures(outcome);
        for (var compute : Compute.ALL) {
            table.section(compute == Compute.CPU ? "CPU (cores, average)" : "Memory (GiB, average)");
            table.row(
                    "requested",
                    level -> figures.text(compute, level.totals(compute).requested()));
            table.row(
                    "used", level -> figures.text(compute, level.totals(compute).used()));
            table.row(
                    "wasted",
                    level -> figures.text(compute, level.totals(compute).wasted()) + share(level, compute));
            table.row(
                    "used beyond request",
                    level -> figures.text(compute, level.totals(compute).beyond()));
            if (compute == Compute.CPU) {
                table.row("throttled", level -> bad(level.throttled() > 0, figures.text(compute, level.throttled())));
                table.row(
                        "time throttled",
                        level -> bad(level.throttled() > 0, Figures.percent(Figures.throttledPart(level))));
            }
        }
        table.section("Disturbances");
        table.row("killed for memory", level -> bad(level.kills() > 0, Long.toString(level.kills())));
        table.row("down after kills", level -> level.kills() == 0 ? "0s" : DurationText.of(level.down()));
        table.row("resized in place", level -> Long.toString(level.resizes()));
        table.row("recreated", level -> Long.toString(level.recreations()));
        return table.columns.toString();
    }

    private String bad(boolean isBad, String text) {
        return isBad ? paint.bad(text) : text;
    }

    private static String share(LevelOutcome level, Compute compute) {
        var totals = level.totals(compute);
        return " (" + Figures.percent(Figures.part(totals.wasted(), totals.requested())) + ")";
    }

    /** One column for each level. */
    private final class Table {
        private final TextTable columns = new TextTable("  ");
        private final List<LevelOutcome> levels;

        Table(WorkloadOutcome outcome) {
            this.levels = outcome.levels();
            var cells = new ArrayList<String>(List.of(""));
            for (var level : levels)
                cells.add(paint.bold(Figures.title(level.level()).toUpperCase(Locale.ROOT)));
            columns.row(cells.toArray(String[]::new));
        }

        void section(String title) {
            columns.row(paint.bold(title));
        }

        void row(String name, Function<LevelOutcome, String> value) {
            var cells = new ArrayList<String>(List.of("  " + name));
            for (var level : levels) cells.add(value.apply(level));
            columns.row(cells.toArray(String[]::new));
        }
    }

    /** What is recommended at the end. */
    private String targets(WorkloadOutcome outcome) {
        var columns = new TextTable("  ");
        columns.row(
                paint.bold("RECOMMENDED AT THE END"),
                paint.bold("CPU"),
                paint.bold("MEMORY"),
                paint.bold("RANGE OF CPU"),
                paint.bold("RANGE OF MEMORY"));
        outcome.level(ReplayLevel.CONTAINERS)
                .ifPresent(level -> level.recommendation()
                        .containers()
                        .forEach(container -> row(
                                columns,
                                container.containerName(),
                                container.estimate().target(),
                                container.estimate().lowerBound(),
                                container.estimate().upperBound())));
        outcome.level(ReplayLevel.POD)
                .flatMap(level -> level.recommendation().pod())
                .ifPresent(pod -> row(columns, "(pod)", pod.target(), pod.lowerBound(), pod.upperBound()));
        outcome.level(ReplayLevel.WHOLE)
                .flatMap(level -> level.recommendation().pod())
                .ifPresent(pod -> row(columns, "(pod, whole)", pod.target(), pod.lowerBound(), pod.upperBound()));
        return columns.toString();
    }

    private static void row(
            TextTable columns, String name, ResourceAmounts target, ResourceAmounts lower, ResourceAmounts upper) {
        columns.row(
                name,
                amount(Compute.CPU, target),
                amount(Compute.MEMORY, target),
                amount(Compute.CPU, lower) + " - " + amount(Compute.CPU, upper),
                amount(Compute.MEMORY, lower) + " - " + amount(Compute.MEMORY, upper));
    }

    /** Memory in whole MiB: bytes to the last say nothing to a reader. */
    private static String amount(Compute compute, ResourceAmounts amounts) {
        if (!amounts.contains(compute.resource())) return "-";
        var units = compute.unitsOf(amounts);
        if (units >= Compute.LARGEST) return "any";
        return compute == Compute.CPU
                ? compute.quantity(units).toString()
                : compute.quantity(Math.ceilDiv(units, 1L << 20) << 20).toString();
    }

    /** The difference that the pod level makes, and the estimator over whole pods, in one sentence each. */
    private String verdict(WorkloadOutcome outcome) {
        var pod = verdict(outcome, "container level", ReplayLevel.CONTAINERS, ReplayLevel.POD);
        var whole = verdict(outcome, "sum of containers", ReplayLevel.POD, ReplayLevel.WHOLE);
        return whole.isEmpty() ? pod : pod + "\n  " + whole;
    }

    private String verdict(WorkloadOutcome outcome, String against, ReplayLevel first, ReplayLevel second) {
        var containers = outcome.level(first);
        var pod = outcome.level(second);
        if (containers.isEmpty() || pod.isEmpty()) return "";
        var figures = new Figures(outcome);
        var parts = new ArrayList<String>();
        for (var compute : Compute.ALL) {
            var before =
                    figures.average(compute, containers.get().totals(compute).requested());
            var after = figures.average(compute, pod.get().totals(compute).requested());
            parts.add(change(before, after) + " " + (compute == Compute.CPU ? "CPU" : "memory"));
        }
        var kills = pod.get().kills() - containers.get().kills();
        var throttled = "throttled " + Figures.percent(Figures.throttledPart(pod.get())) + " of the time against "
                + Figures.percent(Figures.throttledPart(containers.get()));
        var what = second == ReplayLevel.WHOLE ? "estimator Whole" : "pod level";
        return paint.note("Against the " + against + ", the " + what + " requests " + String.join(" and ", parts)
                + ", is " + throttled + ", and has " + difference(kills) + ".");
    }

    private static String change(double before, double after) {
        if (before == 0) return "as much";
        var part = after / before - 1;
        if (Math.abs(part) < 0.005) return "as much";
        return String.format(Locale.ROOT, "%.0f %% %s", Math.abs(part) * 100, part < 0 ? "less" : "more");
    }

    private static String difference(long kills) {
        if (kills == 0) return "as many kills";
        var many = Math.abs(kills) == 1 ? " kill" : " kills";
        return Math.abs(kills) + many + (kills < 0 ? " fewer" : " more");
    }
}
