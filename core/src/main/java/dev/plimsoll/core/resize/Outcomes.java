package dev.plimsoll.core.resize;

import dev.plimsoll.core.resize.actuation.SandboxView;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.Event;
import dev.plimsoll.core.resize.state.Attempt;
import dev.plimsoll.core.resize.state.Backoff;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.MemoryUsage;
import dev.plimsoll.core.resize.state.PodLimits;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.Stage;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What came of what was asked for. */
final class Outcomes {
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final Duration SAVE_AGAIN = Duration.ofSeconds(1);

    void saved(Turn turn, Checkpoint.File file, long ticket) {
        if (file != Checkpoint.File.ALLOCATED) return;
        for (var uid : turn.state().saving().uids()) {
            var record = turn.pod(uid);
            if (record == null || record.saving() > ticket) continue;
            turn.change(record, draft -> {
                draft.saving = 0;
                draft.savingBefore = null;
            });
        }
    }

    /** Nothing was done yet about what is not on disk, so that nothing has to be taken back: it is tried again. */
    void saveFailed(Turn turn, Event.SaveFailed failed) {
        turn.event(turn.state().facts().node().metadata(), true, "CheckpointNotWritten", failed.error());
        turn.wakeNode(SAVE_AGAIN);
        if (failed.file() != Checkpoint.File.ALLOCATED) turn.owe(failed.file());
    }

    void observed(Turn turn, String uid, PodObservation observed) {
        var record = turn.pod(uid);
        if (record == null || record.stage() == Stage.FINISHED) return;
        turn.change(record, draft -> see(turn, draft, record, observed));
    }

    private static void see(Turn turn, PodRecordDraft draft, PodRecord before, PodObservation observed) {
        draft.observed = observed;
        var ids = new TreeMap<String, String>();
        before.actual().containers().forEach((name, instance) -> ids.put(name, instance.id()));
        var actuated = InForce.after(draft.actuated, observed.actual(), ids);
        if (!actuated.equals(draft.actuated)) turn.saveActuated();
        draft.actuated = actuated;
        if (draft.attempt != null) draft.attempt = draft.attempt.stale(false);
    }

    void apply(Turn turn, Event.Outcome outcome) {
        var record = turn.pod(outcome.uid());
        if (record == null) {
            if (outcome instanceof Event.Done && turn.state().found().contains(outcome.uid())) {
                Arrivals.forgetFound(turn, outcome.uid());
            }
            return;
        }
        if (record.busy() != outcome.ticket() || !(record.doingOrNull() instanceof Act act)) return;
        turn.change(record, draft -> {
            draft.busy = 0;
            draft.doing = null;
            switch (outcome) {
                case Event.Done done -> done(turn, draft, record, act, done.observedOrNull());
                case Event.Measured measured -> measured(draft, act, measured.usage());
                case Event.Failed failed -> failed(turn, draft, record, act, failed);
            }
        });
    }

    private static void done(
            Turn turn, PodRecordDraft draft, PodRecord record, Act act, @Nullable PodObservation observed) {
        if (!(act instanceof Act.Inspect)) draft.pausedUntil = null;
        switch (act) {
            case Act.UpdateContainer update -> {
                draft.actuated = draft.actuated.with(update.container(), update.accepted());
                stale(draft);
                turn.saveActuated();
            }
            case Act.UpdatePodSandbox told -> {
                if (draft.attempt != null) draft.attempt = draft.attempt.told(told.limits());
            }
            case Act.WritePodCgroup write -> {
                draft.actuated = draft.actuated.withPod(write.after());
                stale(draft);
                turn.saveActuated();
            }
            case Act.CreatePodCgroup create -> {
                draft.actuated = draft.actuated
                        .withPod(PodLimits.of(create.values()))
                        .withPodLevel(record.allocatedSpec().resources());
                turn.saveActuated();
            }
            case Act.KillContainer kill -> {
                draft.backoff(kill.container(), Backoff.none(turn.now()));
                stale(draft);
            }
            case Act.RemovePod _ -> {
                finish(turn, draft, record);
                return;
            }
            case Act.StartContainer start -> draft.cpus(start.container(), start.cpus());
            case Act.MoveContainer move -> {
                draft.cpus(move.container(), move.cpus());
                draft.moveAt = null;
            }
            case Act.RunPodSandbox _,
                    Act.RestorePodSandbox _,
                    Act.MeasureMemory _,
                    Act.ReclaimMemory _,
                    Act.StopContainers _,
                    Act.Inspect _ -> {}
        }
        if (observed != null) see(turn, draft, record, observed);
        else if (PodSync.changesWhatRuns(act)) PodSync.look(turn, draft);
    }

