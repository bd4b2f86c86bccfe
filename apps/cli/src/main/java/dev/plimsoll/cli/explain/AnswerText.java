package dev.plimsoll.cli.explain;

import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.explain.PodAnswer;
import dev.plimsoll.core.explain.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An answer for a person to read. */
public final class AnswerText {
    private static final String INDENT = "  ";

    private final Paint paint;
    private final boolean wide;

    private AnswerText(Paint paint, boolean wide) {
        this.paint = paint;
        this.wide = wide;
    }

    public static AnswerText narrow(Paint paint) {
        return new AnswerText(paint, false);
    }

    /** With the shares of each total, and everything that the runtime is told. */
    public static AnswerText wide(Paint paint) {
        return new AnswerText(paint, true);
    }

    public String of(List<Explained> answers) {
        return answers.stream().map(this::of).collect(Collectors.joining("\n"));
    }

    private String of(Explained explained) {
        var sections = new ArrayList<String>();
        sections.add(title(explained));
        sections.add(verdict(explained));
        sections.add(defaulted(explained.answer()));
        sections.add(totals(explained.answer()));
        sections.add(new ContainerTable(paint, wide).of(explained.answer()));
        sections.add(assigned(explained));
        sections.add(quota(explained.answer()));
        sections.add(waiting(explained.waitingOrNull()));
        return sections.stream().filter(section -> !section.isEmpty()).collect(Collectors.joining("\n"));
    }

    /** What a pod that runs has for itself, by its node's report. */
    private String assigned(Explained explained) {
        var pod = explained.subject().pod();
        var document = AssignedResources.document(pod);
        if (document.isEmpty()) return "";
        var text = new StringBuilder(INDENT)
                .append("Assigned on ")
                .append(paint.bold(pod.spec().placement().nodeName()))
                .append(":\n");
        for (var line : AssignedResources.lines(document.get()))
            text.append(INDENT.repeat(2)).append(line).append('\n');
        return text.toString();
    }

    private String title(Explained explained) {
        return paint.bold(explained.subject().name()) + "   "
                + paint.faint(explained.subject().place("spec")) + "\n";
    }

    private String verdict(Explained explained) {
        var answer = explained.answer();
        var text = new StringBuilder();
        if (!answer.errors().isEmpty()) {
            text.append(INDENT).append(paint.bad("Refused")).append(" as invalid:\n");
            for (var error : answer.errors()) {
                text.append(INDENT.repeat(2))
                        .append(paint.faint(explained.subject().place(error.field())))
                        .append("  ")
                        .append(error)
                        .append('\n');
            }
        }
        answer.violation().ifPresent(violation -> {
            text.append(INDENT).append(paint.bad("Refused")).append(" by LimitRange ");
            text.append(violation.rangeName()).append(":\n");
            violation.messages().stream()
                    .distinct()
                    .forEach(message ->
                            text.append(INDENT.repeat(2)).append(message).append('\n'));
        });
        if (answer.quota() instanceof QuotaDecision.Refused(var name, var message)) {
            text.append(INDENT).append(paint.bad("Refused")).append(" by ResourceQuota ");
            text.append(name)
                    .append(":\n")
                    .append(INDENT.repeat(2))
                    .append(message)
                    .append('\n');
        }
        if (!answer.isRefused())
            text.append(INDENT).append(paint.good("Valid.")).append('\n');
        text.append(INDENT)
                .append("QoS class ")
                .append(paint.bold(answer.qos().qosClass().kubernetesName()));
        text.append(": ").append(answer.qos().sentence()).append(".\n");
        return text.toString();
    }

    private String defaulted(PodAnswer answer) {
        if (answer.additions().isEmpty()) return "";
        var table = new TextTable(INDENT).row(paint.faint("DEFAULTED"), paint.faint("VALUE"), paint.faint("RULE"));
        for (var addition : answer.additions()) {
            table.row(
                    addition.path() + "[" + addition.name() + "]",
                    addition.quantity().toString(),
                    addition.rule().sentence());
        }
        return table.toString();
    }

