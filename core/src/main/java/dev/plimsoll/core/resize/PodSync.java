package dev.plimsoll.core.resize;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.resize.actuation.Effective;
import dev.plimsoll.core.resize.actuation.Grace;
import dev.plimsoll.core.resize.actuation.Next;
import dev.plimsoll.core.resize.actuation.SandboxView;
import dev.plimsoll.core.resize.probes.ProbeText;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.ActuationAttempt;
import dev.plimsoll.core.resize.state.CrashLoopBackoff;
import dev.plimsoll.core.resize.state.PodHealth;
import dev.plimsoll.core.resize.state.PodProgress;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.PodTermination;
import dev.plimsoll.core.resize.state.ResizeConditions;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.topology.machine.CpuSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the next act of one pod: cgroup, sandbox, resize, init containers, regular containers; or its end. */
final class PodSync {
    /** As a container ends that does not heed its signal: 128 and the number of the last one. */
    private static final int KILLED = 137;

    private final NodeMachineRules rules;
    private final ResizeDecisions resizes;
    private final CgroupValues values;
    private final ContainerStarts starts;

    PodSync(NodeMachineRules rules, ResizeDecisions resizes) {
        this.rules = rules;
        this.resizes = resizes;
        this.values = rules.actuation().values();
        this.starts = new ContainerStarts(rules);
    }

    void advance(StepBuilder step, String uid) {
        var known = step.pod(uid);
        if (known != null) PodDeadline.enforce(step, known);
        var record = step.pod(uid);
        if (record == null || isBusy(record) || awaitsCheckpoint(record)) return;
        var paused = record.pausedUntilOrNull();
        if (paused != null && step.now().isBefore(paused)) return;
        switch (record.stage()) {
            case ADMITTED -> run(step, record);
            case TERMINATING -> end(step, record);
            case FINISHED -> {
                if (record.removed()) step.drop(record, "pods_removed");
            }
            case WAITING, REJECTED -> {}
        }
    }

    /** Containers are told to stop at once, be it that a resize is under way. */
    private static boolean isBusy(PodRecord record) {
        if (record.busy() == 0) return false;
        var canStop = record.stage() == Stage.TERMINATING
                && record.stopping() == 0
                && record.actual().anyRunning();
        return !canStop || !(record.doingOrNull() instanceof Act act) || changesWhatRuns(act);
    }

    /** A pod that is deleted does not wait for the record of a resize. */
    private static boolean awaitsCheckpoint(PodRecord record) {
        var isOnlyResize =
                record.stage() == Stage.TERMINATING && record.isDeleted() && record.savingBeforeOrNull() != null;
        return record.saving() != 0 && !isOnlyResize;
    }

    private void run(StepBuilder step, PodRecord record) {
        var actual = record.actual();
        if (actual.podOrNull() == null && actual.anyRunning()) {
            step.begin(record, stop(step, record, Duration.ofSeconds(2)));
        } else if (PodProgress.of(record).isComplete()) {
            ResizeDecisions.terminate(step, record, PodTermination.completed());
        } else if (actual.podOrNull() == null) {
            var spec = record.allocatedSpec();
            var cgroup = rules.actuation().podCgroup(spec, rules.hasCpuQuota(step.state(), record));
            step.begin(record, new Act.CreatePodCgroup(record.uid(), step.ticket(), values.qos(spec), cgroup));
        } else if (!record.observed().isReady()) {
            var limits = record.actuated().podOrNull();
            var pod = record.allocatedPod();
            var resources = SandboxView.of(limits == null ? unlimited() : limits, pod.spec());
            step.begin(record, new Act.RunPodSandbox(record.uid(), step.ticket(), pod, resources));
        } else {
            resizeOrStart(step, record);
        }
    }

    private static PodLimits unlimited() {
        return PodLimits.read(1, 0, 0);
    }

    private void resizeOrStart(StepBuilder step, PodRecord before) {
        if (restartAll(step, before) || replaceFailed(step, before)) return;
        var record = resized(step, before);
        if (record == null || starts.beginNext(step, record) || move(step, record)) return;
        if (!differs(step, record)) resizes.complete(step, record);
    }

    /**
     * After an end of which a rule says that all containers run again: those that run are stopped, all are removed, and the pod goes on as
     * it began. How often that is done is bounded as it is for the container that ended. How often each had been restarted is on disk
     * before the first is removed, so that an agent that starts again counts on and removes the rest.
     */
    private boolean restartAll(StepBuilder step, PodRecord record) {
        var progress = PodProgress.of(record);
        var cause = progress.restartingAll();
        var isDecided = progress.isRemovingAll();
        if (cause == null && !isDecided) return false;
        if (record.actual().anyRunning()) {
            step.begin(record, stop(step, record, Grace.of(record.pod().spec(), Duration.ofSeconds(2))));
        } else if (cause == null || isDecided) {
            step.begin(record, new Act.RemoveContainers(record.uid(), step.ticket()));
        } else {
            decideRestartAll(step, record, cause);
        }
        return true;
    }

