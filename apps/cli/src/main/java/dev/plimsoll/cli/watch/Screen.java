package dev.plimsoll.cli.watch;

import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.watch.FittedTable.Text;
import dev.plimsoll.console.cluster.ResourceStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot as lines of text that fit a terminal. Pure: the same snapshot, view and size give the same lines.
 *
 * <p>Steps: a head; nodes, as many as a third of the height allows; pods, with the marked one in sight; what is to be said about the
 * marked one; the keys.
 */
final class Screen {
    /** With so many lines there is room for all states of the marked pod as bars. */
    private static final int TALL = 18;

    private static final int NARROW = 100;
    private static final int MOST_REASON_LINES = 3;
    private static final int LONGEST_BAR = 20;

    private static final List<String> HELP = List.of(
            "q, Ctrl-C          end",
            "j k, arrows        move; page up, page down: by ten; g, G: first, last",
            "Enter              why the pod is as it is, its events, what it gets and why",
            "r                  resize the pod: the options of plimsoll resize,",
            "                   such as --cpu 2, --pod --memory 1Gi, -c app --cpu 1:2",
            "s                  sort by name, CPU, memory, resizes, node",
            "/                  filter by a part of a name; Enter keeps it, Escape clears it",
            "n                  the next namespace, after the last one all",
            "?                  this page; any key leaves it",
            "",
            "*                  the pod has resources of its own (pod level)",
            "held               what pods hold of a node, as the scheduler counts it",
            "6>2>2              desired > allocated > actual, where they differ",
            "desired            what the spec asks for",
            "allocated          what the node has admitted",
            "actual             what is in force, as the node read it back",
            "used               what the containers use, by metrics.k8s.io");

    private final Paint paint;
    private final int width;
    private final int height;

    /** With a height of 0 as many lines as it takes. */
    Screen(Paint paint, int width, int height) {
        this.paint = paint;
        this.width = Math.max(width, 20);
        this.height = height;
    }

    /**
     * All lines.
     *
     * @param source how the snapshot came
     * @param answers what was asked for with a key
     */
    List<String> lines(ClusterSnapshot snapshot, View view, String source, Answers answers) {
        var lines = new ArrayList<String>();
        var resizing = snapshot.resizing();
        lines.add(paint.bold("plimsoll watch") + "  " + source + "  "
                + snapshot.nodes().size() + " nodes, "
                + snapshot.pods().size() + " pods, "
                + (resizing == 0 ? "no resize pending" : paint.note(resizing + " resizing")));
        switch (view.mode()) {
            case Mode.Help _ -> page(lines, "Keys and words", HELP, 0, "any key: back");
            case Mode.Details(var pod, var offset) ->
                page(lines, pod.label(), answers.page(), offset, "j/k move  r resize  Enter ask again  Escape back");
            case Mode.Listing _, Mode.Filtering _, Mode.Resizing _ -> list(lines, snapshot, view, answers);
        }
        var fitted =
                lines.stream().map(line -> Fit.cut(line, width).stripTrailing()).toList();
        return height > 0 && fitted.size() > height ? fitted.subList(0, height) : fitted;
    }

    private void page(List<String> lines, String title, List<String> text, int offset, String keys) {
        lines.add(paint.bold(title));
        var folded =
                text.stream().flatMap(line -> Fit.folded(line, width).stream()).toList();
        var room = Math.max(1, height - lines.size() - 1);
        var from = Math.clamp(offset, 0, Math.max(0, folded.size() - room));
        lines.addAll(folded.subList(from, Math.min(folded.size(), from + room)));
        while (lines.size() < height - 1) lines.add("");
        var below = folded.size() - from - room;
        lines.add(paint.faint(keys + (below > 0 ? "   " + below + " more lines" : "")));
    }

    private void list(List<String> lines, ClusterSnapshot snapshot, View view, Answers answers) {
        var marked = view.marked(snapshot);
        nodes(lines, snapshot, marked);
        lines.add("");
        var below = foot(view, marked, answers);
        pods(
                lines,
                view.pods(snapshot),
                view,
                height == 0 ? Integer.MAX_VALUE : height - lines.size() - below.size() - 1);
        if (height > 0) while (lines.size() < height - below.size()) lines.add("");
        lines.addAll(below);
    }

