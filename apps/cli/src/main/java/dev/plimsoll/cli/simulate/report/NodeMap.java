package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.cli.text.MarkupText;
import dev.plimsoll.core.prediction.ClusterCapacity;
import dev.plimsoll.core.prediction.ClusterCapacity.NodeLoad;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All nodes as a picture, by class: how much of each is requested, and what the changes do to it. */
final class NodeMap {
    /** More nodes than this are drawn as small squares. */
    private static final int MOST_TILES = 60;

    private NodeMap() {}

    /** A node without the changes and with them; null where it is not there. */
    private record Pair(@Nullable NodeLoad before, @Nullable NodeLoad after) {
        NodeLoad shown() {
            if (after != null) return after;
            if (before == null) throw new IllegalStateException("a node that never was");
            return before;
        }

        String state() {
            if (before == null) return "new";
            if (after == null) return "gone";
            if (before.takesPods() && !after.takesPods()) return "drained";
            return before.equals(after) ? "" : "changed";
        }
    }

    static String of(ClusterCapacity before, ClusterCapacity after) {
        var classes = new TreeMap<String, List<Pair>>();
        for (var pair : pairs(before, after).values())
            classes.computeIfAbsent(pair.shown().nodeClass(), _ -> new ArrayList<>())
                    .add(pair);
        var count = classes.values().stream().mapToInt(List::size).sum();
        var isLarge = count > MOST_TILES;
        var text = new StringBuilder();
        classes.forEach((nodeClass, nodes) -> {
            text.append("<h3>")
                    .append(MarkupText.escaped(nodeClass))
                    .append(" <span class=\"quiet\">")
                    .append(nodes.size())
                    .append(nodes.size() == 1 ? " node" : " nodes")
                    .append("</span></h3>\n<div class=\"")
                    .append(isLarge ? "squares" : "tiles")
                    .append("\">");
            for (var node : nodes) text.append(isLarge ? square(node) : tile(node));
            text.append("</div>\n");
        });
        return text.toString();
    }

    private static Map<String, Pair> pairs(ClusterCapacity before, ClusterCapacity after) {
        var earlier = new HashMap<String, NodeLoad>();
        for (var node : before.nodes()) earlier.put(node.name(), node);
        var pairs = new TreeMap<String, Pair>();
        for (var node : after.nodes()) pairs.put(node.name(), new Pair(earlier.remove(node.name()), node));
        earlier.forEach((name, node) -> pairs.put(name, new Pair(node, null)));
        return pairs;
    }

    private static String square(Pair pair) {
        var node = pair.shown();
        var share = Math.max(
                share(node.requestedMilliCpu(), node.milliCpu()), share(node.requestedMemory(), node.memory()));
        return "<i class=\"l%d %s\" title=\"%s\"></i>"
                .formatted(level(share), pair.state(), MarkupText.escaped(title(pair)));
    }

    /** Ten levels, the last for what is full. */
    private static int level(double share) {
        return (int) Math.clamp(Math.floor(share * 10), 0, 9);
    }

    private static String tile(Pair pair) {
        var node = pair.shown();
        var word = switch (pair.state()) {
            case "new" -> "<em>new</em>";
            case "gone" -> "<em>gone</em>";
            case "drained" -> "<em>drained</em>";
            default -> "";
        };
        return "<div class=\"tile %s\" title=\"%s\"><b>%s</b>%s%s%s<span class=\"quiet\">%d of %d pods</span></div>\n"
                .formatted(
                        pair.state(),
                        MarkupText.escaped(title(pair)),
                        MarkupText.escaped(node.name()),
                        word,
                        bar("cpu", share(pair.before(), true), share(pair.after(), true)),
                        bar("mem", share(pair.before(), false), share(pair.after(), false)),
                        pair.after() == null ? 0 : node.pods(),
                        node.mostPods());
    }

    private static String bar(String name, double before, double after) {
        return String.format(
                Locale.ROOT,
                "<div class=\"bar\"><span>%s</span><u><s style=\"width:%.1f%%\"></s><q"
                        + " style=\"left:%.1f%%\"></q></u><span>%.0f%%</span></div>",
                name,
                Math.min(100, after * 100),
                Math.min(99, before * 100),
                after * 100);
    }

    private static double share(@Nullable NodeLoad node, boolean isCpu) {
        if (node == null) return 0;
        return isCpu ? share(node.requestedMilliCpu(), node.milliCpu()) : share(node.requestedMemory(), node.memory());
    }

    static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static String title(Pair pair) {
        var node = pair.shown();
        var text = new StringBuilder(node.name());
        if (!pair.state().isEmpty()) text.append(" (").append(pair.state()).append(')');
        if (pair.before() != null) text.append("\nbefore: ").append(load(pair.before()));
        if (pair.after() != null) text.append("\nafter: ").append(load(pair.after()));
        return text.toString();
    }

    private static String load(NodeLoad node) {
        return FateText.cpu(node.requestedMilliCpu()) + " of " + FateText.cpu(node.milliCpu()) + " cpu, "
                + FateText.memory(node.requestedMemory()) + " of " + FateText.memory(node.memory()) + ", " + node.pods()
                + " pods";
    }
}