    private static void decideRestartAll(StepBuilder step, PodRecord record, Container cause) {
        var backoff = ContainerStarts.backoff(record, cause, record.actual().container(cause.name()));
        if (backoff != null && step.now().isBefore(backoff.until())) {
            ContainerStarts.tellOfBackoff(step, record, cause, backoff);
            return;
        }
        step.change(record, draft -> {
            draft.backoff(
                    cause.name(), backoff == null ? CrashLoopBackoff.first(step.now()) : backoff.next(step.now()));
            draft.removedCounts = restartCounts(record);
            draft.saving = step.saveAllocated();
            step.saveActuated();
        });
    }

    private static Map<String, Integer> restartCounts(PodRecord record) {
        var counts = new HashMap<String, Integer>();
        for (var list : List.of(
                record.pod().spec().initContainers(), record.pod().spec().containers())) {
            for (var container : list) {
                var instance = record.actual().container(container.name());
                if (instance != null) counts.put(container.name(), instance.restartCount());
            }
        }
        return Map.copyOf(counts);
    }

    /** Stops the next container that a probe has found to be broken. */
    private static boolean replaceFailed(StepBuilder step, PodRecord record) {
        if (record.health().isEmpty()) return false;
        var spec = record.pod().spec();
        for (var container : spec.initContainers()) {
            if (container.restartsAlways() && replaceFailed(step, record, container, true)) return true;
        }
        for (var container : spec.containers()) {
            if (replaceFailed(step, record, container, false)) return true;
        }
        return false;
    }

    private static boolean replaceFailed(StepBuilder step, PodRecord record, Container container, boolean isInit) {
        var instance = record.actual().container(container.name());
        var kind = PodHealth.of(record).failed(container);
        var probe = kind == null ? null : kind.of(container.lifecycle());
        if (instance == null || kind == null || probe == null) return false;
        var isRestarted = PodProgress.of(record).isRestarted(container, isInit, KILLED);
        step.begin(
                record,
                new Act.KillContainer(
                        record.uid(),
                        step.ticket(),
                        container.name(),
                        instance.id(),
                        Grace.of(record.pod().spec(), probe, Duration.ofSeconds(2)),
                        ProbeText.kill(container.name(), kind, isRestarted),
                        isRestarted ? Act.KillReason.PROBE : Act.KillReason.PROBE_FOR_GOOD));
        return true;
    }

    /** While containers have time to end, a resize goes on as well as it can (KEP-1287); nothing is started for it. */
    private void resizeMeanwhile(StepBuilder step, PodRecord before) {
        if (before.busy() != 0
                || before.saving() != 0
                || before.observed().sandboxId().isEmpty()) return;
        var record = resized(step, before);
        if (record == null || differs(step, record) || isResize(record)) return;
        resizes.complete(step, record);
    }

    /** The pod when nothing more can be done now for its resize; null where something was begun. */
    private @Nullable PodRecord resized(StepBuilder step, PodRecord before) {
        var record = before;
        var differs = differs(step, record);
        var retry = record.retryAtOrNull();
        var isDue = retry == null || !step.now().isBefore(retry);
        if (differs && isDue && record.attemptOrNull() == null) {
            record = step.change(record, draft -> {
                draft.attempt = ActuationAttempt.begun(step.now());
                draft.retryAt = null;
                if (draft.conditions.inProgressOrNull() == null && isResize(before)) {
                    draft.conditions = draft.conditions.started(before.generation(), step.now());
                }
            });
        }
        var attempt = record.attemptOrNull();
        if (attempt != null) {
            switch (rules.actuation().next(rules.setting(step.state(), record, step.ticket()))) {
                case Next.Do(var act, var noted) -> {
                    step.begin(step.change(record, draft -> draft.attempt = noted), act);
                    return null;
                }
                case Next.GaveUp(var noted) -> {
                    if (noted.isStale()) {
                        step.begin(step.change(record, draft -> draft.attempt = noted), inspect(step, record));
                        return null;
                    }
                    resizes.fail(step, record, noted);
                    record = step.pod(record.uid());
                }
                case Next.Settled _ -> {
                    if (attempt.isStale()) {
                        step.begin(record, inspect(step, record));
                        return null;
                    }
                }
            }
        }
        return record;
    }

    private boolean differs(StepBuilder step, PodRecord record) {
        return !rules.isFrozen(record) && rules.actuation().differs(rules.setting(step.state(), record, 0));
    }

    /**
     * A container that is known to run with something else than was allocated. A pod cgroup alone is put right without a word, and so
     * is a container of which the record was lost: nobody has asked for a change.
     */
    private static boolean isResize(PodRecord record) {
        var podLevel = record.actuated().resources().podLevel();
        var spec = record.allocatedSpec();
        if (spec.resources().isDeclared()
                && podLevel.isDeclared()
                && !spec.resources().equals(podLevel)) return true;
        for (var list : List.of(spec.containers(), spec.initContainers())) {
            for (var container : list) {
                if (record.actual().isRunning(container.name())
                        && record.actuated().knows(container.name())
                        && !record.actuated().container(container.name()).equals(Effective.of(spec, container)))
                    return true;
            }
        }
        return false;
    }

