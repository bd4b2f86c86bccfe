package dev.plimsoll.controllers.autoscaling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.core.estimation.replicas.Finding;
import dev.plimsoll.core.estimation.replicas.Metric;
import dev.plimsoll.core.estimation.replicas.ReplicaCalculator.Aim;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Instant;
import java.util.List;

/** The status of an autoscaler as it is written. */
final class AutoscalerStatus {
    private static final String ABLE = "AbleToScale";
    private static final String ACTIVE = "ScalingActive";
    private static final String LIMITED = "ScalingLimited";

    private final ObjectNode status;
    private final Instant now;

    AutoscalerStatus(Workload autoscaler, Instant now) {
        this.status = autoscaler.status() instanceof ObjectNode known ? known.deepCopy() : Json.object();
        this.now = now;
        if (autoscaler.meta().generation() > 0)
            status.put("observedGeneration", autoscaler.meta().generation());
    }

    void ableToScale(Finding finding) {
        condition(ABLE, finding);
    }

    void scalingActive(Finding finding) {
        condition(ACTIVE, finding);
    }

    void scalingLimited(Finding finding) {
        condition(LIMITED, finding);
    }

    private void condition(String type, Finding finding) {
        var value = finding.isTrue() ? "True" : "False";
        Conditions.set(status, new Conditions.Said(type, value, finding.reason(), finding.message()), now);
    }

    void replicas(int current, int desired) {
        status.put("currentReplicas", current);
        status.put("desiredReplicas", desired);
    }

    void scaled() {
        status.put("lastScaleTime", Times.text(now));
    }

    void metrics(List<Round.Reading> readings) {
        status.remove("currentMetrics");
        if (readings.isEmpty()) return;
        var list = status.putArray("currentMetrics");
        for (var reading : readings) add(list.addObject(), reading);
    }

    private static void add(ObjectNode entry, Round.Reading reading) {
        var source = switch (reading.metric().metric()) {
            case Metric.Resource(var resource) ->
                entry.put("type", "Resource").putObject("resource").put("name", resource.text());
            case Metric.ContainerResource(var resource, var container) ->
                entry.put("type", "ContainerResource")
                        .putObject("containerResource")
                        .put("container", container)
                        .put("name", resource.text());
        };
        var current = source.putObject("current");
        if (reading.metric().aim() instanceof Aim.Utilization) current.put("averageUtilization", reading.utilization());
        current.put("averageValue", Quantity.ofMilli(reading.averageMilli()).toString());
    }

    ObjectNode document() {
        return status;
    }
}
