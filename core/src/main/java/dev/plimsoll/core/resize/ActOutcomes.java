package dev.plimsoll.core.resize;

import dev.plimsoll.core.resize.actuation.SandboxView;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.ActuationAttempt;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.CrashLoopBackoff;
import dev.plimsoll.core.resize.state.PodHealth;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.ResizeConditions;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.state.StartError;
import dev.plimsoll.core.resize.status.StartMetrics;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What came of what was asked for. */
final class ActOutcomes {
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final Duration SAVE_AGAIN = Duration.ofSeconds(1);

    void saved(StepBuilder step, Checkpoint.File file, long ticket) {
        if (file != Checkpoint.File.ALLOCATED) return;
        for (var uid : step.state().saving().uids()) {
            var record = step.pod(uid);
            if (record == null || record.saving() > ticket) continue;
            step.change(record, draft -> {
                draft.saving = 0;
                draft.savingBefore = null;
            });
        }
    }

    /** Nothing was done yet about what is not on disk, so that nothing has to be taken back: it is tried again. */
    void saveFailed(StepBuilder step, NodeEvent.SaveFailed failed) {
        step.event(step.state().facts().node().metadata(), true, "CheckpointNotWritten", failed.error());
        step.wakeNode(SAVE_AGAIN);
        if (failed.file() != Checkpoint.File.ALLOCATED) step.owe(failed.file());
    }

    void observed(StepBuilder step, String uid, PodObservation observed) {
        var record = step.pod(uid);
        if (record == null || record.stage() == Stage.FINISHED) return;
        step.change(record, draft -> see(step, draft, record, observed));
    }

    private static void see(StepBuilder step, PodRecordDraft draft, PodRecord before, PodObservation observed) {
        draft.observed = observed;
        draft.delayFromEnd();
        var ids = new TreeMap<String, String>();
        before.actual().containers().forEach((name, instance) -> ids.put(name, instance.id()));
        var actuated = InForce.after(draft.actuated, observed.actual(), ids);
        if (!actuated.equals(draft.actuated)) step.saveActuated();
        draft.actuated = actuated;
        if (draft.attempt != null) draft.attempt = draft.attempt.stale(false);
    }

    /** A result of an instance that is gone says nothing of the next. */
    void probed(StepBuilder step, NodeEvent.Probed probed) {
        var record = step.pod(probed.uid());
        if (record == null || !record.stage().holdsResources()) return;
        var instance = record.actual().container(probed.container());
        if (instance == null || !instance.id().equals(probed.containerId())) return;
        var health = PodHealth.of(record).health(instance, probed.container());
        step.change(record, draft -> draft.health(probed.container(), health.with(probed.kind(), probed.result())));
    }

    void apply(StepBuilder step, NodeEvent.Outcome outcome) {
        var record = step.pod(outcome.uid());
        if (record == null) {
            if (outcome instanceof NodeEvent.Done && step.state().found().contains(outcome.uid())) {
                PodArrivals.forgetFound(step, outcome.uid());
            }
            return;
        }
        if (record.stopping() == outcome.ticket()) {
            step.change(record, draft -> stopped(step, draft, record, outcome));
            return;
        }
        if (record.busy() != outcome.ticket() || !(record.doingOrNull() instanceof Act act)) return;
        step.change(record, draft -> {
            draft.busy = 0;
            draft.doing = null;
            switch (outcome) {
                case NodeEvent.Done done -> done(step, draft, record, act, done.observedOrNull());
                case NodeEvent.Measured measured -> measured(draft, act, measured.usage());
                case NodeEvent.Failed failed -> failed(step, draft, record, act, failed);
            }
        });
    }

    /** The containers of a pod at its end were told to stop, and had their time. */
    private static void stopped(StepBuilder step, PodRecordDraft draft, PodRecord record, NodeEvent.Outcome outcome) {
        draft.stopping = 0;
        draft.pausedUntil = null;
        if (outcome instanceof NodeEvent.Failed failed) pause(step, draft, record, "FailedKillPod", failed.error());
        if (outcome instanceof NodeEvent.Done done && done.observedOrNull() != null) {
            see(step, draft, record, done.observedOrNull());
        } else if (draft.busy == 0) {
            PodSync.look(step, draft);
        }
    }

