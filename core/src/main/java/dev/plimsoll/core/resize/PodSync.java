package dev.plimsoll.core.resize;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.resize.actuation.ContainerView;
import dev.plimsoll.core.resize.actuation.Effective;
import dev.plimsoll.core.resize.actuation.Next;
import dev.plimsoll.core.resize.actuation.SandboxView;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.state.Attempt;
import dev.plimsoll.core.resize.state.Backoff;
import dev.plimsoll.core.resize.state.ContainerInstance;
import dev.plimsoll.core.resize.state.Ending;
import dev.plimsoll.core.resize.state.PodLimits;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.Progress;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.topology.machine.CpuSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the next act of one pod: cgroup, sandbox, resize, init containers, regular containers; or its end. */
final class PodSync {
    private final Rules rules;
    private final Resizes resizes;
    private final CgroupValues values;

    PodSync(Rules rules, Resizes resizes) {
        this.rules = rules;
        this.resizes = resizes;
        this.values = rules.actuation().values();
    }

    void advance(Turn turn, String uid) {
        var record = turn.pod(uid);
        if (record == null || record.busy() != 0 || record.saving() != 0) return;
        var paused = record.pausedUntilOrNull();
        if (paused != null && turn.now().isBefore(paused)) return;
        switch (record.stage()) {
            case ADMITTED -> run(turn, record);
            case TERMINATING -> end(turn, record);
            case FINISHED -> {
                if (record.removed()) turn.drop(record, "pods_removed");
            }
            case WAITING, REJECTED -> {}
        }
    }

    private void run(Turn turn, PodRecord record) {
        var actual = record.actual();
        if (actual.podOrNull() == null && actual.anyRunning()) {
            begin(turn, record, stop(turn, record, Duration.ofSeconds(2)));
        } else if (Progress.of(record).isComplete()) {
            Resizes.terminate(turn, record, Ending.completed());
        } else if (actual.podOrNull() == null) {
            var spec = record.allocatedSpec();
            var cgroup = rules.actuation().podCgroup(spec, rules.hasCpuQuota(turn.state(), record));
            begin(turn, record, new Act.CreatePodCgroup(record.uid(), turn.ticket(), values.qos(spec), cgroup));
        } else if (!record.observed().isReady()) {
            var limits = record.actuated().podOrNull();
            var pod = record.allocatedPod();
            var resources = SandboxView.of(limits == null ? unlimited() : limits, pod.spec());
            begin(turn, record, new Act.RunPodSandbox(record.uid(), turn.ticket(), pod, resources));
        } else {
            resizeOrStart(turn, record);
        }
    }

    private static PodLimits unlimited() {
        return PodLimits.read(1, 0, 0);
    }

    private void resizeOrStart(Turn turn, PodRecord before) {
        var record = before;
        var differs = rules.actuation().differs(rules.setting(turn.state(), record, 0));
        var retry = record.retryAtOrNull();
        var isDue = retry == null || !turn.now().isBefore(retry);
        if (differs && isDue && record.attemptOrNull() == null) {
            record = turn.change(record, draft -> {
                draft.attempt = Attempt.begun(turn.now());
                draft.retryAt = null;
                if (draft.conditions.inProgressOrNull() == null && isResize(before)) {
                    draft.conditions = draft.conditions.started(before.generation(), turn.now());
                }
            });
        }
        var attempt = record.attemptOrNull();
        if (attempt != null) {
            switch (rules.actuation().next(rules.setting(turn.state(), record, turn.ticket()))) {
                case Next.Do(var act, var noted) -> {
                    begin(turn, turn.change(record, draft -> draft.attempt = noted), act);
                    return;
                }
                case Next.GaveUp(var noted) -> {
                    if (noted.isStale()) {
                        begin(turn, turn.change(record, draft -> draft.attempt = noted), inspect(turn, record));
                        return;
                    }
                    resizes.fail(turn, record, noted);
                    record = turn.pod(record.uid());
                }
                case Next.Settled _ -> {
                    if (attempt.isStale()) {
                        begin(turn, record, inspect(turn, record));
                        return;
                    }
                }
            }
        }
        if (record == null || start(turn, record) || move(turn, record)) return;
        if (!rules.actuation().differs(rules.setting(turn.state(), record, 0))) resizes.complete(turn, record);
    }

