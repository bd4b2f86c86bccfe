package dev.plimsoll.cli.simulate.report;

import static dev.plimsoll.cli.text.MarkupText.escaped;

import dev.plimsoll.core.prediction.autoscaling.WorkloadCourse;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How many replicas a workload has over time, as a drawing. */
final class ReplicaChart {
    private static final int WIDTH = 420;
    private static final int HEIGHT = 120;
    private static final int LEFT = 34;
    private static final int TOP = 10;
    private static final int BOTTOM = 20;

    private ReplicaChart() {}

    static String of(UsageReport report, UsageReport.Row row) {
        var most = Math.max(most(row.after()), row.beforeOrNull() == null ? 0 : most(row.beforeOrNull()));
        var text = new StringBuilder("<figure><figcaption>Replicas of ")
                .append(escaped(row.after().workload()))
                .append("</figcaption><svg viewBox=\"0 0 ")
                .append(WIDTH)
                .append(' ')
                .append(HEIGHT)
                .append("\" role=\"img\">");
        for (var each : new int[] {0, most}) {
            var y = y(each, most);
            text.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                            + "<text class=\"end\" x=\"%d\" y=\"%.1f\">%d</text>",
                    LEFT,
                    WIDTH,
                    y,
                    y,
                    LEFT - 6,
                    y + 4,
                    each));
        }
        path(report, row.beforeOrNull(), most, "before", text);
        path(report, row.after(), most, "after", text);
        text.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\">%s</text><text class=\"end\" x=\"%d\" y=\"%d\">%s</text>",
                LEFT,
                HEIGHT - 4,
                escaped(day(report.after().from())),
                WIDTH,
                HEIGHT - 4,
                escaped(day(report.after().to()))));
        return text.append("</svg></figure>\n").toString();
    }

    private static String day(Instant time) {
        return time.toString().substring(0, 16).replace('T', ' ');
    }

    private static int most(WorkloadCourse course) {
        var most = course.pods();
        for (var step : course.steps()) most = Math.max(most, Math.max(step.from(), step.to()));
        return Math.max(1, most);
    }

    private static double y(int replicas, int most) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (double) replicas / most);
    }

    private static void path(
            UsageReport report, @Nullable WorkloadCourse course, int most, String style, StringBuilder text) {
        if (course == null) return;
        var from = report.after().from();
        var whole = Math.max(1, Duration.between(from, report.after().to()).toMillis());
        var now = course.steps().isEmpty()
                ? course.pods()
                : course.steps().getFirst().from();
        text.append(String.format(Locale.ROOT, "<path class=\"%s\" d=\"M%d %.1f", style, LEFT, y(now, most)));
        for (var step : course.steps()) {
            var share = Math.clamp((double) Duration.between(from, step.time()).toMillis() / whole, 0, 1);
            text.append(String.format(Locale.ROOT, "H%.1fV%.1f", LEFT + share * (WIDTH - LEFT), y(step.to(), most)));
        }
        text.append("H").append(WIDTH).append("\"/>");
    }
}
