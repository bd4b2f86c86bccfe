package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.probes.ContainerHealth;
import dev.plimsoll.core.resize.resources.Actual;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.resources.Allocated;
import dev.plimsoll.core.resize.resources.Desired;
import dev.plimsoll.core.topology.machine.CpuSet;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a node knows of one pod.
 *
 * @param pod as asked for: its spec is what is desired
 * @param allocatedOrNull null until it was let in
 * @param savingBeforeOrNull what was allocated before a change whose checkpoint is not written yet
 * @param saving the ticket of that checkpoint; 0 where none is awaited
 * @param busy the ticket of the one act that is under way for this pod; 0 where there is none
 * @param doingOrNull that act
 * @param stopping the ticket of the act that stops its containers at its end; 0 where none is under way. A resize may go on beside it
 * @param workOrNull the run of acts, one after the other, that it belongs to
 * @param attemptOrNull the try at a resize that is under way
 * @param failedAttempts in a row
 * @param retryAtOrNull when a failed resize is tried again
 * @param pausedUntilOrNull when something other than a resize that failed is tried again
 * @param backoffs of containers that keep ending, by name
 * @param health what probes say of containers, by name; nothing is known after a restart
 * @param cpus what containers were last put on, by name; nothing is known after a restart
 * @param moveAtOrNull when a container that could not be moved to other CPUs is tried again
 * @param removedCounts how often containers had been restarted when all of them were removed to run again, by name
 * @param removed whether the pod is gone from its source already
 * @param published the status as last sent
 */
public record PodRecord(
        Pod pod,
        PodSource source,
        Stage stage,
        Instant since,
        @Nullable Allocated allocatedOrNull,
        @Nullable Allocated savingBeforeOrNull,
        long saving,
        Actuated actuated,
        PodObservation observed,
        ResizeConditions conditions,
        long busy,
        @Nullable Doing doingOrNull,
        long stopping,
        @Nullable Work workOrNull,
        @Nullable ActuationAttempt attemptOrNull,
        int failedAttempts,
        @Nullable Instant retryAtOrNull,
        @Nullable Instant pausedUntilOrNull,
        Map<String, CrashLoopBackoff> backoffs,
        Map<String, ContainerHealth> health,
        Map<String, CpuSet> cpus,
        @Nullable Instant moveAtOrNull,
        @Nullable PodTermination endingOrNull,
        Map<String, Integer> removedCounts,
        boolean removed,
        StatusReport published,
        Held held) {

    /** What the act under way will have done when it succeeds. */
    public interface Doing {
        /** Whether it starts that container. */
        default boolean starts(String container) {
            return false;
        }
    }

    public String uid() {
        return pod.metadata().uid();
    }

    public String name() {
        return pod.metadata().namespace() + "/" + pod.metadata().name();
    }

    public Actual actual() {
        return observed.actual();
    }

    public Desired desired() {
        return Desired.of(pod);
    }

    public boolean isAllocated() {
        return allocatedOrNull != null;
    }

    /** What was promised; asked only of pods that were let in. */
    public Allocated allocated() {
        if (allocatedOrNull == null) throw new IllegalStateException("pod " + name() + " was not let in");
        return allocatedOrNull;
    }

    /** The spec that is run. */
    public PodSpec allocatedSpec() {
        return allocatedOrNull == null ? pod.spec() : allocatedOrNull.over(pod.spec());
    }

    public Pod allocatedPod() {
        return pod.withSpec(allocatedSpec());
    }

    /** Whether its resources can be changed: it runs, or is given time to end. */
    public boolean takesResizes() {
        return stage == Stage.ADMITTED || (stage == Stage.TERMINATING && stopping != 0 && !removed);
    }

    /** Whether the spec asks for something else than was promised. */
    public boolean wantsResize() {
        return takesResizes()
                && allocatedOrNull != null
                && !allocatedOrNull.resources().isSameAs(pod.spec());
    }

    /** Whether it is gone from the API or about to be, so that nobody will ask how it ended. */
    public boolean isDeleted() {
        return removed || pod.metadata().deletionOrNull() != null;
    }

    /** Whether an act of it is under way. */
    public boolean isWorking() {
        return busy != 0 || stopping != 0;
    }

    public long generation() {
        return pod.metadata().generation();
    }

    /**
     * The newest generation of which everything was decided: while a resize waits for its first verdict (nothing is judged before all
     * sources have named their pods), users are not to read that there is none.
     */
    public long judgedGeneration() {
        var isJudged = !wantsResize() || conditions.pendingOrNull() != null;
        if (isJudged) return generation();
        var told = Math.max(published.observedGeneration(), pod.status().observedGeneration());
        return Math.min(generation(), told);
    }

    public boolean isCritical() {
        var placement = pod.spec().placement();
        return source == PodSource.STATIC
                || pod.metadata().annotations().containsKey(Pod.MIRROR_ANNOTATION)
                || placement.priority() >= 2_000_000_000L;
    }

    /** Its priority; 0 where it has none. */
    public long priority() {
        var priority = pod.spec().placement().priority();
        return priority == PodPlacement.UNSET ? 0 : priority;
    }

    public PodRecordDraft edit() {
        return new PodRecordDraft(this);
    }
}