    private static void stale(PodRecordDraft draft) {
        if (draft.attempt != null) draft.attempt = draft.attempt.stale(true);
    }

    /** Nothing of it is left: what it held is free, and what its containers came to stays to be told. */
    private static void finish(Turn turn, PodRecordDraft draft, PodRecord record) {
        draft.stage = Stage.FINISHED;
        draft.observed = new PodObservation("", false, record.observed().podIp(), record.actual());
        draft.saving = 0;
        draft.savingBefore = null;
        turn.saveAllocated();
        turn.saveActuated();
        turn.free(record.removed() ? "pods_removed" : "pod_terminated");
        if (record.pod().metadata().deletionOrNull() != null) {
            turn.say(new Effect.ForgetPod(record.pod().metadata()));
        }
    }

    private static void measured(PodRecordDraft draft, Act act, MemoryUsage usage) {
        if (draft.attempt == null) return;
        draft.attempt = act instanceof Act.ReclaimMemory
                ? draft.attempt.reclaimed().measured(usage)
                : draft.attempt.measured(usage);
    }

    private static void failed(Turn turn, PodRecordDraft draft, PodRecord record, Act act, Event.Failed failed) {
        var attempt = draft.attempt;
        switch (act) {
            case Act.UpdateContainer update -> fail(draft, update.target(), failed.error());
            case Act.UpdatePodSandbox told -> {
                if (attempt != null && isUnknownCall(failed)) draft.attempt = attempt.told(told.limits());
                else fail(draft, told.target(), refusal(told, failed.error()));
            }
            case Act.WritePodCgroup write -> {
                fail(draft, write.target(), failed.error());
                restore(turn, draft, record, write);
            }
            case Act.MeasureMemory _ -> {
                if (attempt != null) draft.attempt = attempt.measured(new MemoryUsage(null, Map.of()));
            }
            case Act.ReclaimMemory _ -> {
                if (attempt != null) draft.attempt = attempt.reclaimed();
            }
            case Act.RestorePodSandbox _ -> {}
            case Act.MoveContainer _ -> draft.moveAt = turn.now().plus(PAUSE);
            case Act.KillContainer kill -> pause(turn, draft, record, "FailedKillPod", failed.error());
            case Act.Inspect _ -> pause(turn, draft, record, "FailedInspect", failed.error());
            case Act.CreatePodCgroup _ ->
                pause(
                        turn,
                        draft,
                        record,
                        "FailedCreatePodContainer",
                        "unable to ensure pod container exists: " + failed.error());
            case Act.RunPodSandbox _ -> pause(turn, draft, record, "FailedCreatePodSandBox", failed.error());
            case Act.StartContainer _ -> pause(turn, draft, record, "Failed", failed.error());
            case Act.StopContainers _, Act.RemovePod _ -> pause(turn, draft, record, "FailedKillPod", failed.error());
        }
        // It is not known what a failed call has done: what runs is looked at before anything else.
        if (PodSync.changesWhatRuns(act) && draft.busy == 0 && !(act instanceof Act.RemovePod))
            PodSync.look(turn, draft);
    }

    private static boolean isUnknownCall(Event.Failed failed) {
        return failed.isUnimplemented() || failed.error().contains("not implemented");
    }

    private static String refusal(Act.UpdatePodSandbox told, String error) {
        return "failed to notify runtime for UpdatePodSandboxResources (resource="
                + told.target().resource() + "); resize rejected: updatePodSandboxResources failed for sanboxID \""
                + told.sandboxId() + "\": " + error;
    }

    private static void fail(PodRecordDraft draft, Attempt.Target target, String error) {
        if (draft.attempt != null) draft.attempt = draft.attempt.failed(target, error);
    }

    /** The kernel did not take what the runtime was told. */
    private static void restore(Turn turn, PodRecordDraft draft, PodRecord record, Act.WritePodCgroup write) {
        if (draft.attempt == null || draft.attempt.toldOrNull() == null) return;
        draft.attempt = draft.attempt.told(null);
        var act = new Act.RestorePodSandbox(
                record.uid(),
                turn.ticket(),
                record.observed().sandboxId(),
                write.before(),
                SandboxView.of(write.before(), record.allocatedSpec()));
        draft.busy = act.ticket();
        draft.doing = act;
        turn.act(act);
    }

    private static void pause(Turn turn, PodRecordDraft draft, PodRecord record, String reason, String message) {
        draft.pausedUntil = turn.now().plus(PAUSE);
        turn.event(record, true, reason, message);
    }
}
