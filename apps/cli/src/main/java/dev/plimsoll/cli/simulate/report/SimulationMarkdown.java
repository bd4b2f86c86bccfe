package dev.plimsoll.cli.simulate.report;

import java.util.List;

/** The report as a comment on a pull request. */
public final class SimulationMarkdown {
    private final int top;

    /** @param top how many lines a list has at most; 0 for all */
    public SimulationMarkdown(int top) {
        this.top = top;
    }

    public String of(SimulationReport report) {
        var text = new StringBuilder("### ")
                .append(report.isGood() ? "It fits" : "It does not fit")
                .append("\n\n")
                .append(cell(report.summary()));
        for (var condition : report.failed()) {
            text.append("\n- **").append(condition.name()).append("**: ").append(condition.text());
        }
        text.append('\n');
        pods(report, text);
        reasons(report, text);
        resizes(report, text);
        refusals(report, text);
        capacity(report, text);
        usage(report, text);
        consolidation(report, text);
        doubts(report, text);
        return text.toString();
    }

    private void pods(SimulationReport report, StringBuilder text) {
        if (report.changes().isEmpty()) return;
        head(text, "Pod", "What", "From", "To", "Sure", "Because");
        for (var change : shown(report.changes())) {
            var fate = change.fate();
            row(
                    text,
                    code(fate.qualifiedName()) + (fate.replaces().isEmpty() ? "" : " for " + code(fate.replaces())),
                    FateText.kind(change.kind()),
                    code(change.from()),
                    code(fate.ending().node()),
                    report.certainty(change).text(),
                    cell(FateText.because(fate.ending())));
        }
        more(report.changes().size(), text);
    }

    private static void reasons(SimulationReport report, StringBuilder text) {
        report.reasons().forEach((refusals, pods) -> {
            text.append("\n<details><summary>Why ").append(cell(pods.getFirst()));
            if (pods.size() > 1) text.append(" and ").append(pods.size() - 1).append(" more");
            text.append(pods.size() > 1 ? " wait" : " waits").append("</summary>\n");
            head(text, "Nodes", "Class", "Reasons");
            for (var refusal : refusals)
                row(text, "" + refusal.nodes(), cell(refusal.nodeClass()), cell(FateText.reasons(refusal)));
            text.append("\n</details>\n");
        });
    }

    private void resizes(SimulationReport report, StringBuilder text) {
        var resizes = report.result().after().resizes();
        if (resizes.isEmpty()) return;
        head(text, "Resize", "Node", "Result", "Because");
        for (var resize : shown(resizes)) {
            row(
                    text,
                    code(resize.qualifiedName()),
                    code(resize.node()),
                    FateText.verdict(resize.verdict()),
                    cell(FateText.resize(resize)));
        }
        more(resizes.size(), text);
    }

    private static void refusals(SimulationReport report, StringBuilder text) {
        var lines = new StringBuilder();
        report.result().refused().forEach((object, why) -> line(lines, "Refused", object, why));
        report.result().after().refusals().forEach((object, why) -> line(lines, "No pods", object, why));
        report.result().after().blocked().forEach((object, why) -> line(lines, "Not evicted", object, why));
        if (!lines.isEmpty()) text.append('\n').append(lines);
    }

    private static void line(StringBuilder lines, String what, String object, String why) {
        lines.append("- ").append(what).append(": ").append(code(object)).append(": ");
        lines.append(cell(why)).append('\n');
    }

    private static void capacity(SimulationReport report, StringBuilder text) {
        head(text, "Capacity", "Before", "After");
        for (var row : CapacityRow.of(report.before(), report.after())) {
            var mark = row.differs() ? "**" : "";
            row(text, row.name(), cell(row.before()), mark + cell(row.after()) + mark);
        }
    }

    private void usage(SimulationReport report, StringBuilder text) {
        var usage = report.usage();
        if (usage.isEmpty()) return;
        text.append("\nUnder the use that was recorded from ")
                .append(usage.get().span())
                .append(":\n");
        head(text, UsageReport.NAMES.toArray(String[]::new));
        for (var row : shown(usage.get().rows()))
            row(text, row.cells().stream().map(SimulationMarkdown::cell).toArray(String[]::new));
        more(usage.get().rows().size(), text);
    }

    private static void consolidation(SimulationReport report, StringBuilder text) {
        if (report.result().consolidations().isEmpty()) return;
        head(text, "Consolidation", "Nodes", "Needed", "At least", "Pods moved", "Not sure", "Waiting");
        for (var level : report.result().consolidations()) {
            var outcome = level.outcome();
            row(
                    text,
                    level.level(),
                    "" + outcome.nodes(),
                    "**" + outcome.needed() + "**",
                    "" + outcome.lowerBound(),
                    "" + outcome.moved(),
                    "" + outcome.doubtful().size(),
                    "" + level.waiting());
        }
    }

    private static void doubts(SimulationReport report, StringBuilder text) {
        if (report.result().doubts().isEmpty()) return;
        text.append("\n<details><summary>Taken for given, or not known</summary>\n\n");
        for (var doubt : report.result().doubts())
            text.append("- `")
                    .append(doubt.id())
                    .append("`: ")
                    .append(doubt.text())
                    .append('\n');
        text.append("\n</details>\n");
    }

    private <T> List<T> shown(List<T> all) {
        return top == 0 ? all : all.subList(0, Math.min(top, all.size()));
    }

    private void more(int size, StringBuilder text) {
        if (top > 0 && size > top) text.append("\n... and ").append(size - top).append(" more\n");
    }

    static void head(StringBuilder text, String... names) {
        text.append('\n');
        row(text, names);
        text.append("|---".repeat(names.length)).append("|\n");
    }

    static void row(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String code(String name) {
        return name.isEmpty() ? "-" : "`" + name.replace("`", "'").replace("|", "\\|") + "`";
    }

    /** Nothing of a name or a message is taken for markup, and nobody is mentioned. */
    static String cell(String text) {
        return text.replaceAll("([\\\\`*_<>\\[\\]|#])", "\\\\$1")
                .replace("@", "@\u200b")
                .replaceAll("\\s+", " ");
    }
}
