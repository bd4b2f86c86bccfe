package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.cluster.ClusterModel;
import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.objects.policy.LimitRangeObject;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Quotas: what is in use, and what will be when resizes on their way have come into force. Used counts a resize from the moment that it is asked for. */
final class QuotaDocument {
    private static final double PRESSURE = 0.8;
    private static final int MOST_PRESSED = 8;
    private static final int MOST = 500;

    private QuotaDocument() {}

    static ObjectNode of(ClusterModel model, Rights rights, Instant now) {
        if (rights.quotas().areNone() && rights.limits().areNone()) return ViewDocuments.forbidden("resourcequotas");
        var document = ClientJson.object();
        var list = document.putArray("quotas");
        var visible = visible(model, rights);
        for (var quota : visible.stream().limit(MOST).toList()) {
            var entry = list.addObject()
                    .put("namespace", quota.name().namespace())
                    .put("name", quota.name().name());
            var rows = entry.putArray("resources");
            var left = released(quota, model, now);
            for (var name : quota.hard().names()) {
                var row = row(rows.addObject(), quota, name);
                left.find(name)
                        .ifPresent(less -> row.put(
                                "after", quota.used().amount(name).minus(less).toString()));
            }
        }
        limits(document.putArray("limits"), model, rights);
        return document.put("count", visible.size());
    }

    private static void limits(ArrayNode target, ClusterModel model, Rights rights) {
        model.caches().limitRanges().all().stream()
                .filter(range -> rights.limits().contain(range.name().namespace()))
                .sorted(Comparator.comparing(LimitRangeObject::name))
                .limit(MOST)
                .forEach(range -> {
                    for (var item : range.items()) {
                        var entry = target.addObject()
                                .put("namespace", range.name().namespace())
                                .put("name", range.name().name())
                                .put("type", item.type());
                        var names = new TreeSet<ResourceName>();
                        for (var each : List.of(item.min(), item.max(), item.defaultRequest(), item.defaultLimit()))
                            names.addAll(each.names());
                        var rows = entry.putArray("resources");
                        for (var name : names) {
                            var row = rows.addObject().put("resource", name.text());
                            text(row, "min", item.min(), name);
                            text(row, "max", item.max(), name);
                            text(row, "defaultRequest", item.defaultRequest(), name);
                            text(row, "defaultLimit", item.defaultLimit(), name);
                        }
                    }
                });
    }

    private static void text(ObjectNode row, String field, ResourceAmounts amounts, ResourceName name) {
        amounts.find(name).ifPresent(quantity -> row.put(field, quantity.toString()));
    }

    private static List<ResourceQuotaObject> visible(ClusterModel model, Rights rights) {
        return model.caches().quotas().all().stream()
                .filter(quota -> rights.quotas().contain(quota.name().namespace()))
                .sorted(Comparator.comparing(ResourceQuotaObject::name))
                .toList();
    }

    /** What a quota gets back when all resizes on their way have come into force: a pod counts the most of what it asks for and has until then. */
    private static ResourceAmounts released(ResourceQuotaObject object, ClusterModel model, Instant now) {
        var released = ResourceAmounts.EMPTY;
        if (!(PolicyReader.resourceQuota(object.document()) instanceof Read.Ok<ResourceQuota>(var quota)))
            return released;
        for (var name : model.resizing()) {
            if (!name.namespace().equals(object.name().namespace())) continue;
            var facts = model.podOrNull(name);
            if (facts == null) continue;
            var pod = facts.pod().pod();
            if (pod.resizeIsInfeasible() || !QuotaAdmission.DEFAULT.counts(quota, pod)) continue;
            var before = PodUsage.DEFAULT.of(pod, now);
            var after = PodUsage.DEFAULT.of(pod.withStatus(PodStatus.NONE), now);
            for (var resource : before.names()) {
                var less = before.amount(resource).minus(after.amount(resource));
                if (less.milliValue() > 0)
                    released = released.with(resource, released.amount(resource).plus(less));
            }
        }
        return released;
    }

    @CanIgnoreReturnValue
    private static ObjectNode row(ObjectNode row, ResourceQuotaObject quota, ResourceName name) {
        return row.put("resource", name.text())
                .put("hard", quota.hard().amount(name).toString())
                .put("used", quota.used().amount(name).toString())
                .put("part", part(quota, name));
    }

    private static double part(ResourceQuotaObject quota, ResourceName name) {
        var hard = quota.hard().amount(name).milliValue();
        var used = quota.used().amount(name).milliValue();
        return hard <= 0 ? (used > 0 ? 1 : 0) : (double) used / hard;
    }

    /** Quotas of which little is left, the fullest first. */
    static void pressure(ArrayNode target, ClusterModel model, Rights rights) {
        record Row(ResourceQuotaObject quota, ResourceName name, double part) {}
        visible(model, rights).stream()
                .flatMap(quota -> quota.hard().names().stream().map(name -> new Row(quota, name, part(quota, name))))
                .filter(row -> row.part() >= PRESSURE)
                .sorted(Comparator.comparingDouble(Row::part).reversed())
                .limit(MOST_PRESSED)
                .forEach(row -> row(
                        target.addObject()
                                .put("namespace", row.quota().name().namespace())
                                .put("name", row.quota().name().name()),
                        row.quota(),
                        row.name()));
    }
}
