package dev.plimsoll.core.resize;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.resize.actuation.Grace;
import dev.plimsoll.core.resize.admission.Feasibility.Verdict;
import dev.plimsoll.core.resize.protocol.MetricChange;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.state.ActuationAttempt;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodTermination;
import dev.plimsoll.core.resize.state.ResizeCondition;
import dev.plimsoll.core.resize.state.ResizeConditions;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.status.ResizeMetrics;
import dev.plimsoll.core.resize.status.ResizeText;
import java.time.Duration;
import java.util.List;

/** Resizes from wish to end: granted, put off or refused; begun, failed, completed. */
final class ResizeDecisions {
    private static final Duration FIRST_DELAY = Duration.ofSeconds(5);
    private static final int MOST_DOUBLINGS = 4;

    private final NodeMachineRules rules;

    ResizeDecisions(NodeMachineRules rules) {
        this.rules = rules;
    }

    /** Tries everybody who waits, in order; one that does not fit never keeps another one back. */
    void evaluateAll(StepBuilder step, String trigger) {
        if (!step.state().sourcesReady() || step.state().pending().isEmpty()) return;
        for (var uid : rules.order().order(step.state())) evaluate(step, uid, trigger);
    }

    void evaluate(StepBuilder step, String uid, String trigger) {
        var record = step.pod(uid);
        if (record == null || !record.wantsResize() || !step.state().sourcesReady()) return;
        switch (rules.feasibility().judge(step.state(), record)) {
            case Verdict.Granted(var pinned) -> {
                step.changePinned(pinned);
                allocate(step, record, trigger);
            }
            case Verdict.Deferred deferred -> defer(step, record, deferred);
            case Verdict.Infeasible(var message, var detail) -> {
                // A resize is refused once, however often the node looks at it again.
                var isNews =
                        pend(step, record, Condition.INFEASIBLE, "ResizeInfeasible", Condition.INFEASIBLE, message);
                if (isNews) step.metric(MetricChange.add(ResizeMetrics.INFEASIBLE, detail));
            }
            case Verdict.AfterVictims(var uids, var signal, var meanwhile) -> {
                preempt(step, uids, signal);
                defer(step, record, meanwhile);
            }
        }
    }

    private static void allocate(StepBuilder step, PodRecord record, String trigger) {
        if (record.conditions().isDeferred()) step.metric(MetricChange.add(ResizeMetrics.DEFERRED_ACCEPTED, trigger));
        var ticket = step.saveAllocated();
        var changed = step.change(record, draft -> {
            draft.savingBefore = record.saving() != 0 ? record.savingBeforeOrNull() : record.allocated();
            draft.saving = ticket;
            draft.allocated = record.desired().granted();
            draft.conditions = record.conditions().withoutPending().started(record.generation(), step.now());
            draft.attempt = null;
            draft.retryAt = null;
            draft.failedAttempts = 0;
        });
        step.event(changed, false, "ResizeStarted", "Pod resize started: " + text(changed, record.generation(), ""));
    }

    /** Which pods are in the way is said about the node: the owner of this pod may not be allowed to see them. */
    private static void defer(StepBuilder step, PodRecord record, Verdict.Deferred deferred) {
        var isNews = pend(step, record, Condition.DEFERRED, "ResizeDeferred", deferred.reason(), deferred.message());
        if (!isNews || deferred.holders().isEmpty()) return;
        var node = step.state().facts().node().metadata();
        step.event(
                node, false, "PodResizeDeferred", "Resize of pod " + record.name() + " waits. " + deferred.holders());
    }

    /** Whether users had not been told before. */
    private static boolean pend(
            StepBuilder step, PodRecord record, String reason, String event, String cause, String message) {
        var before = record.conditions().pendingOrNull();
        var generation = record.generation();
        var conditions = record.conditions().pending(reason, message, generation, step.now());
        if (conditions.equals(record.conditions())) return false;
        step.saveAllocated();
        step.change(record, draft -> draft.conditions = conditions);
        var isNews = before == null || !before.reason().equals(reason) || before.observedGeneration() != generation;
        if (!isNews) return false;
        var json = ResizeText.of(record.pod().spec(), generation, message);
        step.event(record, true, event, "Pod resize " + cause + ": " + json);
        return true;
    }

    /** The spec asks again for what was promised. */
    void revert(StepBuilder step, PodRecord record) {
        if (record.conditions().pendingOrNull() == null) return;
        step.saveAllocated();
        step.change(record, draft -> draft.conditions = record.conditions().withoutPending());
    }