    /** A container that runs with something else than was allocated; a pod cgroup alone is put right without a word. */
    private static boolean isResize(PodRecord record) {
        var podLevel = record.actuated().resources().podLevel();
        var spec = record.allocatedSpec();
        if (spec.resources().isDeclared()
                && podLevel.isDeclared()
                && !spec.resources().equals(podLevel)) return true;
        for (var list : List.of(spec.containers(), spec.initContainers())) {
            for (var container : list) {
                if (record.actual().isRunning(container.name())
                        && !record.actuated().container(container.name()).equals(Effective.of(spec, container)))
                    return true;
            }
        }
        return false;
    }

    private static Act inspect(Turn turn, PodRecord record) {
        return new Act.Inspect(record.uid(), turn.ticket());
    }

    /** Moves the next container that runs on other CPUs than it should. */
    private boolean move(Turn turn, PodRecord record) {
        var pinning = rules.pinning();
        var again = record.moveAtOrNull();
        if (pinning == null || (again != null && turn.now().isBefore(again))) return false;
        for (var placement :
                pinning.placement(turn.state().pinned(), record.allocatedPod()).containers()) {
            var cpus = Rules.cpus(turn.state(), placement);
            var instance = record.actual().container(placement.container());
            if (instance == null || !instance.isRunning() || cpus.isEmpty()) continue;
            if (cpus.equals(record.cpus().get(placement.container()))) continue;
            begin(
                    turn,
                    record,
                    new Act.MoveContainer(record.uid(), turn.ticket(), placement.container(), instance.id(), cpus));
            return true;
        }
        return false;
    }

    /** Starts the next container that is due. */
    private boolean start(Turn turn, PodRecord record) {
        var progress = Progress.of(record);
        var spec = record.allocatedSpec();
        var blocking = progress.blockingInit();
        for (var container : spec.initContainers()) {
            var isBlocking = blocking != null && blocking.name().equals(container.name());
            if (isBlocking || (container.restartsAlways() && record.actual().container(container.name()) != null)) {
                if (startIfDue(turn, record, container, true)) return true;
            }
            if (isBlocking) return false;
        }
        for (var container : spec.containers()) {
            if (startIfDue(turn, record, container, false)) return true;
        }
        return false;
    }

    private boolean startIfDue(Turn turn, PodRecord record, Container container, boolean isInit) {
        var instance = record.actual().container(container.name());
        if (instance != null && !instance.isExited()) return false;
        if (instance != null && !Progress.of(record).isRestarted(container, isInit)) return false;
        if (!rules.actuation().mayStart(record, container)) return false;
        var backoff = instance == null ? null : backoff(record, container, instance);
        if (backoff != null && turn.now().isBefore(backoff.until())) return false;
        var spec = record.allocatedSpec();
        var pinning = rules.pinning();
        if (pinning != null) {
            turn.changePinned(pinning.started(turn.state().pinned(), record.allocatedPod(), container.name()));
        }
        var placement = pinning == null
                ? null
                : pinning.placement(turn.state().pinned(), record.allocatedPod())
                        .container(container.name());
        var limits = ContainerView.of(values, spec, container, turn.state().facts());
        var act = new Act.StartContainer(
                record.uid(),
                turn.ticket(),
                record.allocatedPod(),
                container.name(),
                instance == null ? 0 : instance.restartCount() + 1,
                placement == null || placement.hasCpuQuota() ? limits : limits.withoutCpuQuota(),
                Effective.of(spec, container),
                placement,
                placement == null ? CpuSet.EMPTY : Rules.cpus(turn.state(), placement));
        var waited = turn.change(record, draft -> {
            if (instance == null) return;
            draft.backoff(container.name(), backoff == null ? Backoff.first(turn.now()) : backoff.next(turn.now()));
        });
        begin(turn, waited, act);
        return true;
    }

