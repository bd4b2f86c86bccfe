package dev.plimsoll.cli.explain.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.explain.admission.Complaint;
import dev.plimsoll.cli.explain.items.DeferredResize;
import dev.plimsoll.cli.explain.items.Explained;
import dev.plimsoll.cli.explain.items.Item;
import dev.plimsoll.cli.explain.items.Placements;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.explain.ContainerAnswer;
import dev.plimsoll.core.explain.PodAnswer;
import dev.plimsoll.core.explain.Total;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An answer for a program to read. The shape is always a list of items, be it one. */
public final class AnswerDocument {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private AnswerDocument() {}

    public static ObjectNode of(List<Item> items, Optional<Placements> placements) {
        var document = NODES.objectNode();
        var refused = items.stream().anyMatch(item -> item.verdict().isRefused())
                || placements.map(Placements::refusesAny).orElse(false);
        document.put("refused", refused);
        var list = document.putArray("items");
        items.forEach(item -> list.add(item(item)));
        placements.ifPresent(placed -> PlacementDocument.add(document, placed));
        return document;
    }

    private static ObjectNode item(Item judged) {
        var item = NODES.objectNode();
        item.put("name", judged.name());
        item.put("source", judged instanceof Explained explained ? source(explained) : judged.place(""));
        item.put("refused", judged.verdict().isRefused());
        addComplaints(item.putArray("errors"), judged, judged.verdict().complaints());
        addComplaints(item.putArray("warnings"), judged, judged.verdict().warnings());
        if (judged instanceof Explained explained) add(item, explained);
        return item;
    }

    private static String source(Explained explained) {
        return explained.subject().isLive() ? "cluster" : explained.subject().place("spec");
    }

    private static void add(ObjectNode item, Explained explained) {
        var answer = explained.answer();
        answer.violation().ifPresent(violation -> {
            var refusal = item.putObject("limitRangeRefusal").put("name", violation.rangeName());
            violation.messages().forEach(refusal.putArray("messages")::add);
        });
        item.putObject("qos")
                .put("class", answer.qos().qosClass().kubernetesName())
                .put("reason", answer.qos().sentence());
        addAdditions(item.putArray("defaulted"), answer);
        item.set("resources", requirements(answer.spec().resources()));
        item.set("requests", totals(answer.requests()));
        item.set("limits", totals(answer.limits()));
        var rows = item.putObject("kep2837Rows");
        new TreeMap<>(answer.rows()).forEach((name, row) -> rows.put(name, row.number()));
        addPodCgroup(item.putObject("podCgroup"), answer);
        var containers = item.putArray("containers");
        answer.containers().forEach(container -> containers.add(container(container)));
        AssignedResources.document(explained.subject().pod()).ifPresent(assigned -> item.set("assigned", assigned));
        addQuota(item.putObject("quota"), answer);
        if (explained.room().wanted() > 0) {
            item.putObject("replicas")
                    .put("wanted", explained.room().wanted())
                    .put("fitting", explained.room().fitting());
        }
        var waiting = explained.waitingOrNull();
        if (waiting != null) addWaiting(item.putObject("deferredResize"), waiting);
    }

    private static void addWaiting(ObjectNode node, DeferredResize waiting) {
        node.put("node", waiting.node());
        var missing = node.putArray("missing");
        for (var part : waiting.parts()) {
            var entry = missing.addObject().put("resource", part.resource()).put("amount", part.amount());
            var holders = entry.putArray("largestHolders");
            for (var holder : part.holders().largest()) {
                holders.addObject()
                        .put("namespace", holder.namespace())
                        .put("name", holder.name())
                        .put("amount", part.holders().amount(holder));
            }
            entry.put("otherHolders", part.others()).put("hiddenHolders", part.hidden());
        }
    }

    private static void addComplaints(ArrayNode list, Item item, List<Complaint> complaints) {
        for (var complaint : complaints) {
            list.addObject()
                    .put("reason", complaint.reason())
                    .put("field", complaint.field())
                    .put("message", complaint.message())
                    .put("source", item.place(complaint.field()));
        }
    }

    private static void addAdditions(ArrayNode defaulted, PodAnswer answer) {
        for (var addition : answer.additions()) {
            defaulted
                    .addObject()
                    .put("field", addition.path() + "[" + addition.name() + "]")
                    .put("value", addition.quantity().toString())
                    .put("rule", addition.rule().sentence());
        }
    }

    private static ObjectNode requirements(ResourceRequirements resources) {
        var node = NODES.objectNode();
        node.set("requests", amounts(resources.requests()));
        node.set("limits", amounts(resources.limits()));
        return node;
    }

    private static ObjectNode amounts(ResourceAmounts amounts) {
        var node = NODES.objectNode();
        for (var name : amounts.names())
            node.put(name.text(), amounts.amount(name).toString());
        return node;
    }

    private static ObjectNode totals(List<Total> totals) {
        var node = NODES.objectNode();
        for (var total : totals) {
            var entry = node.putObject(total.name().text());
            entry.put("total", total.quantity().toString());
            entry.put("rule", total.origin().sentence());
            var shares = entry.putArray("from");
            for (var share : total.shares()) {
                shares.addObject()
                        .put("field", share.field())
                        .put("amount", share.quantity().toString());
            }
        }
        return node;
    }

    private static void addPodCgroup(ObjectNode node, PodAnswer answer) {
        var cgroup = answer.podCgroup();
        node.put("cpu.weight", cgroup.cpuWeight());
        node.put("cpu.max", cgroup.cpuMax());
        node.put("memory.max", cgroup.memoryMax());
        addPages(node, cgroup.hugePageLimits());
    }

    private static ObjectNode container(ContainerAnswer answer) {
        var cgroup = answer.cgroup();
        var node = NODES.objectNode();
        node.put("name", answer.container().name());
        node.put("kind", answer.kind().word());
        node.set("resources", requirements(answer.container().resources()));
        node.put("cpu.weight", cgroup.cpuWeight());
        node.put("cpu.max", cgroup.cpuMax());
        node.put("memory.max", cgroup.memoryMax());
        addPages(node, cgroup.hugePageLimits());
        node.put("oom_score_adj", cgroup.oomScoreAdj());
        node.put("cpuLimit", cgroup.cpu().name().toLowerCase(Locale.ROOT));
        node.put("memoryLimit", cgroup.memory().name().toLowerCase(Locale.ROOT));
        return node;
    }

    private static void addPages(ObjectNode node, Map<HugePageSize, Long> limits) {
        limits.forEach((size, limit) -> node.put("hugetlb." + size.cgroupName() + ".max", limit));
    }

    private static void addQuota(ObjectNode node, PodAnswer answer) {
        node.set("usage", amounts(answer.charge()));
        switch (answer.quota()) {
            case QuotaDecision.Refused(var name, var message) ->
                node.putObject("refusal").put("name", name).put("message", message);
            case QuotaDecision.Fits(var charges) -> {
                var list = node.putArray("charges");
                for (var charge : charges) {
                    var entry = list.addObject().put("name", charge.quota().name());
                    entry.set("requested", amounts(charge.delta()));
                    entry.set("used", amounts(charge.used()));
                    entry.set("hard", amounts(charge.quota().enforced()));
                }
            }
        }
    }
}
