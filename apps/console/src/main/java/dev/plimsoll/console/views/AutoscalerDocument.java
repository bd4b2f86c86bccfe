package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.cluster.ClusterModel;
import dev.plimsoll.console.cluster.RecommendationPoint;
import dev.plimsoll.console.cluster.RecommendationSeries;
import dev.plimsoll.console.cluster.ResourceStates;
import dev.plimsoll.console.cluster.TargetPods;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Vertical pod autoscalers: what they recommend, against requests and use, and what keeps them from acting. */
final class AutoscalerDocument {
    private static final int MOST = 500;

    private AutoscalerDocument() {}

    static ObjectNode all(ClusterModel model, Rights rights, Instant now) {
        if (rights.autoscalers().areNone()) return ViewDocuments.forbidden("verticalpodautoscalers");
        var visible = model.caches().autoscalers().all().stream()
                .filter(vpa -> rights.autoscalers().contain(vpa.metadata().namespace()))
                .sorted(Comparator.comparing(VpaObject::name))
                .toList();
        var document = ClientJson.object().put("count", visible.size());
        var target = document.putArray("autoscalers");
        for (var vpa : visible.subList(0, Math.min(MOST, visible.size())))
            put(target.addObject(), vpa, model, now, false);
        return document;
    }

    /** One with its series. */
    static ObjectNode one(ObjectName name, ClusterModel model, Rights rights, Instant now) {
        if (!rights.autoscalers().contain(name.namespace())) return ViewDocuments.forbidden("verticalpodautoscalers");
        var vpa = model.caches().autoscalers().find(name);
        if (vpa.isEmpty()) return ClientJson.object().put("missing", true);
        var document = ClientJson.object();
        put(document, vpa.get(), model, now, true);
        var conditions = document.putArray("conditions");
        for (var condition : vpa.get().conditions().all()) {
            conditions
                    .addObject()
                    .put("type", condition.type())
                    .put("status", condition.status())
                    .put("reason", condition.reason())
                    .put("message", condition.message());
        }
        return document;
    }

    private static void put(ObjectNode entry, VpaObject vpa, ClusterModel model, Instant now, boolean withSeries) {
        var pods = TargetPods.of(vpa, model.caches());
        entry.put("namespace", vpa.metadata().namespace())
                .put("name", vpa.metadata().name())
                .put("target", vpa.target().kind() + "/" + vpa.target().name())
                .put("mode", vpa.mode().text())
                .put("pods", pods.size());
        var reasons = entry.putArray("reasons");
        AutoscalerReasons.of(vpa, pods, now).forEach(reasons::add);
        var places = new ArrayList<String>();
        if (vpa.recommendation().pod().isPresent()) places.add("");
        vpa.recommendation().containers().forEach(each -> places.add(each.containerName()));
        var levels = entry.putArray("levels");
        for (var place : places) {
            var level = levels.addObject().put("container", place);
            for (var compute : Compute.ALL) {
                var points = model.scaling().points(new RecommendationSeries(vpa.name(), place, compute));
                if (points.isEmpty()) continue;
                var resource = level.putObject(compute.resource().text());
                latest(resource, points.getLast());
                if (withSeries) series(resource, points);
            }
        }
    }

    private static void latest(ObjectNode entry, RecommendationPoint point) {
        number(entry, "target", point.target());
        number(entry, "lower", point.lower());
        number(entry, "upper", point.upper());
        number(entry, "requested", point.requested());
        number(entry, "used", point.used());
    }

    private static void number(ObjectNode entry, String name, long value) {
        if (value != ResourceStates.UNKNOWN) entry.put(name, value);
    }

    /** Rows of time, target, lower, upper, requested and used; -1 where nothing is known. */
    private static void series(ObjectNode entry, List<RecommendationPoint> points) {
        var rows = entry.putArray("series");
        for (var point : points) {
            rows.addArray()
                    .add(point.when().toEpochMilli())
                    .add(point.target())
                    .add(point.lower())
                    .add(point.upper())
                    .add(point.requested())
                    .add(point.used());
        }
    }
}
