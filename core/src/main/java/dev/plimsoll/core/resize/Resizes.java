package dev.plimsoll.core.resize;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.resize.actuation.Grace;
import dev.plimsoll.core.resize.admission.Feasibility.Verdict;
import dev.plimsoll.core.resize.protocol.Metric;
import dev.plimsoll.core.resize.state.Attempt;
import dev.plimsoll.core.resize.state.Ending;
import dev.plimsoll.core.resize.state.MemoryUsage;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.ResizeCondition;
import dev.plimsoll.core.resize.state.ResizeConditions;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.status.ResizeMetrics;
import dev.plimsoll.core.resize.status.ResizeText;
import java.time.Duration;
import java.util.List;

/** Resizes from wish to end: granted, put off or refused; begun, failed, completed. */
final class Resizes {
    private static final Duration FIRST_DELAY = Duration.ofSeconds(5);
    private static final int MOST_DOUBLINGS = 4;

    private final Rules rules;

    Resizes(Rules rules) {
        this.rules = rules;
    }

    /** Tries everybody who waits, in order; one that does not fit never keeps another one back. */
    void evaluateAll(Turn turn, String trigger) {
        if (!turn.state().sourcesReady() || turn.state().pending().isEmpty()) return;
        for (var uid : rules.order().order(turn.state())) evaluate(turn, uid, trigger);
    }

    void evaluate(Turn turn, String uid, String trigger) {
        var record = turn.pod(uid);
        if (record == null || !record.wantsResize() || !turn.state().sourcesReady()) return;
        switch (rules.feasibility().judge(turn.state(), record)) {
            case Verdict.Granted(var pinned) -> {
                turn.changePinned(pinned);
                allocate(turn, record, trigger);
            }
            case Verdict.Deferred deferred -> defer(turn, record, deferred);
            case Verdict.Infeasible(var message, var detail) -> {
                turn.metric(Metric.add(ResizeMetrics.INFEASIBLE, detail));
                var _ = pend(turn, record, Condition.INFEASIBLE, "ResizeInfeasible", Condition.INFEASIBLE, message);
            }
            case Verdict.AfterVictims(var uids, var signal, var meanwhile) -> {
                preempt(turn, uids, signal);
                defer(turn, record, meanwhile);
            }
        }
    }

    private static void allocate(Turn turn, PodRecord record, String trigger) {
        if (record.conditions().isDeferred()) turn.metric(Metric.add(ResizeMetrics.DEFERRED_ACCEPTED, trigger));
        var ticket = turn.saveAllocated();
        var changed = turn.change(record, draft -> {
            draft.savingBefore = record.saving() != 0 ? record.savingBeforeOrNull() : record.allocated();
            draft.saving = ticket;
            draft.allocated = record.desired().granted();
            draft.conditions = record.conditions().withoutPending().started(record.generation(), turn.now());
            draft.attempt = null;
            draft.retryAt = null;
            draft.failedAttempts = 0;
        });
        turn.event(changed, false, "ResizeStarted", "Pod resize started: " + text(changed, record.generation(), ""));
    }

    /** Which pods are in the way is said about the node: the owner of this pod may not be allowed to see them. */
    private static void defer(Turn turn, PodRecord record, Verdict.Deferred deferred) {
        var isNews = pend(turn, record, Condition.DEFERRED, "ResizeDeferred", deferred.reason(), deferred.message());
        if (!isNews || deferred.holders().isEmpty()) return;
        var node = turn.state().facts().node().metadata();
        turn.event(
                node, false, "PodResizeDeferred", "Resize of pod " + record.name() + " waits. " + deferred.holders());
    }

    /** Whether users had not been told before. */
    private static boolean pend(
            Turn turn, PodRecord record, String reason, String event, String cause, String message) {
        var before = record.conditions().pendingOrNull();
        var generation = record.generation();
        var conditions = record.conditions().pending(reason, message, generation, turn.now());
        if (conditions.equals(record.conditions())) return false;
        turn.saveAllocated();
        turn.change(record, draft -> draft.conditions = conditions);
        var isNews = before == null || !before.reason().equals(reason) || before.observedGeneration() != generation;
        if (!isNews) return false;
        var json = ResizeText.of(record.pod().spec(), generation, message);
        turn.event(record, true, event, "Pod resize " + cause + ": " + json);
        return true;
    }

    /** The spec asks again for what was promised. */
    void revert(Turn turn, PodRecord record) {
        if (record.conditions().pendingOrNull() == null) return;
        turn.saveAllocated();
        turn.change(record, draft -> draft.conditions = record.conditions().withoutPending());
    }