    static void preempt(StepBuilder step, List<String> uids, String signal) {
        for (var uid : uids) {
            var victim = step.pod(uid);
            if (victim == null || victim.stage() != Stage.ADMITTED) continue;
            var message = "Preempted in order to admit critical pod";
            step.event(victim, true, "Preempting", message);
            step.metric(MetricChange.add(ResizeMetrics.PREEMPTIONS, signal));
            terminate(
                    step,
                    victim,
                    new PodTermination(
                            "Failed",
                            "Preempting",
                            message,
                            "Pod was preempted by Kubelet to accommodate a critical pod.",
                            Grace.of(victim.pod().spec(), Duration.ZERO)));
        }
    }

    /** From here on its containers are stopped and none is started; what it holds it holds until they are. */
    static void terminate(StepBuilder step, PodRecord record, PodTermination ending) {
        if (record.stage() == Stage.REJECTED || record.stage() == Stage.FINISHED) return;
        if (record.stage() == Stage.TERMINATING && record.endingOrNull() != null) return;
        // A decision of the node's own is on disk before it is acted on; others are in the API or follow from what
        // runs.
        var isOurs = !ending.reason().isEmpty() && record.isAllocated() && record.stage() == Stage.ADMITTED;
        step.change(record, draft -> {
            if (isOurs) draft.saving = step.saveAllocated();
            draft.stage = record.isAllocated() || record.observed().hasSandbox() ? Stage.TERMINATING : Stage.FINISHED;
            draft.ending = ending;
            if (draft.stage == Stage.FINISHED || record.removed()) draft.conditions = ResizeConditions.NONE;
            draft.attempt = null;
            draft.retryAt = null;
        });
    }

    /** Everything is in force that was allocated. */
    void complete(StepBuilder step, PodRecord record) {
        var condition = record.conditions().inProgressOrNull();
        var attempt = record.attemptOrNull();
        var podLevel = record.allocatedSpec().resources();
        if (condition == null
                && attempt == null
                && record.actuated().resources().podLevel().equals(podLevel)) return;
        if (condition != null) {
            if (attempt != null) measure(step, attempt, true);
            step.saveAllocated();
            step.event(
                    record,
                    false,
                    "ResizeCompleted",
                    "Pod resize completed: " + text(record, condition.observedGeneration(), ""));
        }
        step.saveActuated();
        step.change(record, draft -> {
            draft.conditions = record.conditions().withoutInProgress();
            draft.actuated = record.actuated().withPodLevel(podLevel);
            draft.attempt = null;
            draft.retryAt = null;
            draft.failedAttempts = 0;
        });
    }

    void fail(StepBuilder step, PodRecord record, ActuationAttempt attempt) {
        measure(step, attempt, false);
        var error = attempt.errors();
        var before = record.conditions().inProgressOrNull();
        var conditions = record.conditions().failed(error, record.generation(), step.now());
        var isNews = before == null
                || !before.reason().equals(ResizeCondition.ERROR)
                || !before.message().equals(error);
        var doublings = Math.min(MOST_DOUBLINGS, record.failedAttempts());
        var at = step.now().plus(FIRST_DELAY.multipliedBy(1L << doublings));
        if (isNews) step.saveAllocated();
        step.change(record, draft -> {
            draft.conditions = conditions;
            draft.attempt = null;
            draft.failedAttempts = record.failedAttempts() + 1;
            draft.retryAt = at;
        });
        if (!isNews) return;
        var generation = before == null ? record.generation() : before.observedGeneration();
        step.event(record, true, "ResizeError", "Pod resize error: " + text(record, generation, error));
    }

    private static void measure(StepBuilder step, ActuationAttempt attempt, boolean success) {
        var millis = Duration.between(attempt.startedAt(), step.now()).toMillis();
        step.metric(MetricChange.sample((double) millis, ResizeMetrics.DURATION, Boolean.toString(success)));
    }

    private static String text(PodRecord record, long generation, String error) {
        return ResizeText.of(record.allocatedSpec(), generation, error);
    }

    /** A shrink that usage kept from succeeding is tried at once when it would succeed now; until then it waits its time. */
    void usageObserved(StepBuilder step, String uid, MemoryUsage usage) {
        var record = step.pod(uid);
        if (record == null || record.retryAtOrNull() == null || !record.takesResizes()) return;
        var waits = record.conditions()
                .inProgress()
                .filter(condition -> MemoryUsage.blocksShrink(condition.message()))
                .isPresent();
        if (!waits || !rules.actuation().canShrink(rules.setting(step.state(), record, 0), usage)) return;
        step.change(record, draft -> draft.retryAt = null);
    }
}
