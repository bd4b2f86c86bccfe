package dev.plimsoll.cli.explain.output;

import dev.plimsoll.cli.explain.admission.Complaint;
import dev.plimsoll.cli.explain.items.DeferredResize;
import dev.plimsoll.cli.explain.items.Explained;
import dev.plimsoll.cli.explain.items.Item;
import dev.plimsoll.cli.explain.items.Judged;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.explain.PodAnswer;
import dev.plimsoll.core.explain.Total;
import dev.plimsoll.core.model.Pod;
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

    public String of(List<Item> items) {
        return items.stream().map(this::of).collect(Collectors.joining("\n"));
    }

    private String of(Item item) {
        return switch (item) {
            case Explained explained -> of(explained);
            case Judged judged -> title(judged) + "\n" + verdict(judged);
        };
    }

    private String of(Explained explained) {
        var sections = new ArrayList<String>();
        sections.add(title(explained));
        sections.add(verdictAndClass(explained));
        sections.add(defaulted(explained.answer()));
        sections.add(totals(explained.answer()));
        sections.add(new ContainerTable(paint, wide).of(explained.answer()));
        sections.add(assigned(explained));
        sections.add(quota(explained));
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

    private String title(Item item) {
        var place = switch (item) {
            case Explained explained -> explained.subject().place("spec");
            case Judged judged -> judged.place("");
        };
        return paint.bold(item.name()) + (place.isEmpty() ? "" : "   " + paint.faint(place)) + "\n";
    }

    /** What the API server says. */
    private String verdict(Item item) {
        var text = new StringBuilder();
        var verdict = item.verdict();
        if (!verdict.isRefused())
            text.append(INDENT).append(paint.good("Valid.")).append('\n');
        else
            text.append(INDENT)
                    .append(paint.bad("Refused"))
                    .append(headline(item))
                    .append(":\n");
        verdict.complaints().forEach(each -> add(text, item, each, ""));
        verdict.warnings().forEach(each -> add(text, item, each, "warning: "));
        return text.toString();
    }

    private static String headline(Item item) {
        var verdict = item.verdict();
        if (!verdict.isForbidden()) return " as invalid";
        if (item instanceof Explained explained) {
            var who = explained
                    .answer()
                    .violation()
                    .map(violation -> " by LimitRange " + violation.rangeName())
                    .orElse(
                            explained.answer().quota() instanceof QuotaDecision.Refused(var name, var _)
                                    ? " by ResourceQuota " + name
                                    : " by admission");
            return explained.subject().isTemplate() ? who + ", when its pods are created" : who;
        }
        return " by admission";
    }

    private void add(StringBuilder text, Item item, Complaint complaint, String word) {
        text.append(INDENT.repeat(2));
        var place = complaint.field().isEmpty() ? "" : item.place(complaint.field());
        if (!place.isEmpty()) text.append(paint.faint(place)).append("  ");
        text.append(word).append(complaint).append('\n');
    }

    private String verdictAndClass(Explained explained) {
        var answer = explained.answer();
        var text = new StringBuilder();
        var subject = explained.subject();
        if (!subject.isLive() || subject.isTemplate()) text.append(verdict(explained));
        else text.append(state(subject.pod()));
        text.append(INDENT)
                .append("QoS class ")
                .append(paint.bold(answer.qos().qosClass().kubernetesName()));
        text.append(": ").append(answer.qos().sentence()).append(".\n");
        return text.toString();
    }

    /** A pod that is there was accepted long ago. */
    private static String state(Pod pod) {
        var node = pod.spec().placement().nodeName();
        return INDENT + pod.status().phase() + (node.isEmpty() ? ", on no node yet" : " on " + node) + ".\n";
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
                    paint.faint(row.getKey() + " as written: " + row.getValue().sentence()));
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

    private String quota(Explained explained) {
        if (explained.isRefused()
                || !(explained.answer().quota() instanceof QuotaDecision.Fits(var charges))
                || charges.isEmpty()) return "";
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
        var room = explained.room();
        return table
                + (room.isShort()
                        ? INDENT
                                + paint.bad("Only " + room.fitting() + " of " + room.wanted()
                                        + " replicas fit into quota " + room.bound())
                                + "\n"
                        : "");
    }
}
