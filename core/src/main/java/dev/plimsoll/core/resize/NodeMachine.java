package dev.plimsoll.core.resize;

import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.admission.Holders;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.memory.MemoryLedger;
import dev.plimsoll.core.topology.state.CpuState;
import dev.plimsoll.core.topology.state.MemoryState;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
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

    private final NodeMachineRules rules;
    private final PodArrivals arrivals;
    private final ResizeDecisions resizes;
    private final ActOutcomes outcomes;
    private final PodSync sync;

    private NodeMachine(NodeMachineRules rules) {
        this.rules = rules;
        this.resizes = new ResizeDecisions(rules);
        this.arrivals = new PodArrivals(rules, resizes);
        this.sync = new PodSync(rules, resizes);
        this.outcomes = new ActOutcomes();
    }

    /**
     * For one node.
     *
     * @param resourceManagers null where no container ever gets CPUs or memory of its own
     */
    public static NodeMachine under(FeatureGates gates, @Nullable ResourceManagers resourceManagers) {
        return new NodeMachine(NodeMachineRules.under(gates, resourceManagers));
    }

    /** What decides about CPUs and memory of their own; null where no container ever gets any. */
    public @Nullable ResourceManagers resourceManagers() {
        return rules.resourceManagers();
    }

    /** Before anything is known; {@link NodeEvent.Restarted} is the first event. */
    public NodeState initial(NodeFacts facts) {
        var resourceManagers = rules.resourceManagers();
        var nothing = new dev.plimsoll.core.topology.state.ManagersState(
                CpuState.NONE, new MemoryState(MemoryLedger.NONE, new TreeMap<>()));
        return NodeState.of(facts, resourceManagers == null ? nothing : resourceManagers.initialState());
    }

    /** Resizes that wait for room, at most so many, in the order in which they are tried; looked at anew each time somebody asks. */
    public List<WaitingResize> waiting(NodeState state, int most) {
        return rules.order().order(state).stream()
                .flatMap(uid -> Stream.ofNullable(state.pod(uid)))
                .filter(record -> record.conditions().isDeferred())
                .limit(most)
                .map(record -> waiting(state, record))
                .toList();
    }

    /** What a pod's resize would need that the node does not have at this moment; empty where it needs nothing more. */
    public List<InsufficientResource> shortages(NodeState state, String uid) {
        var record = state.pod(uid);
        return record == null ? List.of() : rules.feasibility().shortages(state, record);
    }

    private WaitingResize waiting(NodeState state, PodRecord record) {
        var holders = rules.feasibility().shortages(state, record).stream()
                .map(shortage -> Holders.of(state, record.uid(), shortage.resource()))
                .toList();
        return new WaitingResize(record.pod().metadata(), holders);
    }

    public NodeStep step(NodeState state, NodeEvent event) {
        var step = new StepBuilder(rules, state, event.at());
        switch (event) {
            case NodeEvent.Restarted restarted -> arrivals.restarted(step, restarted);
            case NodeEvent.PodsAdded added -> arrivals.added(step, added);
            case NodeEvent.SourcesReady _ -> arrivals.sourcesReady(step);
            case NodeEvent.PodUpdated updated -> arrivals.updated(step, rules.visible(updated.pod()));
            case NodeEvent.PodRemoved removed -> arrivals.removed(step, removed.uid());
            case NodeEvent.EvictionAsked asked -> arrivals.evicted(step, asked);
            case NodeEvent.ShutdownBegun _ -> arrivals.shutdownBegun(step);
            case NodeEvent.PodShutDown ended -> arrivals.shutDown(step, ended);
            case NodeEvent.NodeChanged changed -> changeNode(step, changed.facts());
            case NodeEvent.LabelsChanged(var _, var labels) ->
                step.changeFacts(step.state().facts().withLabels(labels));
            case NodeEvent.PodObserved seen -> outcomes.observed(step, seen.uid(), seen.observed());
            case NodeEvent.Probed probed -> outcomes.probed(step, probed);
            case NodeEvent.UsageObserved seen -> resizes.usageObserved(step, seen.uid(), seen.usage());
            case NodeEvent.TimerFired fired -> timer(step, fired.uid());
            case NodeEvent.Saved saved -> outcomes.saved(step, saved.file(), saved.ticket());
            case NodeEvent.SaveFailed failed -> outcomes.saveFailed(step, failed);
            case NodeEvent.Outcome outcome -> outcomes.apply(step, outcome);
        }
        settle(step);
        return step.finish();
    }

    /** Whatever the event was: what was freed is given out, and every pod that it touched goes on. */
    private void settle(StepBuilder step) {
        var advanced = true;
        while (advanced) {
            advanced = false;
            if (step.takeFreed()) {
                arrivals.retryWaiting(step);
                resizes.evaluateAll(step, step.trigger());
            }
            for (var uid : step.takeDue()) {
                sync.advance(step, uid);
                advanced = true;
            }
        }
    }

    private void changeNode(StepBuilder step, NodeFacts facts) {
        step.changeFacts(facts);
        step.state().pods().forEach(pod -> {
            if (pod.conditions().isInfeasible() && pod.stage() == Stage.ADMITTED)
                resizes.evaluate(step, pod.uid(), "node_resized");
        });
        step.free("node_resized");
    }

    private void timer(StepBuilder step, String uid) {
        if (!uid.isEmpty()) {
            step.touch(uid);
            return;
        }
        step.saveAgain();
        arrivals.removeUnclaimed(step);
        arrivals.retryWaiting(step);
        resizes.evaluateAll(step, "periodic_retry");
        step.wakeNode(PERIODIC_RETRY);
    }
}