    private void nodes(List<String> lines, ClusterSnapshot snapshot, Optional<PodRow> marked) {
        var most = height == 0 ? Integer.MAX_VALUE : Math.max(1, height / 3);
        var shown = snapshot.nodes().stream().limit(most).toList();
        var rows = new ArrayList<ShareRow>();
        for (var node : shown) {
            rows.add(ShareRow.of(node));
            var isMarked = marked.map(pod -> pod.node().equals(node.name())).orElse(false);
            if (height > 0 && !isMarked) continue;
            for (var i = 0; i < node.zones().size(); i++)
                rows.add(ShareRow.of(i, node.zones().get(i)));
        }
        var table = new FittedTable()
                .names("NODE", texts(rows, row -> row.isReady() ? plain(row.name()) : bad(row.name())), 8, 9)
                .bars("", cells(rows, row -> bar(row.cpu().held(), row.cpu().whole())), 4, LONGEST_BAR, 1)
                .numbers("CPU HELD", texts(rows, row -> plain(share(row.cpu(), Bar::cpu))), 8)
                .bars(
                        "",
                        cells(rows, row -> bar(row.memory().held(), row.memory().whole())),
                        4,
                        LONGEST_BAR,
                        0)
                .numbers("MEMORY HELD", texts(rows, row -> plain(share(row.memory(), Bar::memory))), 7)
                .numbers("PODS", texts(rows, row -> row.isReady() ? plain(row.pods()) : bad(row.pods())), 6);
        lines.addAll(table.lines(width, paint));
        if (snapshot.nodes().size() > shown.size())
            lines.add(paint.faint("... " + (snapshot.nodes().size() - shown.size()) + " more nodes"));
    }

    /** A node or one of its NUMA nodes. */
    private record ShareRow(String name, boolean isReady, NodeRow.Share cpu, NodeRow.Share memory, String pods) {
        static ShareRow of(NodeRow node) {
            return new ShareRow(
                    node.name(),
                    node.isReady(),
                    node.cpu(),
                    node.memory(),
                    node.pods() + (node.isReady() ? "" : "  not ready"));
        }

        static ShareRow of(int number, NodeRow.Zone zone) {
            return new ShareRow("  NUMA " + number, true, zone.cpu(), zone.memory(), "");
        }
    }

    private void pods(List<String> lines, List<PodRow> all, View view, int room) {
        var visible = Math.max(1, room);
        var selected = Math.min(view.selected(), all.size() - 1);
        var from = Math.clamp(selected - visible / 2, 0, Math.max(0, all.size() - visible));
        // Widths are those of all pods, so that columns stand still while the list moves.
        var largestCpu =
                all.stream().mapToLong(pod -> pod.cpu().largest()).max().orElse(1);
        var largestMemory =
                all.stream().mapToLong(pod -> pod.memory().largest()).max().orElse(1);
        var table = new FittedTable()
                .names("POD", texts(all, pod -> name(pod, height > 0 && pod.isSame(all.get(selected)))), 12, 20)
                .names("STATE", texts(all, this::state), 8, 19)
                .bars("", cells(all, pod -> bar(pod.cpu(), largestCpu)), 4, 12, 1)
                .numbers("CPU", texts(all, pod -> plain(words(pod.cpu(), Bar::cpu))), 18)
                .bars("", cells(all, pod -> bar(pod.memory(), largestMemory)), 4, 12, 0)
                .numbers("MEMORY", texts(all, pod -> plain(words(pod.memory(), Bar::memory))), 17)
                .names("NODE", texts(all, pod -> plain(pod.node().isEmpty() ? "-" : pod.node())), 6, 12)
                .numbers("RESTARTS", texts(all, Screen::restarts), 11)
                .numbers("AGE", texts(all, pod -> plain(pod.age())), 10);
        if (all.stream().anyMatch(pod -> !pod.cpus().isEmpty()))
            table.numbers("CPUS", texts(all, pod -> plain(pod.cpus())), 13);
        var rows = table.lines(width, paint);
        lines.add(rows.getFirst());
        if (all.isEmpty())
            lines.add(paint.faint("no pods" + (view.filter().isEmpty() ? "" : " named *" + view.filter() + "*")));
        else lines.addAll(rows.subList(1 + from, 1 + (int) Math.min(all.size(), (long) from + visible)));
    }

    private interface TextOf<T> {
        Text of(T row);
    }

    private interface CellOf<T> {
        FittedTable.Cell of(T row);
    }

    private static <T> List<Text> texts(List<T> rows, TextOf<T> text) {
        return rows.stream().map(text::of).toList();
    }

