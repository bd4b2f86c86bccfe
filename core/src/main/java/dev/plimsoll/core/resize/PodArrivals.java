package dev.plimsoll.core.resize;

import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.actuation.Grace;
import dev.plimsoll.core.resize.admission.AdmissionRefusal;
import dev.plimsoll.core.resize.admission.PodAdmission.Answer;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.MetricChange;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.Held;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.core.resize.state.PodTermination;
import dev.plimsoll.core.resize.state.ResizeConditions;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.status.ResizeMetrics;
import dev.plimsoll.core.topology.placement.PlacementSentence;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Pods that come, change and go. */
final class PodArrivals {
    private final NodeMachineRules rules;
    private final ResizeDecisions resizes;

    PodArrivals(NodeMachineRules rules, ResizeDecisions resizes) {
        this.rules = rules;
        this.resizes = resizes;
    }

    void restarted(StepBuilder step, NodeEvent.Restarted event) {
        var uids = new TreeSet<>(event.allocated().pods().keySet());
        uids.addAll(event.actuated().pods().keySet());
        uids.addAll(event.running().keySet());
        var pinned = event.pinnedOrNull();
        step.changeFound(found -> {
            var all = found;
            for (var uid : uids) {
                all = all.with(
                        uid,
                        new NodeState.Found(
                                event.allocated().pods().get(uid),
                                event.actuated().pods().get(uid),
                                event.running().getOrDefault(uid, PodObservation.NOTHING),
                                pinned != null && pinned.settled().contains(uid)));
            }
            return all;
        });
        var node = step.state().facts().node().metadata();
        if (pinned != null) {
            step.changePinned(pinned.state());
            for (var note : pinned.healed()) step.event(node, true, "CheckpointAdjusted", note);
        }
        for (var file : new TreeSet<>(event.damaged().keySet())) {
            step.event(
                    node,
                    true,
                    "CheckpointDamaged",
                    "Checkpoint " + file + " was set aside and is rebuilt from what runs and from the API: "
                            + event.damaged().get(file));
        }
        step.wakeNode(NodeMachine.FIRST_RETRY);
    }

    /** Pods that were let in before come first: nobody new may take what they were promised. */
    void added(StepBuilder step, NodeEvent.PodsAdded event) {
        var state = step.state();
        var pods = event.pods().stream()
                .map(rules::visible)
                .sorted(Comparator.comparing(
                        pod -> !isKnown(state, pod.metadata().uid())))
                .toList();
        for (var pod : pods) {
            var known = step.pod(pod.metadata().uid());
            if (known != null) updated(step, pod);
            else add(step, pod, event.source());
        }
    }

    private static boolean isKnown(NodeState state, String uid) {
        var found = state.found().get(uid);
        return found != null && (found.allocated() != null || found.observed().hasSandbox());
    }

    private void add(StepBuilder step, Pod pod, PodSource source) {
        var uid = pod.metadata().uid();
        var found = step.state().found().get(uid);
        if (pod.status().isTerminal() && (found == null || !found.observed().hasSandbox())) {
            // Who told of its end did not live to remove it.
            if (source == PodSource.API && pod.metadata().deletionOrNull() != null)
                step.say(new Effect.ForgetPod(pod.metadata()));
            return;
        }
        var draft = PodRecordDraft.heardOf(pod, source, step.now()).edit();
        if (found != null) adopt(draft, found, step);
        step.changeFound(all -> all.without(uid));
        if (draft.ending != null) {
            // What has ended before holds nothing, even if others have grown into its place since.
            var isGone = !draft.observed.hasSandbox() && draft.observed.actual().podOrNull() == null;
            step.change(draft.done(), ended -> {
                ended.stage = isGone ? Stage.FINISHED : Stage.TERMINATING;
                if (isGone) ended.conditions = ResizeConditions.NONE;
            });
            if (isGone) step.release(uid);
        } else {
            admit(step, draft.done(), found != null && found.isSettled());
        }
        var record = step.pod(uid);
        if (record != null && record.pod().metadata().deletionOrNull() != null) delete(step, record);
    }

    private void adopt(PodRecordDraft draft, NodeState.Found found, StepBuilder step) {
        draft.observed = found.observed();
        if (found.actuated() != null) {
            draft.actuated = found.actuated().actuated();
            draft.backoffs = Map.copyOf(found.actuated().backoffs());
            draft.delayFromEnd();
        }
        var recorded = draft.actuated;
        draft.actuated = InForce.after(
                draft.actuated,
                found.observed().actual(),
                found.actuated() == null ? Map.of() : found.actuated().instances());
        draft.conditions = RecordRebuild.conditions(draft.pod.status(), step.now());
        var allocated = found.allocated();
        if (allocated != null) {
            draft.allocated = allocated.allocated();
            draft.conditions = allocated.conditions();
            draft.ending = allocated.endingOrNull();
            draft.removedCounts = Map.copyOf(allocated.removedCounts());
            if (!allocated.held().isEmpty()) draft.held = Held.of(allocated.held());
        } else if (found.observed().hasSandbox()) {
            draft.allocated = RecordRebuild.allocated(draft.pod);
        }
        draft.conditions = draft.conditions.unjudged(draft.pod.metadata().generation());
        if (found.actuated() == null && draft.allocated != null) {
            draft.actuated = LostActuation.rebuilt(
                    rules.actuation().values(), draft.done(), step.state().facts());
        }
        if (!draft.actuated.equals(recorded)) step.saveActuated();
        if (draft.pod.status().isTerminal() && draft.ending == null) draft.ending = PodTermination.completed();
    }

