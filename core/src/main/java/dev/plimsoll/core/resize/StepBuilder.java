package dev.plimsoll.core.resize;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.MetricChange;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.Held;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodMap;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.ResizeCondition;
import dev.plimsoll.core.resize.state.ResizeConditions;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.resize.status.ResizeMetrics;
import dev.plimsoll.core.resize.status.StartMetrics;
import dev.plimsoll.core.resize.status.WorkMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One step in the making: the state so far, what is to be done, and whom it touched. */
final class StepBuilder {
    private final NodeMachineRules rules;
    private final Instant now;
    private final List<Effect> acts = new ArrayList<>();
    private final List<Effect> says = new ArrayList<>();
    private final Set<String> due = new LinkedHashSet<>();
    private final Set<String> touched = new LinkedHashSet<>();
    private NodeState state;
    private long allocatedTicket;
    private boolean savesActuated;
    private boolean savesPinned;
    private boolean isFreed;
    private String trigger = "";
    private @Nullable Instant nodeWake;

    StepBuilder(NodeMachineRules rules, NodeState state, Instant now) {
        this.rules = rules;
        this.state = state;
        this.now = now;
    }

    NodeState state() {
        return state;
    }

    Instant now() {
        return now;
    }

    @Nullable
    PodRecord pod(String uid) {
        return state.pod(uid);
    }

    long ticket() {
        state = state.withTicket(state.lastTicket() + 1);
        return state.lastTicket();
    }

    /** The pod is busy with this act until it is answered. */
    void begin(PodRecord record, Act act) {
        change(record, draft -> {
            draft.busy = act.ticket();
            draft.doing = act;
        });
        act(act);
        StartMetrics.begun(act).ifPresent(this::metric);
        if (act instanceof Act.KillContainer kill) event(record, kill.container(), false, "Killing", kill.message());
    }

    /** Changes a pod and all that follows from it: what it holds, what is free, how long it waited. */
    PodRecord change(PodRecord record, Consumer<PodRecordDraft> change) {
        var draft = record.edit();
        change.accept(draft);
        var changed = draft.done();
        if (!holdsTheSame(record, changed)) {
            draft.held = rules.held().of(changed);
            changed = draft.done();
        }
        if (changed.held().isLessThan(record.held())) free("pod_resized");
        if (state.waiting().contains(record.uid()) && !changed.stage().holdsResources())
            stoppedWaiting(record, changed);
        waited(record, changed);
        state = state.with(changed);
        if (record.stage().holdsResources() && !changed.stage().holdsResources()) release(record.uid());
        touch(record.uid());
        return changed;
    }

    /** What was kept for a pod that waited is free when it was refused, has ended or asks for something else. */
    @SuppressWarnings("ReferenceEquality")
    private void stoppedWaiting(PodRecord before, PodRecord after) {
        if (after.stage() != Stage.WAITING) free("pod_terminated");
        else if (before.pod() != after.pod()) free("pod_updated");
    }

    /** Most changes leave alone what decides about room; values that are the very same need no comparison. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean holdsTheSame(PodRecord before, PodRecord after) {
        return before.pod() == after.pod()
                && before.stage() == after.stage()
                && before.allocatedOrNull() == after.allocatedOrNull()
                && before.savingBeforeOrNull() == after.savingBeforeOrNull()
                && before.actuated() == after.actuated()
                && before.observed() == after.observed()
                && before.held() != Held.NOTHING;
    }

    private void waited(PodRecord before, PodRecord after) {
        var was = before.conditions();
        var is = after.conditions();
        if (!was.isDeferred() || is.pendingOrNull() != null) return;
        var bucket = ResizeMetrics.priorityBucket(after);
        var resolution = after.isAllocated() && after.stage().holdsResources() && before.stage() == after.stage()
                ? after.desired().matches(before.allocated()) ? "reverted" : "accepted"
                : "terminated";
        was.pending()
                .map(ResizeCondition::lastTransitionTime)
                .ifPresent(since -> metric(MetricChange.sample(
                        Duration.between(since, now).toMillis() / 1000.0,
                        ResizeMetrics.DEFERRED_DURATION,
                        resolution,
                        bucket)));
    }

    void drop(PodRecord record, String why) {
        waited(record, clear(record));
        if (record.workOrNull() != null) metric(WorkMetrics.ended(record.workOrNull(), now));
        state = state.without(record.uid());
        release(record.uid());
        if (record.isAllocated()) {
            saveAllocated();
            saveActuated();
        }
        touched.remove(record.uid());
        due.remove(record.uid());
        free(why);
    }

    private static PodRecord clear(PodRecord record) {
        var draft = record.edit();
        draft.stage = Stage.FINISHED;
        draft.conditions = ResizeConditions.NONE;
        return draft.done();
    }

    void changeFacts(NodeFacts facts) {
        state = state.withFacts(facts);
    }

    void changePinned(dev.plimsoll.core.topology.state.ManagersState pinned) {
        if (pinned.equals(state.pinned())) return;
        var isOtherPool = !pinned.cpus().shared().equals(state.pinned().cpus().shared());
        state = state.withPinned(pinned);
        savesPinned = true;
        if (!isOtherPool) return;
        // Whoever runs on shared CPUs has others now.
        for (var pod : state.pods().values()) {
            if (pod.stage() == Stage.ADMITTED) due.add(pod.uid());
        }
    }

    /** CPUs and memory that the pod had to itself are everybody's again. */
    void release(String uid) {
        var resourceManagers = rules.resourceManagers();
        if (resourceManagers != null) changePinned(resourceManagers.remove(state.pinned(), uid));
    }

    void changeFound(UnaryOperator<PodMap<NodeState.Found>> change) {
        state = state.withFound(change);
    }

