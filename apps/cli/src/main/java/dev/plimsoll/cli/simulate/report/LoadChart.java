package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.cli.text.MarkupText;
import dev.plimsoll.core.prediction.ClusterCapacity;
import dev.plimsoll.core.prediction.ClusterCapacity.NodeLoad;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** How many nodes are how full, without the changes and with them. */
final class LoadChart {
    private static final int STEPS = 10;
    private static final double WIDTH = 520;
    private static final double HEIGHT = 190;
    private static final double BOTTOM = 160;
    private static final double LEFT = 40;

    private LoadChart() {}

    static String cpu(ClusterCapacity before, ClusterCapacity after) {
        return of("CPU", before, after, node -> NodeMap.share(node.requestedMilliCpu(), node.milliCpu()));
    }

    static String memory(ClusterCapacity before, ClusterCapacity after) {
        return of("Memory", before, after, node -> NodeMap.share(node.requestedMemory(), node.memory()));
    }

    private static String of(
            String name, ClusterCapacity before, ClusterCapacity after, ToDoubleFunction<NodeLoad> share) {
        var earlier = counts(before, share);
        var later = counts(after, share);
        var most = 1;
        for (var i = 0; i < STEPS; i++) most = Math.max(most, Math.max(earlier[i], later[i]));
        var svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<figure><figcaption>%s requested, share of a node</figcaption><svg viewBox=\"0 0 %.0f %.0f\""
                        + " role=\"img\" aria-label=\"%s\">",
                MarkupText.escaped(name),
                WIDTH,
                HEIGHT,
                MarkupText.escaped(name + " requested by node, before and after")));
        for (var line : new int[] {0, most}) {
            var y = BOTTOM - (BOTTOM - 14) * line / most;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%1$.1f\" y1=\"%2$.1f\" x2=\"%3$.1f\" y2=\"%2$.1f\"/><text x=\"%4$.1f\""
                            + " y=\"%5$.1f\" class=\"end\">%6$d</text>",
                    LEFT,
                    y,
                    WIDTH,
                    LEFT - 6,
                    y + 4,
                    line));
        }
        var step = (WIDTH - LEFT) / STEPS;
        for (var i = 0; i < STEPS; i++) {
            var x = LEFT + i * step;
            column(svg, "before", x + step * 0.12, step * 0.36, earlier[i], most, i);
            column(svg, "after", x + step * 0.50, step * 0.36, later[i], most, i);
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%.1f\" class=\"mid\">%d%%</text>",
                    x + step / 2,
                    BOTTOM + 18,
                    i * 10));
        }
        return svg.append("</svg></figure>\n").toString();
    }

    private static void column(StringBuilder svg, String kind, double x, double width, int count, int most, int step) {
        if (count == 0) return;
        var height = Math.max(2, (BOTTOM - 14) * count / most);
        svg.append(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s: %d nodes at %d to"
                        + " %d%%</title></rect>",
                kind,
                x,
                BOTTOM - height,
                width,
                height,
                kind,
                count,
                step * 10,
                step * 10 + 10));
    }

    private static int[] counts(ClusterCapacity capacity, ToDoubleFunction<NodeLoad> share) {
        var counts = new int[STEPS];
        for (var node : capacity.nodes())
            counts[(int) Math.clamp(Math.floor(share.applyAsDouble(node) * STEPS), 0, STEPS - 1)]++;
        return counts;
    }
}
