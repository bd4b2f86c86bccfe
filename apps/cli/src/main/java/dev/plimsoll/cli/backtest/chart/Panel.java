package dev.plimsoll.cli.backtest.chart;

import dev.plimsoll.cli.backtest.report.Figures;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.replay.LevelOutcome;
import dev.plimsoll.core.estimation.replay.WorkloadOutcome;
import dev.plimsoll.core.estimation.replay.WorkloadOutcome.Wanted;
import java.time.Instant;

/** One resource at one level over time. */
final class Panel {
    private static final double TITLE = 46;
    private static final double STRIP = 8;
    private static final double AXIS = 30;
    private static final double CROSS = 4.5;

    private final Svg svg;
    private final WorkloadOutcome outcome;
    private final LevelOutcome level;
    private final Compute compute;
    private final Axis axis;
    private final Frame frame;
    private final TimeAxis times;
    private final double bottom;

    /** Where it is drawn. */
    record Frame(double x, double y, double width, double height) {}

    Panel(Svg svg, WorkloadOutcome outcome, LevelOutcome level, Compute compute, Axis axis, Frame frame) {
        this.svg = svg;
        this.outcome = outcome;
        this.level = level;
        this.compute = compute;
        this.axis = axis;
        this.frame = frame;
        this.times = TimeAxis.of(outcome.from(), end(outcome));
        this.bottom = frame.y() + frame.height() - AXIS - (compute == Compute.CPU ? STRIP : 0);
    }

    private static Instant end(WorkloadOutcome outcome) {
        return outcome.to().isAfter(outcome.from())
                ? outcome.to()
                : outcome.from().plusSeconds(60);
    }

    void draw(boolean labelsValues) {
        titles();
        var top = frame.y() + TITLE;
        svg.rectangle("plot", frame.x(), top, frame.width(), bottom - top);
        for (var mark : axis.marks()) {
            var y = y(mark.value());
            svg.line("grid", frame.x(), y, frame.x() + frame.width(), y);
            if (labelsValues) svg.words("tick", "end", frame.x() - 8, y + 4, mark.label());
        }
        svg.path("used", curve(Wanted::mean).area(this::y));
        svg.path("peak", curve(Wanted::peak).steps(this::y));
        svg.path(
                "manifest",
                line(Chart.manifest(outcome), LevelOutcome.Step::request).steps(this::y));
        svg.path("limit", line(level.steps(), LevelOutcome.Step::limit).steps(this::y));
        svg.path("request", line(level.steps(), LevelOutcome.Step::request).steps(this::y));
        if (compute == Compute.CPU) throttling();
        else kills();
        svg.line("edge", frame.x(), bottom, frame.x() + frame.width(), bottom);
        for (var mark : times.marks()) {
            var x = x(mark.time());
            svg.line("edge", x, bottom, x, bottom + 4);
            svg.words("tick", "middle", x, frame.y() + frame.height() - 12, mark.label());
        }
    }

    private void titles() {
        var figures = new Figures(outcome);
        var totals = level.totals(compute);
        var unit = compute == Compute.CPU ? " cores" : " GiB";
        svg.words(
                "head",
                "start",
                frame.x(),
                frame.y() + 18,
                (compute == Compute.CPU ? "CPU" : "Memory") + ", " + Figures.title(level.level()));
        var text = figures.text(compute, totals.requested()) + unit + " requested on average, "
                + Figures.percent(Figures.part(totals.wasted(), totals.requested())) + " wasted, "
                + (compute == Compute.CPU
                        ? "throttled " + Figures.percent(Figures.throttledPart(level)) + " of the time"
                        : level.kills() + (level.kills() == 1 ? " kill" : " kills"));
        svg.words("faint", "start", frame.x(), frame.y() + 36, text);
    }

    private interface Use {
        double of(Wanted wanted, Compute compute);
    }

    private interface Value {
        double of(LevelOutcome.Step step, Compute compute);
    }

    private Curve curve(Use use) {
        var curve = emptyCurve();
        for (var step : outcome.steps()) curve.add(use.of(step, compute));
        return curve;
    }

    private Curve line(Iterable<LevelOutcome.Step> steps, Value value) {
        var curve = emptyCurve();
        for (var step : steps) curve.add(value.of(step, compute));
        return curve;
    }

    private Curve emptyCurve() {
        var count = Math.max(outcome.steps().size(), 1);
        return new Curve(frame.x(), frame.width() / count);
    }

    /** A strip under the axis: the redder, the more was throttled in that step. */
    private void throttling() {
        var width = frame.width() / Math.max(level.steps().size(), 1);
        for (var i = 0; i < level.steps().size(); i++) {
            var throttled = level.steps().get(i).throttled();
            if (throttled <= 0) continue;
            var part = Figures.part(throttled, outcome.steps().get(i).cpuPeak());
            var height = Math.clamp(STRIP * part * 2, 2, STRIP);
            svg.rectangle("throttled", frame.x() + i * width, bottom + 1 + STRIP - height, Math.max(width, 1), height);
        }
    }

    private void kills() {
        var width = frame.width() / Math.max(level.steps().size(), 1);
        for (var i = 0; i < level.steps().size(); i++) {
            var kills = level.steps().get(i).kills();
            if (kills == 0) continue;
            var y = y(Math.min(outcome.steps().get(i).memoryPeak(), axis.top()));
            var words = kills + (kills == 1 ? " kill" : " kills") + " from "
                    + outcome.steps().get(i).from();
            svg.cross("kill", frame.x() + (i + 0.5) * width, y, CROSS, words);
        }
    }

    /** What is above the axis is drawn at its end. */
    private double y(double value) {
        var top = frame.y() + TITLE;
        return bottom - Math.min(value / axis.top(), 1) * (bottom - top);
    }

    private double x(Instant time) {
        return frame.x() + times.part(time) * frame.width();
    }
}