    static void preempt(Turn turn, List<String> uids, String signal) {
        for (var uid : uids) {
            var victim = turn.pod(uid);
            if (victim == null || victim.stage() != Stage.ADMITTED) continue;
            var message = "Preempted in order to admit critical pod";
            turn.event(victim, true, "Preempting", message);
            turn.metric(Metric.add(ResizeMetrics.PREEMPTIONS, signal));
            terminate(
                    turn,
                    victim,
                    new Ending(
                            "Failed",
                            "Preempting",
                            message,
                            "Pod was preempted by Kubelet to accommodate a critical pod.",
                            Grace.of(victim.pod().spec(), Duration.ZERO)));
        }
    }

    /** From here on its containers are only stopped; what it holds it holds until they are. */
    static void terminate(Turn turn, PodRecord record, Ending ending) {
        if (record.stage() == Stage.REJECTED || record.stage() == Stage.FINISHED) return;
        // A decision of the node's own is on disk before it is acted on; others are in the API or follow from what
        // runs.
        var isOurs = !ending.reason().isEmpty() && record.isAllocated() && record.stage() == Stage.ADMITTED;
        turn.change(record, draft -> {
            if (isOurs) draft.saving = turn.saveAllocated();
            draft.stage = record.isAllocated() || record.observed().hasSandbox() ? Stage.TERMINATING : Stage.FINISHED;
            if (record.endingOrNull() == null || record.stage() != Stage.TERMINATING) draft.ending = ending;
            draft.conditions = ResizeConditions.NONE;
            draft.attempt = null;
            draft.retryAt = null;
        });
    }

    /** Everything is in force that was allocated. */
    void complete(Turn turn, PodRecord record) {
        var condition = record.conditions().inProgressOrNull();
        var attempt = record.attemptOrNull();
        var podLevel = record.allocatedSpec().resources();
        if (condition == null
                && attempt == null
                && record.actuated().resources().podLevel().equals(podLevel)) return;
        if (attempt != null) measure(turn, attempt, true);
        if (condition != null) {
            turn.saveAllocated();
            turn.event(
                    record,
                    false,
                    "ResizeCompleted",
                    "Pod resize completed: " + text(record, condition.observedGeneration(), ""));
        }
        turn.saveActuated();
        turn.change(record, draft -> {
            draft.conditions = record.conditions().withoutInProgress();
            draft.actuated = record.actuated().withPodLevel(podLevel);
            draft.attempt = null;
            draft.retryAt = null;
            draft.failedAttempts = 0;
        });
    }

    void fail(Turn turn, PodRecord record, Attempt attempt) {
        measure(turn, attempt, false);
        var error = attempt.errors();
        var before = record.conditions().inProgressOrNull();
        var conditions = record.conditions().failed(error, record.generation(), turn.now());
        var isNews = before == null
                || !before.reason().equals(ResizeCondition.ERROR)
                || !before.message().equals(error);
        var doublings = Math.min(MOST_DOUBLINGS, record.failedAttempts());
        var at = turn.now().plus(FIRST_DELAY.multipliedBy(1L << doublings));
        if (isNews) turn.saveAllocated();
        turn.change(record, draft -> {
            draft.conditions = conditions;
            draft.attempt = null;
            draft.failedAttempts = record.failedAttempts() + 1;
            draft.retryAt = at;
        });
        if (!isNews) return;
        var generation = before == null ? record.generation() : before.observedGeneration();
        turn.event(record, true, "ResizeError", "Pod resize error: " + text(record, generation, error));
    }

    private static void measure(Turn turn, Attempt attempt, boolean success) {
        var millis = Duration.between(attempt.startedAt(), turn.now()).toMillis();
        turn.metric(Metric.sample((double) millis, ResizeMetrics.DURATION, Boolean.toString(success)));
    }

    private static String text(PodRecord record, long generation, String error) {
        return ResizeText.of(record.allocatedSpec(), generation, error);
    }

    /** A shrink that usage had kept from succeeding is tried at once when usage is known to have changed. */
    void usageObserved(Turn turn, String uid, MemoryUsage usage) {
        var record = turn.pod(uid);
        if (record == null || record.retryAtOrNull() == null) return;
        var waits = record.conditions()
                .inProgress()
                .filter(condition -> condition.message().contains("cannot decrease memory limits"))
                .isPresent();
        var pod = usage.podOrNull();
        var target = record.actuated().podOrNull();
        if (!waits || pod == null || target == null) return;
        turn.change(record, draft -> draft.retryAt = null);
    }
}
