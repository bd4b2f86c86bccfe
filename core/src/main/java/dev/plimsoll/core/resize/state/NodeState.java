package dev.plimsoll.core.resize.state;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All that a node knows.
 *
 * @param held the sum of what pods hold
 * @param pending uids of pods whose resize waits, without those that can never be granted
 * @param waiting uids of pods that wait for others to make room for them
 * @param saving uids of pods that wait for a checkpoint to be written
 * @param found what a restart found: checkpoints and what was running, for pods that the API has not named yet
 * @param pinned CPUs and memory that containers have to themselves
 * @param lastTicket the last number given to an act
 * @param sourcesReady whether every source has named its pods once
 * @param owed checkpoints that could not be written and that nobody waits for
 */
public record NodeState(
        NodeFacts facts,
        PodMap<PodRecord> pods,
        Held held,
        PodMap<Boolean> pending,
        PodMap<Boolean> waiting,
        PodMap<Boolean> saving,
        PodMap<Found> found,
        dev.plimsoll.core.topology.state.ManagersState pinned,
        long lastTicket,
        boolean sourcesReady,
        Set<Checkpoint.File> owed) {
    public NodeState {
        owed = Set.copyOf(owed);
    }

    /**
     * What a restart found of a pod.
     *
     * @param isSettled whether it runs and it is known which CPUs and memory it has for itself, be it none
     */
    public record Found(
            Checkpoint.@Nullable AllocatedEntry allocated,
            Checkpoint.@Nullable ActuatedEntry actuated,
            PodObservation observed,
            boolean isSettled) {}

    public static NodeState of(NodeFacts facts, dev.plimsoll.core.topology.state.ManagersState pinned) {
        return new NodeState(
                facts,
                PodMap.empty(),
                Held.NOTHING,
                PodMap.empty(),
                PodMap.empty(),
                PodMap.empty(),
                PodMap.empty(),
                pinned,
                0,
                false,
                Set.of());
    }

    public @Nullable PodRecord pod(String uid) {
        return pods.get(uid);
    }

    /** With a pod as it now is; sums and lists follow. */
    public NodeState with(PodRecord record) {
        var uid = record.uid();
        return new NodeState(
                facts,
                pods.with(uid, record),
                heldWith(pods.get(uid), record),
                listed(
                        pending,
                        uid,
                        record.wantsResize() && !record.conditions().isInfeasible()),
                listed(waiting, uid, record.stage() == Stage.WAITING),
                listed(saving, uid, record.saving() != 0),
                found,
                pinned,
                lastTicket,
                sourcesReady,
                owed);
    }

    /** Most changes of a pod leave what it holds alone. */
    @SuppressWarnings("ReferenceEquality")
    private Held heldWith(@Nullable PodRecord before, PodRecord after) {
        if (before == null) return held.plus(after.held());
        return before.held() == after.held() ? held : held.minus(before.held()).plus(after.held());
    }

    private static PodMap<Boolean> listed(PodMap<Boolean> list, String uid, boolean belongs) {
        if (belongs) return list.contains(uid) ? list : list.with(uid, true);
        return list.without(uid);
    }

    public NodeState without(String uid) {
        var before = pods.get(uid);
        if (before == null) return this;
        return new NodeState(
                facts,
                pods.without(uid),
                held.minus(before.held()),
                pending.without(uid),
                waiting.without(uid),
                saving.without(uid),
                found,
                pinned,
                lastTicket,
                sourcesReady,
                owed);
    }

    public NodeState withFacts(NodeFacts changed) {
        return new NodeState(
                changed, pods, held, pending, waiting, saving, found, pinned, lastTicket, sourcesReady, owed);
    }

    public NodeState withPinned(dev.plimsoll.core.topology.state.ManagersState changed) {
        return new NodeState(
                facts, pods, held, pending, waiting, saving, found, changed, lastTicket, sourcesReady, owed);
    }

    public NodeState withFound(UnaryOperator<PodMap<Found>> change) {
        return new NodeState(
                facts,
                pods,
                held,
                pending,
                waiting,
                saving,
                change.apply(found),
                pinned,
                lastTicket,
                sourcesReady,
                owed);
    }

    public NodeState withTicket(long ticket) {
        return new NodeState(facts, pods, held, pending, waiting, saving, found, pinned, ticket, sourcesReady, owed);
    }

    public NodeState withSourcesReady() {
        return new NodeState(facts, pods, held, pending, waiting, saving, found, pinned, lastTicket, true, owed);
    }

    public NodeState withOwed(Set<Checkpoint.File> changed) {
        return new NodeState(
                facts, pods, held, pending, waiting, saving, found, pinned, lastTicket, sourcesReady, changed);
    }

    /** What pods other than this one hold. */
    public Held heldByOthers(String uid) {
        var own = pods.get(uid);
        return own == null ? held : held.minus(own.held());
    }

    /** Pods that hold something, in the order of their uids. */
    public List<PodRecord> holders() {
        return pods.values().stream().filter(pod -> pod.held().pods() > 0).toList();
    }
}
