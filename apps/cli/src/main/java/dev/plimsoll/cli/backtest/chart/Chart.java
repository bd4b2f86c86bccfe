package dev.plimsoll.cli.backtest.chart;

import dev.plimsoll.cli.text.DurationText;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.replay.LevelOutcome;
import dev.plimsoll.core.estimation.replay.ReplayLevel;
import dev.plimsoll.core.estimation.replay.WorkloadOutcome;
import java.time.Duration;
import java.util.List;

/**
 * The course of a replay as a picture: one row for CPU and one for memory, one column for each level that was looked after, with
 * the same axes, so that the two can be compared at a glance.
 */
public final class Chart {
    private static final double WIDTH = 1200;
    private static final double HEAD = 92;
    private static final double ROW = 300;
    private static final double FOOT = 18;
    private static final double LEFT = 72;
    private static final double GAP = 40;
    private static final double RIGHT = 20;
    private static final List<ReplayLevel> COLUMNS = List.of(ReplayLevel.CONTAINERS, ReplayLevel.POD);

    public String of(List<WorkloadOutcome> outcomes) {
        var one = HEAD + 2 * ROW + FOOT;
        var svg = new Svg().open(WIDTH, one * outcomes.size(), ChartStyle.TEXT);
        svg.title("What the autoscaler would have done, at container level and at pod level");
        svg.rectangle("page", 0, 0, WIDTH, one * outcomes.size());
        for (var i = 0; i < outcomes.size(); i++) workload(svg, outcomes.get(i), i * one);
        return svg.close();
    }

    private static void workload(Svg svg, WorkloadOutcome outcome, double top) {
        svg.words("name", "start", LEFT, top + 32, outcome.name());
        var length = Duration.between(outcome.from(), outcome.to());
        svg.words(
                "faint",
                "end",
                WIDTH - RIGHT,
                top + 32,
                outcome.from() + " to " + outcome.to() + " (" + DurationText.of(length) + "), UTC");
        var hasManifest = outcome.level(ReplayLevel.UNCHANGED).isPresent();
        Legend.draw(svg, LEFT, top + 60, hasManifest);
        var width = (WIDTH - LEFT - GAP - RIGHT) / 2;
        for (var row = 0; row < Compute.ALL.size(); row++) {
            var compute = Compute.ALL.get(row);
            var axis = Axis.of(compute, largest(outcome, compute));
            for (var column = 0; column < COLUMNS.size(); column++) {
                var level = outcome.level(COLUMNS.get(column));
                if (level.isEmpty()) continue;
                var x = LEFT + column * (width + GAP);
                new Panel(
                                svg,
                                outcome,
                                level.get(),
                                compute,
                                axis,
                                new Panel.Frame(x, top + HEAD + row * ROW, width, ROW))
                        .draw(column == 0);
            }
        }
    }

    /** The largest of what was wanted, requested and allowed; limits far above everything are not worth the room. */
    private static double largest(WorkloadOutcome outcome, Compute compute) {
        var use = 0.0;
        for (var step : outcome.steps()) use = Math.max(use, step.peak(compute));
        var requested = 0.0;
        var limited = 0.0;
        for (var level : outcome.levels()) {
            for (var step : level.steps()) {
                requested = Math.max(requested, step.request(compute));
                if (level.level() != ReplayLevel.UNCHANGED) limited = Math.max(limited, step.limit(compute));
            }
        }
        var needed = Math.max(use, requested);
        return Math.max(needed, Math.min(limited, needed * 1.6));
    }

    static List<LevelOutcome.Step> manifest(WorkloadOutcome outcome) {
        return outcome.level(ReplayLevel.UNCHANGED).map(LevelOutcome::steps).orElse(List.of());
    }
}
