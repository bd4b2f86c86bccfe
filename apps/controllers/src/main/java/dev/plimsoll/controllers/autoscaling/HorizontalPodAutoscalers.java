package dev.plimsoll.controllers.autoscaling;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.controllers.autoscaling.PodUsages.Seen;
import dev.plimsoll.controllers.discovery.Discovery;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.core.estimation.replicas.Finding;
import dev.plimsoll.core.estimation.replicas.PodRequest;
import dev.plimsoll.core.estimation.replicas.ScalingHistory;
import dev.plimsoll.core.estimation.replicas.Sizing;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Gives workloads as many replicas as the use of their pods asks for. */
public final class HorizontalPodAutoscalers implements Controller {
    public static final ApiResource AUTOSCALERS =
            ApiResource.namespaced("autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler");

    private final Surroundings around;
    private final AutoscalerTimes times;
    private final Cache<Workload> autoscalers;
    private final ScaleTarget scales;
    private final PodUsages usages;
    private final Round round;
    private final Events events;
    private final Map<ObjectName, Remembered> histories = new ConcurrentHashMap<>();

    /** What was done for one object; another one of the same name knows nothing of it. */
    private record Remembered(String uid, ScalingHistory history) {}

    public HorizontalPodAutoscalers(Surroundings around, Discovery discovery, AutoscalerTimes times) {
        this.around = around;
        this.times = times;
        this.autoscalers = around.informers().of(AUTOSCALERS);
        this.scales = new ScaleTarget(around.client(), discovery);
        this.usages = new PodUsages(around.client());
        this.round = new Round(PodRequest.under(around.gates()), times.periods());
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
                case Change.Added<Workload>(var name, var _) -> queue.add(name);
                case Change.Updated<Workload>(var name, var before, var now) -> {
                    // What this controller writes itself is no reason to look again; time is.
                    if (!before.spec().equals(now.spec())) queue.add(name);
                }
                case Change.Removed<Workload>(var name, var _) -> histories.remove(name);
                case Change.Synced<Workload> _ -> {}
            }
        });
    }

    @Override
    public Turn turn(ObjectName key) {
        var found = autoscalers.find(key);
        if (found.isEmpty() || found.get().meta().isBeingDeleted()) {
            histories.remove(key);
            return Turn.SETTLED;
        }
        var autoscaler = found.get();
        var now = around.time().instant();
        var status = new AutoscalerStatus(autoscaler, now);
        reconcile(autoscaler, status, now);
        var problem = StatusWrite.ofChanged(around.client(), AUTOSCALERS, autoscaler, status.document());
        return problem.isEmpty() ? new Turn.Again(times.sync()) : new Turn.Failed(problem);
    }

    private void reconcile(Workload autoscaler, AutoscalerStatus status, Instant now) {
        var spec = AutoscalerSpec.of(autoscaler.spec(), times.stabilization(), times.tolerance());
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
            Workload autoscaler,
            AutoscalerSpec spec,
            ScaleTarget.Read.Scale scale,
            AutoscalerStatus status,
            Instant now) {
        var current = scale.replicas();
        var history = history(autoscaler).beginning(current, now);
        var verdict = Verdict.withoutMetrics(spec, current, history)
                .orElseGet(() -> measured(autoscaler, spec, scale, history, status, now));
        say(status, verdict);
        var remembered = verdict.history();
        if (verdict.replicas() != current) {
            if (!rescale(autoscaler, scale, verdict, status)) {
                status.replicas(scale.running(), current);
                remember(autoscaler, remembered);
                return;
            }
            status.scaled();
            var kept = spec.behavior().map(behavior -> behavior.longestPeriod()).orElse(Duration.ZERO);
            remembered = remembered.changing(verdict.replicas() - current, now, kept);
        }
        status.replicas(scale.running(), verdict.replicas());
        remember(autoscaler, remembered);
    }

    private Verdict measured(
            Workload autoscaler,
            AutoscalerSpec spec,
            ScaleTarget.Read.Scale scale,
            ScalingHistory history,
            AutoscalerStatus status,
            Instant now) {
        var current = scale.replicas();
        if (scale.selector().isEmpty()) {
            events.warning(autoscaler.about(), "SelectorRequired", "selector is required");
            events.warning(autoscaler.about(), "FailedComputeMetricsReplicas", "selector is required");
            var missing = new Finding(false, "InvalidSelector", "the HPA target's scale is missing a selector");
            return new Verdict(current, "", null, missing, null, history);
        }
        var said = round.of(spec, seen(autoscaler, scale), current, now);
        status.metrics(said.readings());
        for (var warning : said.warnings()) events.warning(autoscaler.about(), warning.reason(), warning.message());
        if (said.replicas() < 0) {
            events.warning(autoscaler.about(), "FailedComputeMetricsReplicas", said.problem());
        }
        return Verdict.of(spec, new Sizing(spec.range(), times.stabilization()), said, current, history, now);
    }

    private Seen seen(Workload autoscaler, ScaleTarget.Read.Scale scale) {
        return usages.of(autoscaler.name().namespace(), scale.selector());
    }

    private static void say(AutoscalerStatus status, Verdict verdict) {
        if (verdict.ableToScaleOrNull() != null) status.ableToScale(verdict.ableToScaleOrNull());
        if (verdict.scalingActiveOrNull() != null) status.scalingActive(verdict.scalingActiveOrNull());
        if (verdict.scalingLimitedOrNull() != null) status.scalingLimited(verdict.scalingLimitedOrNull());
    }

    private boolean rescale(
            Workload autoscaler, ScaleTarget.Read.Scale scale, Verdict verdict, AutoscalerStatus status) {
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

    private ScalingHistory history(Workload autoscaler) {
        var remembered = histories.get(autoscaler.name());
        return remembered != null && remembered.uid().equals(autoscaler.uid())
                ? remembered.history()
                : ScalingHistory.NONE;
    }

    private void remember(Workload autoscaler, ScalingHistory history) {
        histories.put(autoscaler.name(), new Remembered(autoscaler.uid(), history));
    }
}
