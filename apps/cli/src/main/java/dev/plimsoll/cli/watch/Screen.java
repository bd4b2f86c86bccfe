package dev.plimsoll.cli.watch;

import dev.plimsoll.cli.text.Paint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as lines of text that fit a terminal. Pure: the same snapshot, view and size give the same lines.
 *
 * <p>Steps: a head; nodes, as many as a third of the height allows; pods, with the marked one in sight; what is to be said about the
 * marked one; the keys.
 */
final class Screen {
    private static final int NARROW = 100;
    /** With so many lines there is room for all states of the marked pod as bars. */
    private static final int TALL = 18;

    private static final int MOST_REASON_LINES = 3;

    private final Paint paint;
    private final int width;
    private final int height;

    /** With a height of 0 as many lines as it takes. */
    Screen(Paint paint, int width, int height) {
        this.paint = paint;
        this.width = Math.max(width, 20);
        this.height = height;
    }

    List<String> lines(ClusterSnapshot snapshot, View view, String source) {
        var lines = new ArrayList<String>();
        var resizing = snapshot.resizing();
        lines.add(paint.bold("plimsoll watch") + "  " + source + "  "
                + snapshot.nodes().size() + " nodes, "
                + snapshot.pods().size() + " pods, "
                + (resizing == 0 ? "no resize pending" : paint.note(resizing + " resizing")));
        var pods = view.pods(snapshot);
        var marked = pods.isEmpty() ? null : pods.get(Math.min(view.selected(), pods.size() - 1));
        nodes(lines, snapshot, marked);
        lines.add("");
        var below = foot(view, marked);
        pods(lines, pods, view, height == 0 ? Integer.MAX_VALUE : height - lines.size() - below.size() - 1);
        if (height > 0) while (lines.size() < height - below.size()) lines.add("");
        lines.addAll(below);
        var fitted =
                lines.stream().map(line -> Fit.cut(line, width).stripTrailing()).toList();
        return height > 0 && fitted.size() > height ? fitted.subList(0, height) : fitted;
    }

    private void nodes(List<String> lines, ClusterSnapshot snapshot, @Nullable PodRow marked) {
        var name = Fit.widest(snapshot.nodes().stream().map(NodeRow::name).toList(), "  NUMA 0", width / 4);
        var bar = width < NARROW ? 10 : 20;
        lines.add(paint.bold(Fit.pad("NODE", name) + "  " + Fit.pad("CPU HELD", bar + 14) + "  "
                + Fit.pad("MEMORY HELD", bar + 16) + "  PODS"));
        var most = height == 0 ? Integer.MAX_VALUE : Math.max(1, height / 3);
        var shown = 0;
        for (var node : snapshot.nodes()) {
            if (shown++ == most) {
                lines.add(paint.faint("... " + (snapshot.nodes().size() - most) + " more nodes"));
                break;
            }
            var label = Fit.pad(node.name(), name);
            lines.add((node.isReady() ? label : paint.bad(label)) + "  "
                    + share(node.cpu(), bar, Bar::cpu, 14) + "  " + share(node.memory(), bar, Bar::memory, 16) + "  "
                    + node.pods() + (node.isReady() ? "" : paint.bad("  not ready")));
            var isMarked = marked != null && marked.node().equals(node.name());
            if (height == 0 || isMarked) zones(lines, node, name, bar);
        }
    }

    private void zones(List<String> lines, NodeRow node, int name, int bar) {
        for (var i = 0; i < node.zones().size(); i++) {
            var zone = node.zones().get(i);
            lines.add(paint.faint(Fit.pad("  NUMA " + i, name)) + "  " + share(zone.cpu(), bar, Bar::cpu, 14) + "  "
                    + share(zone.memory(), bar, Bar::memory, 16));
        }
    }

    private interface Unit {
        String of(long units);
    }

    private String share(NodeRow.Share share, int bar, Unit unit, int text) {
        return Bar.painted(paint, share.held(), share.whole(), bar)
                + Fit.pad(" " + unit.of(share.held()) + "/" + unit.of(share.whole()), text);
    }

