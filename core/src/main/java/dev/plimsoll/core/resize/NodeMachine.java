package dev.plimsoll.core.resize;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.protocol.Event;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.topology.CpuState;
import dev.plimsoll.core.topology.MemoryState;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.core.topology.memory.MemoryLedger;
import java.time.Duration;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A node's pods, from admission through resizes to their end. It decides; a shell performs.
 *
 * <p>It holds nothing that changes: {@link #step} takes all that is known and one event, and gives all that is known from then on
 * and what is to be done. Time comes with events. docs/decisions/0004-resize-machine.md has the contract of a shell.
 */
public final class NodeMachine {
    /** How long a resize that waits is left alone when nothing happens that could help it. */
    static final Duration PERIODIC_RETRY = Duration.ofMinutes(3);

    static final Duration FIRST_RETRY = Duration.ofSeconds(30);

    private final Rules rules;
    private final Arrivals arrivals;
    private final Resizes resizes;
    private final Outcomes outcomes;
    private final PodSync sync;

    private NodeMachine(Rules rules) {
        this.rules = rules;
        this.resizes = new Resizes(rules);
        this.arrivals = new Arrivals(rules, resizes);
        this.sync = new PodSync(rules, resizes);
        this.outcomes = new Outcomes();
    }

    /**
     * For one node.
     *
     * @param pinning null where no container ever gets CPUs or memory of its own
     */
    public static NodeMachine under(FeatureGates gates, @Nullable Pinning pinning) {
        return new NodeMachine(Rules.under(gates, pinning));
    }

    /** What decides about CPUs and memory of their own; null where no container ever gets any. */
    public @Nullable Pinning pinning() {
        return rules.pinning();
    }

    /** Before anything is known; {@link Event.Restarted} is the first event. */
    public NodeState initial(NodeFacts facts) {
        var pinning = rules.pinning();
        var nothing = new dev.plimsoll.core.topology.NodeState(
                CpuState.NONE, new MemoryState(MemoryLedger.NONE, new TreeMap<>()));
        return NodeState.of(facts, pinning == null ? nothing : pinning.initialState());
    }

    public Step step(NodeState state, Event event) {
        var turn = new Turn(rules, state, event.at());
        switch (event) {
            case Event.Restarted restarted -> arrivals.restarted(turn, restarted);
            case Event.PodsAdded added -> arrivals.added(turn, added);
            case Event.SourcesReady _ -> arrivals.sourcesReady(turn);
            case Event.PodUpdated updated -> arrivals.updated(turn, updated.pod());
            case Event.PodRemoved removed -> arrivals.removed(turn, removed.uid());
            case Event.EvictionAsked asked -> arrivals.evicted(turn, asked);
            case Event.NodeChanged changed -> changeNode(turn, changed.facts());
            case Event.LabelsChanged(var _, var labels) ->
                turn.changeFacts(turn.state().facts().withLabels(labels));
            case Event.PodObserved seen -> outcomes.observed(turn, seen.uid(), seen.observed());
            case Event.UsageObserved seen -> resizes.usageObserved(turn, seen.uid(), seen.usage());
            case Event.TimerFired fired -> timer(turn, fired.uid());
            case Event.Saved saved -> outcomes.saved(turn, saved.file(), saved.ticket());
            case Event.SaveFailed failed -> outcomes.saveFailed(turn, failed);
            case Event.Outcome outcome -> outcomes.apply(turn, outcome);
        }
        settle(turn);
        return turn.finish();
    }

    /** Whatever the event was: what was freed is given out, and every pod that it touched goes on. */
    private void settle(Turn turn) {
        var advanced = true;
        while (advanced) {
            advanced = false;
            if (turn.takeFreed()) {
                arrivals.retryWaiting(turn);
                resizes.evaluateAll(turn, turn.trigger());
            }
            for (var uid : turn.takeDue()) {
                sync.advance(turn, uid);
                advanced = true;
            }
        }
    }

    private void changeNode(Turn turn, NodeFacts facts) {
        turn.changeFacts(facts);
        turn.state().pods().forEach(pod -> {
            if (pod.conditions().isInfeasible() && pod.stage() == Stage.ADMITTED)
                resizes.evaluate(turn, pod.uid(), "node_resized");
        });
        turn.free("node_resized");
    }

    private void timer(Turn turn, String uid) {
        if (!uid.isEmpty()) {
            turn.touch(uid);
            return;
        }
        turn.saveAgain();
        arrivals.removeUnclaimed(turn);
        arrivals.retryWaiting(turn);
        resizes.evaluateAll(turn, "periodic_retry");
        turn.wakeNode(PERIODIC_RETRY);
    }
}