    /** A container that ran long enough is taken to be healthy. */
    private static @Nullable Backoff backoff(PodRecord record, Container container, ContainerInstance instance) {
        var finished = instance.finishedAtOrNull();
        var isHealthy = finished != null
                && Duration.between(instance.startedAt(), finished).compareTo(Backoff.RESET) >= 0;
        return isHealthy ? null : record.backoffs().get(container.name());
    }

    private void end(Turn turn, PodRecord record) {
        var ending = record.endingOrNull();
        if (record.actual().anyRunning()) {
            begin(turn, record, stop(turn, record, ending == null ? Duration.ofSeconds(30) : ending.grace()));
            return;
        }
        if (record.observed().hasSandbox() || record.actual().podOrNull() != null) {
            var isDeleted = record.pod().metadata().deletionOrNull() != null || record.removed();
            if (ending != null && ending.phase().isEmpty() && !isDeleted) {
                // How it ended is known from its containers alone, which are about to go.
                var phase = Progress.of(record).phase();
                var last = phase.equals("Succeeded") ? phase : "Failed";
                turn.change(record, draft -> {
                    draft.ending = ending.withPhase(last);
                    draft.saving = turn.saveAllocated();
                });
                return;
            }
            var qos = values.qos(record.allocatedSpec());
            begin(
                    turn,
                    record,
                    new Act.RemovePod(
                            record.uid(), turn.ticket(), record.observed().sandboxId(), qos));
            return;
        }
        turn.saveAllocated();
        turn.saveActuated();
        var finished = turn.change(record, draft -> draft.stage = Stage.FINISHED);
        turn.free("pod_terminated");
        if (record.pod().metadata().deletionOrNull() != null) {
            turn.say(new Effect.ForgetPod(record.pod().metadata()));
        }
        if (finished.removed()) turn.drop(finished, "pods_removed");
    }

    private static Act stop(Turn turn, PodRecord record, Duration grace) {
        var waves = new ArrayList<List<String>>();
        var spec = record.pod().spec();
        waves.add(spec.containers().stream()
                .map(Container::name)
                .filter(record.actual()::isRunning)
                .toList());
        for (var init : spec.initContainers().reversed()) {
            if (record.actual().isRunning(init.name())) waves.add(List.of(init.name()));
        }
        return new Act.StopContainers(record.uid(), turn.ticket(), waves, grace);
    }

    private static void begin(Turn turn, PodRecord record, Act act) {
        turn.change(record, draft -> {
            draft.busy = act.ticket();
            draft.doing = act;
        });
        turn.act(act);
        if (act instanceof Act.KillContainer kill) turn.event(record, false, "Killing", kill.message());
    }

    /** Asks for a look at the pod before anything else is done to it. */
    static void look(Turn turn, PodRecordDraft draft) {
        var act = new Act.Inspect(draft.pod.metadata().uid(), turn.ticket());
        draft.busy = act.ticket();
        draft.doing = act;
        turn.act(act);
    }

    /** Whether what is known of the pod's containers no longer holds after this act. */
    static boolean changesWhatRuns(Act act) {
        return switch (act) {
            case Act.CreatePodCgroup _,
                    Act.RunPodSandbox _,
                    Act.StartContainer _,
                    Act.KillContainer _,
                    Act.StopContainers _,
                    Act.RemovePod _ -> true;
            case Act.UpdateContainer _,
                    Act.MoveContainer _,
                    Act.UpdatePodSandbox _,
                    Act.RestorePodSandbox _,
                    Act.WritePodCgroup _,
                    Act.MeasureMemory _,
                    Act.ReclaimMemory _,
                    Act.Inspect _ -> false;
        };
    }
}