    private void pods(List<String> lines, List<PodRow> pods, View view, int room) {
        var name = Fit.widest(pods.stream().map(Screen::label).toList(), "POD", width / 3);
        var bar = width < NARROW ? 6 : 12;
        var states = width < NARROW ? 18 : 27;
        lines.add(paint.bold(Fit.pad("POD", name) + "  " + Fit.pad("STATE", 12) + " " + Fit.pad("CPU", bar + states + 1)
                + " " + Fit.pad("MEMORY", bar + states + 1)
                + (pods.stream().allMatch(pod -> pod.cpus().isEmpty()) ? "" : " CPUS")));
        if (pods.isEmpty()) {
            lines.add(paint.faint("no pods" + (view.filter().isEmpty() ? "" : " named *" + view.filter() + "*")));
            return;
        }
        var visible = Math.max(1, room);
        var selected = Math.min(view.selected(), pods.size() - 1);
        var from = Math.clamp(selected - visible / 2, 0, Math.max(0, pods.size() - visible));
        var largestCpu =
                pods.stream().mapToLong(pod -> pod.cpu().largest()).max().orElse(1);
        var largestMemory =
                pods.stream().mapToLong(pod -> pod.memory().largest()).max().orElse(1);
        for (var i = from; i < Math.min(pods.size(), (long) from + visible); i++) {
            var pod = pods.get(i);
            var label = Fit.pad(label(pod), name);
            var line = (i == selected && height > 0 ? paint.bold(label) : label) + "  " + state(pod) + " "
                    + states(pod.cpu(), largestCpu, bar, Bar::cpu, states) + " "
                    + states(pod.memory(), largestMemory, bar, Bar::memory, states)
                    + (pod.cpus().isEmpty() ? "" : " " + pod.cpus());
            lines.add(line.stripTrailing());
        }
    }

    private static String label(PodRow pod) {
        return pod.namespace() + "/" + pod.name() + (pod.isPodLevel() ? " *" : "");
    }

    private String state(PodRow pod) {
        if (pod.isResizing()) return paint.note(Fit.pad(pod.resize(), 12));
        var text = Fit.pad(pod.phase(), 12);
        return pod.phase().equals("Running") || pod.phase().equals("Succeeded") ? text : paint.bad(text);
    }

    /** A bar of use within what the pod has, and the states in words: one number where all agree. */
    private String states(States states, long largest, int bar, Unit unit, int text) {
        var known = states.used() == States.UNKNOWN ? states.actual() : states.used();
        var whole = states.desired() > 0 ? states.desired() : largest;
        var words = states.isSettled()
                ? unit.of(states.desired())
                : unit.of(states.desired()) + ">" + unit.of(states.allocated()) + ">" + unit.of(states.actual());
        if (states.used() != States.UNKNOWN) words = unit.of(states.used()) + " of " + words;
        return Bar.painted(paint, known, whole, bar) + " " + Fit.pad(words, text);
    }

    private List<String> foot(View view, @Nullable PodRow marked) {
        var lines = new ArrayList<String>();
        if (height == 0) return lines;
        lines.add("");
        if (marked != null) {
            var where = marked.node().isEmpty() ? "no node yet" : marked.node();
            lines.add(paint.bold(label(marked)) + " on " + where
                    + (marked.cpus().isEmpty() ? "" : ", CPUs " + marked.cpus() + " for itself"));
            if (height >= TALL) bars(lines, marked);
            else {
                lines.add(
                        detail("cpu", marked.cpu(), Bar::cpu) + "   " + detail("memory", marked.memory(), Bar::memory));
            }
            if (marked.isResizing()) {
                lines.add(paint.note("resize " + marked.resize()));
                for (var part : Fit.wrapped(marked.why(), width - 2, MOST_REASON_LINES)) lines.add("  " + part);
            }
        }
        lines.add(
                view.isTyping()
                        ? "filter: " + view.filter() + "_"
                        : paint.faint("q quit  j/k move  s sort (" + view.sort().word() + ")  / filter"
                                + (view.filter().isEmpty() ? "" : " (" + view.filter() + ")") + "  n namespace ("
                                + (view.namespace().isEmpty() ? "all" : view.namespace())
                                + ")   * pod-level   desired>allocated>actual"));
        return lines;
    }

    private void bars(List<String> lines, PodRow pod) {
        var cpu = pod.cpu();
        var memory = pod.memory();
        lines.add(bars("desired", cpu.desired(), memory.desired(), pod));
        lines.add(bars("allocated", cpu.allocated(), memory.allocated(), pod));
        lines.add(bars("actual", cpu.actual(), memory.actual(), pod));
        lines.add(bars("used", cpu.used(), memory.used(), pod));
    }

    private String bars(String name, long cpu, long memory, PodRow pod) {
        var bar = width < NARROW ? 14 : 28;
        return Fit.pad("  " + name, 12) + Bar.of(cpu, pod.cpu().largest(), bar) + Fit.pad(" " + Bar.cpu(cpu), 10)
                + Bar.of(memory, pod.memory().largest(), bar) + " " + Bar.memory(memory);
    }

    private String detail(String name, States states, Unit unit) {
        return paint.bold(name) + " desired " + unit.of(states.desired()) + ", allocated "
                + unit.of(states.allocated()) + ", actual " + unit.of(states.actual()) + ", used "
                + unit.of(states.used());
    }
}