    /** @param isSettled whether what the pod has for itself is not to be decided again */
    private void admit(StepBuilder step, PodRecord record, boolean isSettled) {
        if (!record.isAllocated() && isUnnamedPinned(step.state())) {
            step.change(record, draft -> draft.stage = Stage.WAITING);
            return;
        }
        var decision = rules.admission().admit(step.state(), record, isSettled);
        decision.metrics().forEach(step::metric);
        switch (decision.answer()) {
            case Answer.Admitted(var pinned) -> {
                step.changePinned(pinned);
                if (!record.isAllocated()) notice(step, record);
                let(step, record);
            }
            case Answer.Refused(var refusal) -> refuse(step, record, refusal);
            case Answer.AfterVictims(var uids, var signal) -> {
                step.change(record, draft -> draft.stage = Stage.WAITING);
                ResizeDecisions.preempt(step, uids, signal);
            }
        }
    }

    /**
     * Whether a checkpoint has CPUs or memory of a pod that nobody has named so far. If it has ended, whoever sent a new pod counts them as
     * free: the process may have died after it told so and before it wrote that down.
     */
    private static boolean isUnnamedPinned(NodeState state) {
        if (state.sourcesReady() || state.found().isEmpty()) return false;
        return state.pinned().uids().stream().anyMatch(state.found()::contains);
    }

    /** A pod that gets less to itself than its users may expect is told of once. */
    private void notice(StepBuilder step, PodRecord record) {
        var resourceManagers = rules.resourceManagers();
        if (resourceManagers == null) return;
        for (var notice : resourceManagers.notices(record.allocatedPod())) {
            step.event(record, notice.isWarning(), notice.reason(), notice.message());
            step.say(new Effect.Log(record.pod().metadata(), notice.message()));
        }
    }

    private void let(StepBuilder step, PodRecord record) {
        var mode = ResizeMetrics.configMode(record);
        var qos = rules.qos().of(record.pod().spec()).kubernetesName().toLowerCase(Locale.ROOT);
        step.metric(MetricChange.add(ResizeMetrics.ADMITTED, mode, qos));
        var isNew = !record.isAllocated();
        var ticket = isNew ? step.saveAllocated() : 0;
        var admitted = step.change(record, draft -> {
            draft.stage = Stage.ADMITTED;
            if (!isNew && record.desired().matches(record.allocated())) {
                draft.conditions = record.conditions().withoutPending();
            }
            if (!isNew) return;
            draft.allocated = record.desired().granted();
            draft.saving = ticket;
        });
        var placement = isNew ? rules.ownResources(step.state(), admitted) : null;
        if (placement != null) step.event(record, false, "ResourcesAssigned", PlacementSentence.of(placement));
        if (!isNew && step.state().sourcesReady()) resizes.evaluate(step, record.uid(), "pods_added");
    }

    private static void refuse(StepBuilder step, PodRecord record, AdmissionRefusal refusal) {
        step.event(record, true, refusal.reason(), refusal.message());
        step.metric(MetricChange.add(ResizeMetrics.REJECTED, ResizeMetrics.rejection(refusal.reason())));
        if (record.observed().hasSandbox()) {
            var message = "Pod was rejected: " + refusal.message();
            ResizeDecisions.terminate(
                    step, record, new PodTermination("Failed", refusal.reason(), message, "", Duration.ofSeconds(30)));
            return;
        }
        step.change(record, draft -> {
            draft.stage = Stage.REJECTED;
            draft.allocated = null;
            draft.ending = new PodTermination("Failed", refusal.reason(), refusal.message(), "", Duration.ZERO);
        });
    }

    /** Critical pods for which room was made, whoever waits for them to be gone, and new pods that waited for all sources. */
    void retryWaiting(StepBuilder step) {
        for (var uid : step.state().waiting().uids()) {
            var record = step.pod(uid);
            if (record != null) admit(step, record, false);
        }
    }

    void sourcesReady(StepBuilder step) {
        step.sourcesReady();
        removeUnclaimed(step);
        releaseUnclaimed(step);
        retryWaiting(step);
        resizes.evaluateAll(step, "pods_added");
        // The node may have changed while nobody looked.
        for (var record : step.state().pods().values()) {
            if (record.conditions().isInfeasible()) resizes.evaluate(step, record.uid(), "pods_added");
        }
    }

