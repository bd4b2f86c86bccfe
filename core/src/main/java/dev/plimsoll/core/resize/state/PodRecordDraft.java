package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.probes.ContainerHealth;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.resources.Allocated;
import dev.plimsoll.core.topology.machine.CpuSet;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A {@link PodRecord} that is being changed within one step. */
public final class PodRecordDraft {
    public Pod pod;
    public PodSource source;
    public Stage stage;
    public Instant since;
    public @Nullable Allocated allocated;
    public @Nullable Allocated savingBefore;
    public long saving;
    public Actuated actuated;
    public PodObservation observed;
    public ResizeConditions conditions;
    public long busy;
    public PodRecord.@Nullable Doing doing;
    public long stopping;
    public @Nullable Work work;
    public @Nullable ActuationAttempt attempt;
    public int failedAttempts;
    public @Nullable Instant retryAt;
    public @Nullable Instant pausedUntil;
    public Map<String, CrashLoopBackoff> backoffs;
    public Map<String, ContainerHealth> health;
    public Map<String, CpuSet> cpus;
    public @Nullable Instant moveAt;
    public @Nullable PodTermination ending;
    public Map<String, Integer> removedCounts;
    public boolean removed;
    public StatusReport published;
    public Held held;

    PodRecordDraft(PodRecord from) {
        pod = from.pod();
        source = from.source();
        stage = from.stage();
        since = from.since();
        allocated = from.allocatedOrNull();
        savingBefore = from.savingBeforeOrNull();
        saving = from.saving();
        actuated = from.actuated();
        observed = from.observed();
        conditions = from.conditions();
        busy = from.busy();
        doing = from.doingOrNull();
        stopping = from.stopping();
        work = from.workOrNull();
        attempt = from.attemptOrNull();
        failedAttempts = from.failedAttempts();
        retryAt = from.retryAtOrNull();
        pausedUntil = from.pausedUntilOrNull();
        backoffs = from.backoffs();
        health = from.health();
        cpus = from.cpus();
        moveAt = from.moveAtOrNull();
        ending = from.endingOrNull();
        removedCounts = from.removedCounts();
        removed = from.removed();
        published = from.published();
        held = from.held();
    }

    /** A pod that the node has just heard of, or hears of again after a restart: it was taken when its status says so. */
    public static PodRecord heardOf(Pod pod, PodSource source, Instant now) {
        var taken = pod.status().startTimeOrNull();
        return new PodRecord(
                pod,
                source,
                Stage.WAITING,
                taken == null ? now : taken,
                null,
                null,
                0,
                Actuated.NOTHING,
                PodObservation.NOTHING,
                ResizeConditions.NONE,
                0,
                null,
                0,
                null,
                null,
                0,
                null,
                null,
                Map.of(),
                Map.of(),
                Map.of(),
                null,
                null,
                Map.of(),
                false,
                StatusReport.NONE,
                Held.NOTHING);
    }

    public void backoff(String container, @Nullable CrashLoopBackoff changed) {
        var all = new HashMap<>(backoffs);
        if (changed == null) all.remove(container);
        else all.put(container, changed);
        backoffs = Map.copyOf(all);
    }

    /** Of containers that keep ending: how long they wait counts from their end. */
    public void delayFromEnd() {
        for (var name : backoffs.keySet()) {
            var instance = observed.actual().container(name);
            var finished = instance == null ? null : instance.finishedAtOrNull();
            var backoff = backoffs.get(name);
            if (instance == null || !instance.isExited() || finished == null || backoff == null) continue;
            var later = backoff.endedAt(finished);
            if (!later.equals(backoff)) backoff(name, later);
        }
    }

    /** Something new is known of a container. */
    public void health(String container, ContainerHealth changed) {
        var all = new HashMap<>(health);
        all.put(container, changed);
        health = Map.copyOf(all);
    }

    /** A container is on these CPUs from now on. */
    public void cpus(String container, CpuSet changed) {
        var all = new HashMap<>(cpus);
        all.put(container, changed);
        cpus = Map.copyOf(all);
    }

    public PodRecord done() {
        return new PodRecord(
                pod,
                source,
                stage,
                since,
                allocated,
                savingBefore,
                saving,
                actuated,
                observed,
                conditions,
                busy,
                doing,
                stopping,
                work,
                attempt,
                failedAttempts,
                retryAt,
                pausedUntil,
                backoffs,
                health,
                cpus,
                moveAt,
                ending,
                removedCounts,
                removed,
                published,
                held);
    }
}