    private static <T> List<FittedTable.Cell> cells(List<T> rows, CellOf<T> cell) {
        return rows.stream().map(cell::of).toList();
    }

    private static Text plain(String text) {
        return Text.plain(text);
    }

    private Text bad(String text) {
        return new Text(text, paint::bad);
    }

    private Text name(PodRow pod, boolean isMarked) {
        return isMarked ? new Text(pod.label(), paint::marked) : plain(pod.label());
    }

    private Text state(PodRow pod) {
        if (pod.isResizing()) return new Text(pod.resize(), paint::note);
        return pod.isWell() ? plain(pod.status()) : bad(pod.status());
    }

    private static Text restarts(PodRow pod) {
        return plain(Long.toString(pod.restarts()));
    }

    private FittedTable.Cell bar(long part, long whole) {
        return space -> Bar.painted(paint, part, whole, space);
    }

    /** Of use within what the pod asks for. */
    private FittedTable.Cell bar(ResourceStates states, long largest) {
        var known = states.used() == ResourceStates.UNKNOWN ? states.actual() : states.used();
        return bar(known, states.desired() > 0 ? states.desired() : largest);
    }

    private interface Unit {
        String of(long units);
    }

    private static String share(NodeRow.Share share, Unit unit) {
        return unit.of(share.held()) + "/" + unit.of(share.whole());
    }

    /** The states in words: one number where all agree. */
    private static String words(ResourceStates states, Unit unit) {
        var words = states.isSettled()
                ? unit.of(states.desired())
                : unit.of(states.desired()) + ">" + unit.of(states.allocated()) + ">" + unit.of(states.actual());
        return states.used() == ResourceStates.UNKNOWN ? words : unit.of(states.used()) + " of " + words;
    }

    private List<String> foot(View view, Optional<PodRow> marked, Answers answers) {
        var lines = new ArrayList<String>();
        if (height == 0) return lines;
        lines.add("");
        marked.ifPresent(pod -> describe(lines, pod));
        for (var part : Fit.wrapped(answers.message(), width, MOST_REASON_LINES)) lines.add(paint.note(part));
        lines.add(
                switch (view.mode()) {
                    case Mode.Filtering _ -> "filter: " + view.filter() + "_";
                    case Mode.Resizing(var pod, var options) -> "resize " + pod.label() + ": " + options + "_";
                    case Mode.Listing _, Mode.Help _, Mode.Details _ -> paint.faint(keys(view));
                });
        return lines;
    }

    private String keys(View view) {
        var filter = view.filter().isEmpty() ? "/ filter" : "/ filter (" + view.filter() + ")";
        var namespace = view.namespace().isEmpty() ? "all" : view.namespace();
        var words = List.of(
                "? help",
                "q quit",
                "Enter details",
                "r resize",
                "s sort (" + view.sort().word() + ")",
                filter,
                "n namespace (" + namespace + ")",
                "* pod-level",
                "desired>allocated>actual");
        return Fit.words(words, width);
    }

    private void describe(List<String> lines, PodRow pod) {
        var where = pod.node().isEmpty() ? "no node yet" : pod.node();
        lines.add(paint.bold(pod.label()) + " on " + where
                + (pod.cpus().isEmpty() ? "" : ", CPUs " + pod.cpus() + " for itself"));
        if (height >= TALL) bars(lines, pod);
        else {
            lines.addAll(Fit.wrapped(detail("cpu", pod.cpu(), Bar::cpu), width, 2));
            lines.addAll(Fit.wrapped(detail("memory", pod.memory(), Bar::memory), width, 2));
        }
        if (pod.isResizing()) lines.add(paint.note("resize " + pod.resize()));
        else if (!pod.why().isEmpty()) lines.add(paint.bad(pod.status()));
        for (var part : Fit.wrapped(pod.why(), width - 2, MOST_REASON_LINES)) lines.add("  " + part);
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
        var bar = width < NARROW ? Math.max(2, (width - 34) / 2) : 28;
        return Fit.pad("  " + name, 12) + Bar.of(cpu, pod.cpu().largest(), bar) + Fit.pad(" " + Bar.cpu(cpu), 10)
                + Bar.of(memory, pod.memory().largest(), bar) + " " + Bar.memory(memory);
    }

    private static String detail(String name, ResourceStates states, Unit unit) {
        return name + " desired " + unit.of(states.desired()) + ", allocated " + unit.of(states.allocated())
                + ", actual " + unit.of(states.actual()) + ", used " + unit.of(states.used());
    }
}