    void sourcesReady() {
        state = state.withSourcesReady();
    }

    /** The pod is looked at again before the step ends. */
    void touch(String uid) {
        due.add(uid);
        touched.add(uid);
    }

    /** Something is free that was not before. */
    void free(String why) {
        isFreed = true;
        if (trigger.isEmpty()) trigger = why;
    }

    boolean takeFreed() {
        var was = isFreed;
        isFreed = false;
        return was;
    }

    String trigger() {
        return trigger.isEmpty() ? "pod_updated" : trigger;
    }

    List<String> takeDue() {
        var taken = List.copyOf(due);
        due.clear();
        return taken;
    }

    void act(Effect effect) {
        acts.add(effect);
    }

    /** The save that this step ends with; what it saves may not be acted on before it is answered. */
    long saveAllocated() {
        if (allocatedTicket == 0) allocatedTicket = ticket();
        return allocatedTicket;
    }

    void saveActuated() {
        savesActuated = true;
    }

    /** A checkpoint could not be written: it is tried again when the node wakes up. */
    void owe(Checkpoint.File file) {
        var owed = new HashSet<>(state.owed());
        owed.add(file);
        state = state.withOwed(owed);
    }

    /** Saves what is owed, and once more for everybody who still waits. */
    void saveAgain() {
        savesActuated |= state.owed().contains(Checkpoint.File.ACTUATED);
        savesPinned |= state.owed().contains(Checkpoint.File.PINNED);
        state = state.withOwed(Set.of());
        if (state.saving().isEmpty()) return;
        var ticket = saveAllocated();
        for (var uid : state.saving().uids()) {
            var record = pod(uid);
            if (record != null) change(record, draft -> draft.saving = ticket);
        }
    }

    void event(PodRecord record, boolean isWarning, String reason, String message) {
        event(record.pod().metadata(), isWarning, reason, message);
    }

    /** About one of its containers. */
    void event(PodRecord record, String container, boolean isWarning, String reason, String message) {
        var pod = record.pod();
        var path = pod.spec().fieldPath(container);
        says.add(new Effect.EmitEvent(pod.metadata(), isWarning, reason, message, Map.of(), path));
    }

    void event(ObjectMeta subject, boolean isWarning, String reason, String message) {
        says.add(new Effect.EmitEvent(subject, isWarning, reason, message, Map.of()));
    }

    void metric(MetricChange metric) {
        says.add(new Effect.Observe(metric));
    }

    void say(Effect effect) {
        says.add(effect);
    }

    void wakeNode(Duration in) {
        var at = now.plus(in);
        if (nodeWake == null || at.isBefore(nodeWake)) nodeWake = at;
    }

    /** Checkpoints first, then words, then acts: what an act removes was told of before. */
    NodeStep finish() {
        for (var uid : touched) {
            measureWork(uid);
            publish(uid);
        }
        var effects = new ArrayList<Effect>();
        if (savesPinned) effects.add(new Effect.SavePinned(ticket(), state.pinned()));
        if (allocatedTicket != 0) effects.add(new Effect.SaveAllocated(allocatedTicket, state));
        if (savesActuated) effects.add(new Effect.SaveActuated(ticket(), state));
        effects.addAll(says);
        if (nodeWake != null) effects.add(new Effect.WakeUp("", nodeWake));
        effects.addAll(acts);
        return new NodeStep(state, effects);
    }

    /** A run of acts begins with the step that asks for the first, and ends with the one that asks for no other. */
    private void measureWork(String uid) {
        var record = pod(uid);
        if (record == null) return;
        var work = record.workOrNull();
        var draft = record.edit();
        if (work == null && record.stopping() != 0) draft.work = WorkMetrics.stopBegun(now);
        else if (work == null && record.doingOrNull() instanceof Act act) draft.work = WorkMetrics.begun(act, now);
        else if (work != null && !record.isWorking()) {
            metric(WorkMetrics.ended(work, now));
            draft.work = null;
        } else return;
        state = state.with(draft.done());
    }

    private void publish(String uid) {
        var record = pod(uid);
        if (record == null) return;
        var status = rules.status().of(record, now).placed(rules.ownResources(state, record));
        if (isOnDisk(record) && !status.equals(record.published())) {
            says.add(new Effect.PublishStatus(record.pod().metadata(), status));
            var draft = record.edit();
            draft.published = status;
            state = state.with(draft.done());
        }
        var wake = wake(record);
        if (wake != null) says.add(new Effect.WakeUp(uid, wake));
    }

    /**
     * Others build on what is told: a change that a crash could still take back is told when it is on disk. So is an admission: a node
     * that forgot it would look at the pod again, which may have been resized because it was told to be let in.
     */
    private static boolean isOnDisk(PodRecord record) {
        var isAdmission = record.saving() != 0 && record.published().phase().isEmpty();
        return record.savingBeforeOrNull() == null && !isAdmission;
    }

    private @Nullable Instant wake(PodRecord record) {
        Instant soonest = null;
        for (var backoff : record.backoffs().values()) {
            soonest = sooner(soonest, backoff.until());
            var error = backoff.startErrorOrNull();
            if (error != null && error.isPull()) soonest = sooner(soonest, backoff.backsOffFrom());
        }
        soonest = sooner(soonest, record.retryAtOrNull());
        soonest = sooner(soonest, record.moveAtOrNull());
        soonest = sooner(soonest, PodDeadline.of(record));
        return sooner(soonest, record.pausedUntilOrNull());
    }

    private @Nullable Instant sooner(@Nullable Instant one, @Nullable Instant other) {
        if (other == null || !other.isAfter(now)) return one;
        return one == null || other.isBefore(one) ? other : one;
    }
}
