package dev.plimsoll.objects.autoscaling;

import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.horizontal.Finding;
import dev.plimsoll.core.workloads.horizontal.MetricTarget;
import dev.plimsoll.core.workloads.horizontal.MetricsEvaluation;
import dev.plimsoll.core.workloads.horizontal.ReplicaCalculator.Aim;
import dev.plimsoll.objects.StatusDraft;
import dev.plimsoll.objects.tree.DraftNode;
import java.time.Instant;
import java.util.List;

/** The status of a horizontal pod autoscaler that is being written. */
public final class AutoscalerStatusDraft extends StatusDraft {
    private final Instant now;

    AutoscalerStatusDraft(HorizontalPodAutoscalerObject autoscaler, Instant now) {
        super(autoscaler);
        this.now = now;
        var generation = autoscaler.metadata().generation();
        if (generation > 0) observedGeneration(generation);
    }

    public void ableToScale(Finding finding) {
        condition("AbleToScale", finding);
    }

    public void scalingActive(Finding finding) {
        condition("ScalingActive", finding);
    }

    public void scalingLimited(Finding finding) {
        condition("ScalingLimited", finding);
    }

    private void condition(String type, Finding finding) {
        var value = finding.isTrue() ? "True" : "False";
        condition(new ConditionUpdate(type, value, finding.reason(), finding.message()), now);
    }

    public void replicas(int current, int desired) {
        status().put("currentReplicas", current).put("desiredReplicas", desired);
    }

    public void scaled() {
        time("lastScaleTime", now);
    }

    public void metrics(List<MetricsEvaluation.Reading> readings) {
        status().remove("currentMetrics");
        for (var reading : readings) add(status().list("currentMetrics").addObject(), reading);
    }

    private static void add(DraftNode entry, MetricsEvaluation.Reading reading) {
        var source = switch (reading.metric().metric()) {
            case MetricTarget.Resource(var resource) ->
                entry.put("type", "Resource").object("resource").put("name", resource.text());
            case MetricTarget.ContainerResource(var resource, var container) ->
                entry.put("type", "ContainerResource")
                        .object("containerResource")
                        .put("container", container)
                        .put("name", resource.text());
        };
        var current = source.object("current");
        if (reading.metric().aim() instanceof Aim.Utilization) current.put("averageUtilization", reading.utilization());
        current.put("averageValue", Quantity.ofMilli(reading.averageMilli()).toString());
    }
}
