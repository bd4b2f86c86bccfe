package dev.plimsoll.core.resize;

import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.actuation.Grace;
import dev.plimsoll.core.resize.admission.PodAdmission.Answer;
import dev.plimsoll.core.resize.admission.Refusal;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.Event;
import dev.plimsoll.core.resize.protocol.Metric;
import dev.plimsoll.core.resize.state.Ending;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.PodResources;
import dev.plimsoll.core.resize.state.Source;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.status.ResizeMetrics;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Pods that come, change and go. */
final class Arrivals {
    private final Rules rules;
    private final Resizes resizes;

    Arrivals(Rules rules, Resizes resizes) {
        this.rules = rules;
        this.resizes = resizes;
    }

    void restarted(Turn turn, Event.Restarted event) {
        var uids = new TreeSet<>(event.allocated().pods().keySet());
        uids.addAll(event.actuated().pods().keySet());
        uids.addAll(event.running().keySet());
        turn.changeFound(found -> {
            var all = found;
            for (var uid : uids) {
                all = all.with(
                        uid,
                        new NodeState.Found(
                                event.allocated().pods().get(uid),
                                event.actuated().pods().get(uid),
                                event.running().getOrDefault(uid, PodObservation.NOTHING)));
            }
            return all;
        });
        if (event.pinnedOrNull() != null) turn.changePinned(event.pinnedOrNull());
        var node = turn.state().facts().node().metadata();
        for (var file : new TreeSet<>(event.damaged().keySet())) {
            turn.event(
                    node,
                    true,
                    "CheckpointDamaged",
                    "Checkpoint " + file + " was set aside and is rebuilt from what runs and from the API: "
                            + event.damaged().get(file));
        }
        turn.wakeNode(NodeMachine.FIRST_RETRY);
    }

    /** Pods that were let in before come first: nobody new may take what they were promised. */
    void added(Turn turn, Event.PodsAdded event) {
        var state = turn.state();
        var pods = event.pods().stream()
                .sorted(Comparator.comparing(
                        pod -> !isKnown(state, pod.metadata().uid())))
                .toList();
        for (var pod : pods) {
            var known = turn.pod(pod.metadata().uid());
            if (known != null) updated(turn, pod);
            else add(turn, pod, event.source());
        }
    }

    private static boolean isKnown(NodeState state, String uid) {
        var found = state.found().get(uid);
        return found != null && (found.allocated() != null || found.observed().hasSandbox());
    }

    private void add(Turn turn, Pod pod, Source source) {
        var uid = pod.metadata().uid();
        var found = turn.state().found().get(uid);
        if (pod.status().isTerminal() && (found == null || !found.observed().hasSandbox())) return;
        var draft = PodRecordDraft.heardOf(pod, source, turn.now()).edit();
        if (found != null) adopt(draft, found, turn);
        turn.changeFound(all -> all.without(uid));
        if (draft.ending != null) {
            // What has ended before holds nothing, be it that others have grown into its place since.
            var isGone = !draft.observed.hasSandbox() && draft.observed.actual().podOrNull() == null;
            draft.stage = isGone ? Stage.FINISHED : Stage.TERMINATING;
            turn.change(draft.done(), same -> {});
        } else {
            admit(turn, draft.done());
        }
        var record = turn.pod(uid);
        if (record != null && record.pod().metadata().deletionOrNull() != null) delete(turn, record);
    }

    private static void adopt(PodRecordDraft draft, NodeState.Found found, Turn turn) {
        draft.observed = found.observed();
        if (found.actuated() != null) draft.actuated = found.actuated().actuated();
        var recorded = draft.actuated;
        draft.actuated = InForce.after(
                draft.actuated,
                found.observed().actual(),
                found.actuated() == null ? Map.of() : found.actuated().instances());
        if (!draft.actuated.equals(recorded)) turn.saveActuated();
        draft.conditions = Rebuild.conditions(draft.pod.status(), turn.now());
        var allocated = found.allocated();
        if (allocated != null) {
            draft.allocated = allocated.allocated();
            draft.conditions = allocated.conditions();
            draft.ending = allocated.endingOrNull();
        } else if (found.observed().hasSandbox()) {
            draft.allocated = Rebuild.allocated(draft.pod);
        }
        if (draft.pod.status().isTerminal() && draft.ending == null) draft.ending = Ending.completed();
    }

    private void admit(Turn turn, PodRecord record) {
        switch (rules.admission().admit(turn.state(), record)) {
            case Answer.Admitted(var pinned) -> {
                turn.changePinned(pinned);
                let(turn, record);
            }
            case Answer.Refused(var refusal) -> refuse(turn, record, refusal);
            case Answer.AfterVictims(var uids, var signal) -> {
                turn.change(record, draft -> draft.stage = Stage.WAITING);
                Resizes.preempt(turn, uids, signal);
            }
        }
    }