    private static void done(
            StepBuilder step, PodRecordDraft draft, PodRecord record, Act act, @Nullable PodObservation observed) {
        if (!(act instanceof Act.Inspect)) draft.pausedUntil = null;
        switch (act) {
            case Act.UpdateContainer update -> {
                draft.actuated = draft.actuated.with(update.container(), update.accepted());
                stale(draft);
                step.saveActuated();
            }
            case Act.ResizeVolume resize -> {
                draft.actuated = draft.actuated.withVolume(resize.volume(), resize.size());
                step.saveActuated();
            }
            case Act.UpdatePodSandbox told -> {
                if (draft.attempt != null) draft.attempt = draft.attempt.told(told.limits());
            }
            case Act.WritePodCgroup write -> {
                draft.actuated = draft.actuated.withPod(write.after());
                stale(draft);
                step.saveActuated();
            }
            case Act.CreatePodCgroup create -> {
                draft.actuated = draft.actuated
                        .withPod(PodLimits.of(create.values()))
                        .withPodLevel(record.allocatedSpec().resources());
                step.saveActuated();
            }
            case Act.KillContainer kill -> {
                if (kill.why() == Act.KillReason.RESIZE)
                    draft.backoff(kill.container(), CrashLoopBackoff.none(step.now()));
                replace(draft, record, kill);
                stale(draft);
            }
            case Act.RemovePod _ -> {
                finish(step, draft, record);
                return;
            }
            case Act.StartContainer start -> {
                var backoff = draft.backoffs.get(start.container());
                if (backoff != null && backoff.startErrorOrNull() != null) draft.backoff(start.container(), null);
                draft.cpus(start.container(), start.cpus());
                draft.actuated = draft.actuated.withNewVolumes(
                        PodResources.of(start.pod().spec()));
            }
            case Act.MoveContainer move -> {
                draft.cpus(move.container(), move.cpus());
                draft.moveAt = null;
            }
            case Act.RunPodSandbox _,
                    Act.RestorePodSandbox _,
                    Act.MeasureMemory _,
                    Act.ReclaimMemory _,
                    Act.StopContainers _,
                    Act.RemoveContainers _,
                    Act.Inspect _ -> {}
        }
        if (observed != null) see(step, draft, record, observed);
        else if (PodSync.changesWhatRuns(act)) PodSync.look(step, draft);
    }

    /** It starts again, be it that it took the signal well and ended with 0. */
    private static void replace(PodRecordDraft draft, PodRecord record, Act.KillContainer kill) {
        var instance = record.actual().container(kill.container());
        if (kill.why() == Act.KillReason.PROBE_FOR_GOOD || instance == null) return;
        var health = PodHealth.of(record).health(instance, kill.container());
        if (health.containerId().equals(kill.containerId())) draft.health(kill.container(), health.replaced());
    }

    private static void stale(PodRecordDraft draft) {
        if (draft.attempt != null) draft.attempt = draft.attempt.stale(true);
    }

    /** Nothing of it is left: what it held is free, and what its containers came to stays to be told. */
    private static void finish(StepBuilder step, PodRecordDraft draft, PodRecord record) {
        draft.stage = Stage.FINISHED;
        draft.conditions = ResizeConditions.NONE;
        draft.observed = new PodObservation("", false, record.observed().podIp(), record.actual());
        draft.saving = 0;
        draft.savingBefore = null;
        step.saveAllocated();
        step.saveActuated();
        step.free(record.removed() ? "pods_removed" : "pod_terminated");
        if (record.pod().metadata().deletionOrNull() != null) {
            step.say(new Effect.ForgetPod(record.pod().metadata()));
        }
    }

    private static void measured(PodRecordDraft draft, Act act, MemoryUsage usage) {
        if (draft.attempt == null) return;
        draft.attempt = act instanceof Act.ReclaimMemory
                ? draft.attempt.reclaimed().measured(usage)
                : draft.attempt.measured(usage);
    }

    private static void failed(
            StepBuilder step, PodRecordDraft draft, PodRecord record, Act act, NodeEvent.Failed failed) {
        var attempt = draft.attempt;
        StartMetrics.failed(act, failed.code()).ifPresent(step::metric);
        switch (act) {
            case Act.UpdateContainer update -> fail(draft, update.target(), failed.error());
            case Act.ResizeVolume resize ->
                fail(draft, resize.target(), "failed to resize volume " + resize.volume() + ": " + failed.error());
            case Act.UpdatePodSandbox told -> {
                if (attempt != null && isUnknownCall(failed)) draft.attempt = attempt.told(told.limits());
                else fail(draft, told.target(), refusal(told, failed.error()));
            }
            case Act.WritePodCgroup write -> {
                fail(draft, write.target(), failed.error());
                restore(step, draft, record, write);
            }
            case Act.MeasureMemory _ -> {
                if (attempt != null) draft.attempt = attempt.measured(new MemoryUsage(null, Map.of()));
            }
            case Act.ReclaimMemory _ -> {
                if (attempt != null) draft.attempt = attempt.reclaimed();
            }
            case Act.RestorePodSandbox _ -> {}
            case Act.MoveContainer _ -> draft.moveAt = step.now().plus(PAUSE);
            case Act.KillContainer kill -> pause(step, draft, record, "FailedKillPod", failed.error());
            case Act.Inspect _ -> {
                // The end of a pod does not wait for a resize that nobody could look at.
                if (record.stopping() == 0) pause(step, draft, record, "FailedInspect", failed.error());
                else if (attempt != null) draft.attempt = attempt.stale(false);
            }
            case Act.CreatePodCgroup _ ->
                pause(
                        step,
                        draft,
                        record,
                        "FailedCreatePodContainer",
                        "unable to ensure pod container exists: " + failed.error());
            case Act.RunPodSandbox _ -> {
                if (failed.code().equals(NodeEvent.Failed.FAILED_MOUNT))
                    pause(step, draft, record, NodeEvent.Failed.FAILED_MOUNT, failed.error());
                else
                    pause(
                            step,
                            draft,
                            record,
                            "FailedCreatePodSandBox",
                            "Failed to create pod sandbox: " + failed.error());
            }
            case Act.StartContainer start -> {
                // What was started and stopped again is restarted as what crashed is.
                if (failed.code().equals(NodeEvent.Failed.POST_START_HOOK)) draft.pausedUntil = null;
                else if (failed.code().equals(StartError.ERR_IMAGE_PULL))
                    pullFailed(step, draft, record, start, failed.error());
                else if (isEphemeral(record, start.container())) backOff(step, draft, record, start, failed.error());
                else if (!failed.code().isEmpty()) startRefused(step, draft, record, start, failed);
                else pause(step, draft, record, "Failed", failed.error());
            }
            case Act.StopContainers _, Act.RemoveContainers _, Act.RemovePod _ ->
                pause(step, draft, record, "FailedKillPod", failed.error());
        }
        // It is not known what a failed call has done: what runs is looked at before anything else.
        if (PodSync.changesWhatRuns(act) && draft.busy == 0 && !(act instanceof Act.RemovePod))
            PodSync.look(step, draft);
    }

