package dev.plimsoll.controllers.autoscaling;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.discovery.DiscoveryClient;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.horizontal.AutoscalerSpec;
import dev.plimsoll.core.workloads.horizontal.AutoscalerTimes;
import dev.plimsoll.core.workloads.horizontal.Finding;
import dev.plimsoll.core.workloads.horizontal.MeasuredPods;
import dev.plimsoll.core.workloads.horizontal.MetricsEvaluation;
import dev.plimsoll.core.workloads.horizontal.PodRequest;
import dev.plimsoll.core.workloads.horizontal.ReplicaDecision;
import dev.plimsoll.core.workloads.horizontal.ScalingDecision;
import dev.plimsoll.core.workloads.horizontal.ScalingHistory;
import dev.plimsoll.objects.autoscaling.AutoscalerStatusDraft;
import dev.plimsoll.objects.autoscaling.HorizontalPodAutoscalerObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Gives workloads as many replicas as the use of their pods asks for. */
public final class HorizontalPodAutoscalers implements Controller {
    private final ControllerContext around;
    private final AutoscalerTimes times;
    private final Cache<HorizontalPodAutoscalerObject> autoscalers;
    private final ScaleTarget scales;
    private final PodUsages usages;
    private final MetricsEvaluation evaluation;
    private final Events events;
    private final Map<ObjectName, Remembered> histories = new ConcurrentHashMap<>();

    /** What was done for one object; another one of the same name knows nothing of it. */
    private record Remembered(String uid, ScalingHistory history) {}

    public HorizontalPodAutoscalers(ControllerContext around, DiscoveryClient discovery, AutoscalerTimes times) {
        this.around = around;
        this.times = times;
        this.autoscalers = around.informers().of(HorizontalPodAutoscalerObject.KIND);
        this.scales = new ScaleTarget(around.client(), discovery);
        this.usages = new PodUsages(around.client());
        this.evaluation = new MetricsEvaluation(PodRequest.under(around.gates()), times.periods());
        this.events = around.events().apply("horizontal-pod-autoscaler");
    }

    @Override
    public String name() {
        return "horizontalpodautoscaler";
    }