    /** What a restart found and nobody claims is brought to its end. */
    void removeUnclaimed(StepBuilder step) {
        if (!step.state().sourcesReady()) return;
        for (var uid : step.state().found().uids()) {
            var found = step.state().found().get(uid);
            if (found == null) continue;
            if (found.observed().hasSandbox()) {
                step.act(new Act.RemovePod(uid, step.ticket(), found.observed().sandboxId(), QosClass.BURSTABLE));
            } else {
                forgetFound(step, uid);
            }
        }
    }

    /** CPUs and memory of pods that have ended, where the process ended before it wrote that down. */
    private static void releaseUnclaimed(StepBuilder step) {
        for (var uid : step.state().pinned().uids()) {
            var record = step.pod(uid);
            var isHeld = record == null
                    ? step.state().found().contains(uid)
                    : record.stage().holdsResources();
            if (!isHeld) step.release(uid);
        }
    }

    static void forgetFound(StepBuilder step, String uid) {
        step.changeFound(all -> all.without(uid));
        step.release(uid);
        step.free("pods_removed");
        step.saveAllocated();
        step.saveActuated();
    }

    void updated(StepBuilder step, Pod pod) {
        var record = step.pod(pod.metadata().uid());
        if (record == null) return;
        var before = PodResources.of(record.pod().spec());
        var after = PodResources.of(pod.spec());
        var generation = pod.metadata().generation();
        var changed = step.change(record, draft -> {
            draft.pod = pod;
            // Nothing is judged before all sources have named their pods.
            if (!step.state().sourcesReady() && !before.isSameAs(after))
                draft.conditions = draft.conditions.unjudged(generation);
        });
        if (pod.metadata().deletionOrNull() != null) {
            delete(step, changed);
        } else if (changed.stage() == Stage.WAITING) {
            admit(step, changed, false);
            return;
        }
        if (changed.stage().holdsResources() && !before.isSameAs(after)) resize(step, pod, before);
    }

    /** A pod whose end begins at this moment is judged when its containers were told to stop. */
    private void resize(StepBuilder step, Pod pod, PodResources before) {
        ResizeMetrics.requested(before, PodResources.of(pod.spec())).forEach(step::metric);
        var record = step.pod(pod.metadata().uid());
        if (record == null || !record.takesResizes()) return;
        if (record.wantsResize()) resizes.evaluate(step, record.uid(), "pod_updated");
        else resizes.revert(step, record);
    }

    private static void delete(StepBuilder step, PodRecord record) {
        var deletion = record.pod().metadata().deletionOrNull();
        var grace = deletion == null
                ? Grace.of(record.pod().spec(), Duration.ZERO)
                : Duration.ofSeconds(Math.max(0, deletion.graceSeconds()));
        if (record.stage() == Stage.FINISHED || record.stage() == Stage.REJECTED) {
            step.say(new Effect.ForgetPod(record.pod().metadata()));
        } else {
            ResizeDecisions.terminate(step, record, PodTermination.deleted(grace));
        }
    }

    void removed(StepBuilder step, String uid) {
        var record = step.pod(uid);
        if (record == null) return;
        var isGone = !record.stage().holdsResources();
        if (isGone) {
            step.drop(record, "pods_removed");
            return;
        }
        step.free("pods_removed");
        var changed = step.change(record, draft -> {
            draft.removed = true;
            draft.conditions = ResizeConditions.NONE;
        });
        ResizeDecisions.terminate(step, changed, PodTermination.deleted(Duration.ofSeconds(1)));
    }

    void shutdownBegun(StepBuilder step) {
        var facts = step.state().facts();
        if (facts.isShuttingDown()) return;
        step.changeFacts(facts.shuttingDown());
        step.event(facts.node().metadata(), false, "Shutdown", "Shutdown manager detected shutdown event");
    }

    void shutDown(StepBuilder step, NodeEvent.PodShutDown ended) {
        var record = step.pod(ended.uid());
        if (record == null || record.stage() != Stage.ADMITTED) return;
        var message = "Pod was terminated in response to imminent node shutdown.";
        ResizeDecisions.terminate(
                step, record, new PodTermination("Failed", "Terminated", message, message, ended.grace()));
    }

    void evicted(StepBuilder step, NodeEvent.EvictionAsked asked) {
        var record = step.pod(asked.uid());
        if (record == null || record.stage() != Stage.ADMITTED) return;
        step.event(record, true, asked.reason(), asked.message());
        var disruption = asked.isDisruption() ? asked.message() : "";
        ResizeDecisions.terminate(
                step, record, new PodTermination("Failed", asked.reason(), asked.message(), disruption, asked.grace()));
    }
}