    private static Act inspect(StepBuilder step, PodRecord record) {
        return new Act.Inspect(record.uid(), step.ticket());
    }

    /** Moves the next container that runs on other CPUs than it should. */
    private boolean move(StepBuilder step, PodRecord record) {
        var resourceManagers = rules.resourceManagers();
        var again = record.moveAtOrNull();
        if (resourceManagers == null || (again != null && step.now().isBefore(again))) return false;
        for (var placement : resourceManagers
                .placement(step.state().pinned(), record.allocatedPod())
                .containers()) {
            if (move(step, record, placement.container(), NodeMachineRules.cpus(step.state(), placement))) return true;
        }
        for (var container : record.pod().spec().ephemeralContainers()) {
            if (move(
                    step, record, container.name(), step.state().pinned().cpus().shared())) return true;
        }
        return false;
    }

    private static boolean move(StepBuilder step, PodRecord record, String container, CpuSet cpus) {
        var instance = record.actual().container(container);
        if (instance == null || !instance.isRunning() || cpus.isEmpty()) return false;
        if (cpus.equals(record.cpus().get(container))) return false;
        step.begin(record, new Act.MoveContainer(record.uid(), step.ticket(), container, instance.id(), cpus));
        return true;
    }

    private void end(StepBuilder step, PodRecord record) {
        var ending = record.endingOrNull();
        if (record.stopping() != 0) {
            resizeMeanwhile(step, record);
            return;
        }
        if (record.actual().anyRunning()) {
            var stop = stop(step, record, ending == null ? Duration.ofSeconds(30) : ending.grace());
            var stopped = step.change(record, draft -> draft.stopping = stop.ticket());
            step.act(stop);
            resizes.evaluate(step, stopped.uid(), "pod_updated");
            return;
        }
        if (record.observed().hasSandbox() || record.actual().podOrNull() != null) {
            if (ending != null && ending.phase().isEmpty() && !record.isDeleted()) {
                // How it ended is known from its containers alone, which are about to go.
                var phase = PodProgress.of(record).phase();
                var last = phase.equals("Succeeded") ? phase : "Failed";
                step.change(record, draft -> {
                    draft.ending = ending.withPhase(last);
                    draft.saving = step.saveAllocated();
                });
                return;
            }
            var qos = values.qos(record.allocatedSpec());
            step.begin(
                    record,
                    new Act.RemovePod(
                            record.uid(), step.ticket(), record.observed().sandboxId(), qos));
            return;
        }
        step.saveAllocated();
        step.saveActuated();
        var finished = step.change(record, draft -> {
            draft.stage = Stage.FINISHED;
            draft.conditions = ResizeConditions.NONE;
        });
        step.free("pod_terminated");
        if (record.pod().metadata().deletionOrNull() != null) {
            step.say(new Effect.ForgetPod(record.pod().metadata()));
        }
        if (finished.removed()) step.drop(finished, "pods_removed");
    }

    private static Act stop(StepBuilder step, PodRecord record, Duration grace) {
        var waves = new ArrayList<List<String>>();
        var spec = record.pod().spec();
        waves.add(Stream.concat(spec.containers().stream(), spec.ephemeralContainers().stream())
                .map(Container::name)
                .filter(record.actual()::isRunning)
                .toList());
        for (var init : spec.initContainers().reversed()) {
            if (record.actual().isRunning(init.name())) waves.add(List.of(init.name()));
        }
        return new Act.StopContainers(record.uid(), step.ticket(), waves, grace);
    }

    /** Asks for a look at the pod before anything else is done to it. */
    static void look(StepBuilder step, PodRecordDraft draft) {
        var act = new Act.Inspect(draft.pod.metadata().uid(), step.ticket());
        draft.busy = act.ticket();
        draft.doing = act;
        step.act(act);
    }

    /** Whether what is known of the pod's containers no longer holds after this act. */
    static boolean changesWhatRuns(Act act) {
        return switch (act) {
            case Act.CreatePodCgroup _,
                    Act.RunPodSandbox _,
                    Act.StartContainer _,
                    Act.KillContainer _,
                    Act.StopContainers _,
                    Act.RemoveContainers _,
                    Act.RemovePod _ -> true;
            case Act.UpdateContainer _,
                    Act.MoveContainer _,
                    Act.UpdatePodSandbox _,
                    Act.RestorePodSandbox _,
                    Act.WritePodCgroup _,
                    Act.ResizeVolume _,
                    Act.MeasureMemory _,
                    Act.ReclaimMemory _,
                    Act.Inspect _ -> false;
        };
    }
}