    private String totals(PodAnswer answer) {
        var requests = byName(answer.requests());
        var limits = byName(answer.limits());
        var names = new TreeMap<String, Total>(limits);
        names.putAll(requests);
        if (names.isEmpty()) return INDENT + "The pod asks for nothing and is bounded by nothing.\n";
        var table = new TextTable(INDENT)
                .row(paint.faint("RESOURCE"), paint.faint("REQUEST"), paint.faint("LIMIT"), paint.faint("BECAUSE"));
        for (var name : names.keySet()) {
            table.row(
                    name,
                    amount(requests.get(name)),
                    amount(limits.get(name)),
                    because(answer, requests.get(name), limits.get(name)));
            if (wide) addShares(table, requests.get(name), limits.get(name));
        }
        for (var row : new TreeMap<>(answer.rows()).entrySet()) {
            table.row(
                    "",
                    "",
                    "",
                    paint.faint(row.getKey() + " is row " + row.getValue().number() + " of KEP-2837's table ("
                            + row.getValue().sentence() + ")"));
        }
        return table.toString();
    }

    private static Map<String, Total> byName(List<Total> totals) {
        var map = new TreeMap<String, Total>();
        for (var total : totals) map.put(total.name().text(), total);
        return map;
    }

    private static String amount(@Nullable Total total) {
        return total == null ? "-" : total.quantity().toString();
    }

    private static String because(PodAnswer answer, @Nullable Total request, @Nullable Total limit) {
        var ofRequest = request == null ? "" : sentence(answer, request, "requests");
        var ofLimit = limit == null ? "" : sentence(answer, limit, "limits");
        if (ofRequest.isEmpty() || ofLimit.isEmpty() || ofRequest.equals(ofLimit)) {
            return ofRequest.isEmpty() ? ofLimit : ofRequest;
        }
        return "request: " + ofRequest + "; limit: " + ofLimit;
    }

    /** The rule that gave a total; for a pod-level value that nobody wrote, the rule that added it. */
    private static String sentence(PodAnswer answer, Total total, String list) {
        var overhead = total.shares().stream().anyMatch(share -> share.field().equals("spec.overhead"));
        var withOverhead = overhead && total.shares().size() > 1 ? ", plus overhead" : "";
        var added = answer.additions().stream()
                .filter(addition -> addition.path().equals("spec.resources." + list)
                        && addition.name().equals(total.name()))
                .findFirst();
        var rule = added.map(addition -> addition.rule().sentence())
                .orElse(total.origin().sentence());
        return rule + withOverhead;
    }

    private void addShares(TextTable table, @Nullable Total request, @Nullable Total limit) {
        if (request != null) {
            for (var share : request.shares())
                table.row("", paint.faint(share.quantity().toString()), "", paint.faint(share.field()));
        }
        if (limit != null) {
            for (var share : limit.shares())
                table.row("", "", paint.faint(share.quantity().toString()), paint.faint(share.field()));
        }
    }

    private String waiting(@Nullable DeferredResize waiting) {
        if (waiting == null) return "";
        var table = new TextTable(INDENT)
                .row(
                        paint.faint("RESIZE WAITS FOR"),
                        paint.faint("HELD ON " + waiting.node() + " BY"),
                        paint.faint("AMOUNT"));
        for (var part : waiting.parts()) {
            var missing = part.resource() + " " + part.amount();
            for (var holder : part.holders().largest()) {
                table.row(missing, holder.qualifiedName(), part.holders().amount(holder));
                missing = "";
            }
            if (part.others() > 0) {
                table.row(missing, pods(part.others()) + " with less", "");
                missing = "";
            }
            if (part.hidden() > 0) table.row(missing, pods(part.hidden()) + " that you may not see", "");
        }
        return table.toString();
    }

    private static String pods(int count) {
        return count == 1 ? "1 pod" : count + " pods";
    }

    private String quota(PodAnswer answer) {
        if (!(answer.quota() instanceof QuotaDecision.Fits(var charges)) || charges.isEmpty()) return "";
        var table = new TextTable(INDENT)
                .row(paint.faint("QUOTA"), paint.faint("CHARGED"), paint.faint("THEN USED OF HARD"));
        for (var charge : charges) {
            for (var name : charge.delta().names()) {
                table.row(
                        charge.quota().name(),
                        name + " +" + charge.delta().amount(name),
                        charge.used().amount(name) + " of "
                                + charge.quota().enforced().amount(name));
            }
        }
        return table.toString();
    }
}