    private void let(Turn turn, PodRecord record) {
        var mode = ResizeMetrics.configMode(record);
        var qos = rules.qos().of(record.pod().spec()).kubernetesName().toLowerCase(Locale.ROOT);
        turn.metric(Metric.add(ResizeMetrics.ADMITTED, mode, qos));
        var isNew = !record.isAllocated();
        var ticket = isNew ? turn.saveAllocated() : 0;
        turn.change(record, draft -> {
            draft.stage = Stage.ADMITTED;
            if (!isNew && record.desired().matches(record.allocated())) {
                draft.conditions = record.conditions().withoutPending();
            }
            if (!isNew) return;
            draft.allocated = record.desired().granted();
            draft.saving = ticket;
        });
        if (!isNew && turn.state().sourcesReady()) resizes.evaluate(turn, record.uid(), "pods_added");
    }

    private static void refuse(Turn turn, PodRecord record, Refusal refusal) {
        turn.event(record, true, refusal.reason(), refusal.message());
        turn.metric(Metric.add(ResizeMetrics.REJECTED, ResizeMetrics.rejection(refusal.reason())));
        if (record.observed().hasSandbox()) {
            var message = "Pod was rejected: " + refusal.message();
            Resizes.terminate(
                    turn, record, new Ending("Failed", refusal.reason(), message, "", Duration.ofSeconds(30)));
            return;
        }
        turn.change(record, draft -> {
            draft.stage = Stage.REJECTED;
            draft.allocated = null;
            draft.ending = new Ending("Failed", refusal.reason(), refusal.message(), "", Duration.ZERO);
        });
    }

    /** Critical pods for which room was made, and whoever waits for them to be gone. */
    void retryWaiting(Turn turn) {
        for (var record : turn.state().pods().values()) {
            if (record.stage() == Stage.WAITING) admit(turn, record);
        }
    }

    void sourcesReady(Turn turn) {
        turn.sourcesReady();
        removeUnclaimed(turn);
        releaseUnclaimed(turn);
        resizes.evaluateAll(turn, "pods_added");
        // The node may have changed while nobody looked.
        for (var record : turn.state().pods().values()) {
            if (record.conditions().isInfeasible()) resizes.evaluate(turn, record.uid(), "pods_added");
        }
    }

    /** What a restart found and nobody claims is brought to its end. */
    void removeUnclaimed(Turn turn) {
        if (!turn.state().sourcesReady()) return;
        for (var uid : turn.state().found().uids()) {
            var found = turn.state().found().get(uid);
            if (found == null) continue;
            if (found.observed().hasSandbox()) {
                turn.act(new Act.RemovePod(uid, turn.ticket(), found.observed().sandboxId(), QosClass.BURSTABLE));
            } else {
                forgetFound(turn, uid);
            }
        }
    }

    /** CPUs and memory of pods that have ended, where the process ended before it wrote that down. */
    private static void releaseUnclaimed(Turn turn) {
        var pinned = turn.state().pinned();
        var uids = new TreeSet<>(pinned.cpus().pods().keySet());
        uids.addAll(pinned.memory().pods().keySet());
        for (var uid : uids) {
            var record = turn.pod(uid);
            var isHeld = record == null
                    ? turn.state().found().contains(uid)
                    : record.stage().holdsResources();
            if (!isHeld) turn.release(uid);
        }
    }

    static void forgetFound(Turn turn, String uid) {
        turn.changeFound(all -> all.without(uid));
        turn.release(uid);
        turn.saveAllocated();
        turn.saveActuated();
    }

    void updated(Turn turn, Pod pod) {
        var record = turn.pod(pod.metadata().uid());
        if (record == null) return;
        var before = PodResources.of(record.pod().spec());
        var after = PodResources.of(pod.spec());
        var changed = turn.change(record, draft -> draft.pod = pod);
        if (pod.metadata().deletionOrNull() != null) {
            delete(turn, changed);
            return;
        }
        if (changed.stage() == Stage.WAITING) admit(turn, changed);
        if (changed.stage() != Stage.ADMITTED || before.isSameAs(after)) return;
        ResizeMetrics.requested(before, after).forEach(turn::metric);
        if (changed.wantsResize()) resizes.evaluate(turn, changed.uid(), "pod_updated");
        else resizes.revert(turn, changed);
    }

    private static void delete(Turn turn, PodRecord record) {
        var deletion = record.pod().metadata().deletionOrNull();
        var grace = deletion == null
                ? Grace.of(record.pod().spec(), Duration.ZERO)
                : Duration.ofSeconds(Math.max(0, deletion.graceSeconds()));
        if (record.stage() == Stage.FINISHED || record.stage() == Stage.REJECTED) {
            turn.say(new Effect.ForgetPod(record.pod().metadata()));
        } else {
            Resizes.terminate(turn, record, Ending.deleted(grace));
        }
    }

    void removed(Turn turn, String uid) {
        var record = turn.pod(uid);
        if (record == null) return;
        var isGone = !record.stage().holdsResources();
        if (isGone) {
            turn.drop(record, "pods_removed");
            return;
        }
        turn.free("pods_removed");
        var changed = turn.change(record, draft -> draft.removed = true);
        Resizes.terminate(turn, changed, Ending.deleted(Duration.ofSeconds(1)));
    }

    void evicted(Turn turn, Event.EvictionAsked asked) {
        var record = turn.pod(asked.uid());
        if (record == null || record.stage() != Stage.ADMITTED) return;
        turn.event(record, true, asked.reason(), asked.message());
        Resizes.terminate(
                turn, record, new Ending("Failed", asked.reason(), asked.message(), asked.message(), asked.grace()));
    }
}