    @Override
    public void follow(WorkQueue queue) {
        autoscalers.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<HorizontalPodAutoscalerObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<HorizontalPodAutoscalerObject>(var name, var before, var now) -> {
                    // What this controller writes itself is no reason to look again; time is.
                    if (!before.hasSameSpec(now)) queue.add(name);
                }
                case CacheChange.Removed<HorizontalPodAutoscalerObject>(var name, var _) -> histories.remove(name);
                case CacheChange.Synced<HorizontalPodAutoscalerObject> _ -> {}
            }
        });
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = autoscalers.find(key);
        if (found.isEmpty() || found.get().metadata().isBeingDeleted()) {
            histories.remove(key);
            return ReconcileResult.SETTLED;
        }
        var autoscaler = found.get();
        var now = around.time().instant();
        var status = autoscaler.statusDraft(now);
        reconcile(autoscaler, status, now);
        var problem = StatusWrite.ofChanged(around.client(), ApiResource.HORIZONTAL_POD_AUTOSCALERS, status);
        return problem.isEmpty() ? new ReconcileResult.Again(times.sync()) : new ReconcileResult.Failed(problem);
    }

    private void reconcile(HorizontalPodAutoscalerObject autoscaler, AutoscalerStatusDraft status, Instant now) {
        var spec = autoscaler.spec(times.stabilization(), times.tolerance());
        switch (scales.read(autoscaler.name().namespace(), spec.target())) {
            case ScaleTarget.Read.Failed(var problem) -> {
                events.warning(autoscaler.about(), "FailedGetScale", problem);
                status.ableToScale(new Finding(
                        false,
                        "FailedGetScale",
                        "the HPA controller was unable to get the target's current scale: " + problem));
            }
            case ScaleTarget.Read.Scale scale -> {
                status.ableToScale(new Finding(
                        true, "SucceededGetScale", "the HPA controller was able to get the target's current scale"));
                size(autoscaler, spec, scale, status, now);
            }
        }
    }

    private void size(
            HorizontalPodAutoscalerObject autoscaler,
            AutoscalerSpec spec,
            ScaleTarget.Read.Scale scale,
            AutoscalerStatusDraft status,
            Instant now) {
        var current = scale.object().replicas();
        var history = history(autoscaler).beginning(current, now);
        var verdict = ScalingDecision.withoutMetrics(spec, current, history)
                .orElseGet(() -> measured(autoscaler, spec, scale, history, status, now));
        say(status, verdict);
        var remembered = verdict.history();
        if (verdict.replicas() != current) {
            if (!rescale(autoscaler, scale, verdict, status)) {
                status.replicas(scale.object().running(), current);
                remember(autoscaler, remembered);
                return;
            }
            status.scaled();
            var kept = spec.behavior().map(behavior -> behavior.longestPeriod()).orElse(Duration.ZERO);
            remembered = remembered.changing(verdict.replicas() - current, now, kept);
        }
        status.replicas(scale.object().running(), verdict.replicas());
        remember(autoscaler, remembered);
    }

    private ScalingDecision measured(
            HorizontalPodAutoscalerObject autoscaler,
            AutoscalerSpec spec,
            ScaleTarget.Read.Scale scale,
            ScalingHistory history,
            AutoscalerStatusDraft status,
            Instant now) {
        var current = scale.object().replicas();
        if (scale.object().selector().isEmpty()) {
            events.warning(autoscaler.about(), "SelectorRequired", "selector is required");
            events.warning(autoscaler.about(), "FailedComputeMetricsReplicas", "selector is required");
            var missing = new Finding(false, "InvalidSelector", "the HPA target's scale is missing a selector");
            return new ScalingDecision(current, "", null, missing, null, history);
        }
        var said = evaluation.of(spec, seen(autoscaler, scale), current, now);
        status.metrics(said.readings());
        for (var warning : said.warnings()) events.warning(autoscaler.about(), warning.reason(), warning.message());
        if (said.replicas() < 0) {
            events.warning(autoscaler.about(), "FailedComputeMetricsReplicas", said.problem());
        }
        return ScalingDecision.of(
                spec, new ReplicaDecision(spec.range(), times.stabilization()), said, current, history, now);
    }

    private MeasuredPods seen(HorizontalPodAutoscalerObject autoscaler, ScaleTarget.Read.Scale scale) {
        return usages.of(autoscaler.name().namespace(), scale.object().selector());
    }

    private static void say(AutoscalerStatusDraft status, ScalingDecision verdict) {
        if (verdict.ableToScaleOrNull() != null) status.ableToScale(verdict.ableToScaleOrNull());
        if (verdict.scalingActiveOrNull() != null) status.scalingActive(verdict.scalingActiveOrNull());
        if (verdict.scalingLimitedOrNull() != null) status.scalingLimited(verdict.scalingLimitedOrNull());
    }

    private boolean rescale(
            HorizontalPodAutoscalerObject autoscaler,
            ScaleTarget.Read.Scale scale,
            ScalingDecision verdict,
            AutoscalerStatusDraft status) {
        var problem = scales.write(scale, verdict.replicas());
        var size = "New size: " + verdict.replicas() + "; reason: " + verdict.why();
        if (!problem.isEmpty()) {
            events.warning(autoscaler.about(), "FailedRescale", size + "; error: " + problem);
            status.ableToScale(new Finding(
                    false,
                    "FailedUpdateScale",
                    "the HPA controller was unable to update the target scale: " + problem));
            return false;
        }
        events.normal(autoscaler.about(), "SuccessfulRescale", size);
        status.ableToScale(new Finding(
                true,
                "SucceededRescale",
                "the HPA controller was able to update the target scale to " + verdict.replicas()));
        return true;
    }

    private ScalingHistory history(HorizontalPodAutoscalerObject autoscaler) {
        var remembered = histories.get(autoscaler.name());
        return remembered != null && remembered.uid().equals(autoscaler.uid())
                ? remembered.history()
                : ScalingHistory.NONE;
    }

    private void remember(HorizontalPodAutoscalerObject autoscaler, ScalingHistory history) {
        histories.put(autoscaler.name(), new Remembered(autoscaler.uid(), history));
    }
}