    private static boolean isUnknownCall(NodeEvent.Failed failed) {
        return failed.isUnimplemented() || failed.error().contains("not implemented");
    }

    private static String refusal(Act.UpdatePodSandbox told, String error) {
        return "failed to notify runtime for UpdatePodSandboxResources (resource="
                + told.target().resource() + "); resize rejected: updatePodSandboxResources failed for sanboxID \""
                + told.sandboxId() + "\": " + error;
    }

    private static void fail(PodRecordDraft draft, ActuationAttempt.Target target, String error) {
        if (draft.attempt != null) draft.attempt = draft.attempt.failed(target, error);
    }

    /** The kernel did not take what the runtime was told. */
    private static void restore(StepBuilder step, PodRecordDraft draft, PodRecord record, Act.WritePodCgroup write) {
        if (draft.attempt == null || draft.attempt.toldOrNull() == null) return;
        draft.attempt = draft.attempt.told(null);
        var act = new Act.RestorePodSandbox(
                record.uid(),
                step.ticket(),
                record.observed().sandboxId(),
                write.before(),
                SandboxView.of(write.before(), record.allocatedSpec()));
        draft.busy = act.ticket();
        draft.doing = act;
        step.act(act);
    }

    private static boolean isEphemeral(PodRecord record, String container) {
        return record.pod().spec().ephemeralContainers().stream()
                .anyMatch(each -> each.name().equals(container));
    }

    /** The other containers of the pod do not wait for one whose image is not to be had. */
    private static void pullFailed(
            StepBuilder step, PodRecordDraft draft, PodRecord record, Act.StartContainer start, String error) {
        var image = ContainerStarts.image(start.pod().spec(), start.container());
        var why = new StartError(StartError.ERR_IMAGE_PULL, image, error, false);
        var before = record.backoffs().get(start.container());
        draft.backoff(start.container(), CrashLoopBackoff.failedStart(before, why, step.now()));
        step.event(record, start.container(), true, "Failed", "Failed to pull image \"" + image + "\": " + error);
        step.event(record, start.container(), true, "Failed", "Error: " + StartError.ERR_IMAGE_PULL);
    }

    /** It waits with that reason, and the other containers do not wait for it. */
    private static void startRefused(
            StepBuilder step,
            PodRecordDraft draft,
            PodRecord record,
            Act.StartContainer start,
            NodeEvent.Failed failed) {
        var image = ContainerStarts.image(start.pod().spec(), start.container());
        var why = new StartError(failed.code(), image, failed.error(), false);
        draft.backoff(start.container(), CrashLoopBackoff.refusedStart(why, step.now()));
        step.event(record, start.container(), true, "Failed", "Error: " + failed.error());
    }

    /** The rest of the pod does not wait for a container that somebody added to look into it. */
    private static void backOff(
            StepBuilder step, PodRecordDraft draft, PodRecord record, Act.StartContainer start, String error) {
        var before = record.backoffs().get(start.container());
        draft.backoff(start.container(), before == null ? CrashLoopBackoff.first(step.now()) : before.next(step.now()));
        step.event(record, true, "Failed", error);
    }

    private static void pause(StepBuilder step, PodRecordDraft draft, PodRecord record, String reason, String message) {
        draft.pausedUntil = step.now().plus(PAUSE);
        step.event(record, true, reason, message);
    }
}
