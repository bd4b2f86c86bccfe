package dev.plimsoll.simulation;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.RunningPods;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.MetricChange;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.core.topology.ResourceManagers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A shell around the machine in which nothing runs by itself: effects are performed at once, answers are kept until they are
 * asked for, time stands still until it is moved. The process can die at any effect; disk, runtime and API stay.
 */
public final class SteppedNode {
    /** The moment at which the simulation begins. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private NodeMachine machine;
    private final SimulatedDisk disk = new SimulatedDisk();
    private PinnedFiles pinned;
    private final SteppedRuntime runtime = new SteppedRuntime();
    private final CheckpointFiles checkpoints = new CheckpointFiles(disk);
    private final PublishedPods api = new PublishedPods();
    private final ArrayDeque<NodeEvent> inbox = new ArrayDeque<>();
    private final Map<String, Instant> timers = new TreeMap<>();
    private final Map<String, String> evictions = new TreeMap<>();
    private final TreeMap<Instant, Runnable> world = new TreeMap<>();
    private final List<Effect> performed = new ArrayList<>();
    private final BitSet lastOfStep = new BitSet();
    private final Map<String, Double> counters = new HashMap<>();
    private final List<String> events = new ArrayList<>();
    private Invariants invariants;
    private NodeFacts facts;
    private NodeState state;
    private Instant now = START;
    private CrashPlan crash = CrashPlan.NEVER;
    private int restarts;
    private Duration stopTime = Duration.ZERO;
    /** When the containers of pods end that were told to stop, by uid. */
    private final Map<String, Instant> ends = new HashMap<>();

    public SteppedNode(NodeFacts facts, FeatureGates gates, @Nullable ResourceManagers resourceManagers) {
        this.machine = NodeMachine.under(gates, resourceManagers);
        this.pinned = new PinnedFiles(disk, resourceManagers);
        this.facts = facts;
        this.state = machine.initial(facts);
        this.invariants = new Invariants(gates);
    }

    /** Starts the process for the first time, and lets it come to rest. */
    public SteppedNode started() {
        restart();
        run();
        return this;
    }

    public void crashAt(CrashPlan plan) {
        crash = plan;
    }

    public SimulatedDisk disk() {
        return disk;
    }

    public SteppedRuntime runtime() {
        return runtime;
    }

    public NodeState state() {
        return state;
    }

    public Instant now() {
        return now;
    }

    /** All effects so far, those of earlier lives included. */
    public List<Effect> performed() {
        return List.copyOf(performed);
    }

    /** Whether the effect with this number was the last of its step, so that dying after it is not dying before the next one. */
    public boolean endsStep(int number) {
        return lastOfStep.get(number);
    }

    public List<Act> acts() {
        return performed.stream()
                .filter(Act.class::isInstance)
                .map(Act.class::cast)
                .toList();
    }

    /** Reasons and messages of events, as {@code reason: message}. */
    public List<String> events() {
        return List.copyOf(events);
    }

    public double counter(String name, String... labels) {
        return counters.getOrDefault(name + List.of(labels), 0.0);
    }

    public StatusReport status(String name) {
        return api.statuses().of(uid(name));
    }

    public @Nullable PodRecord record(String name) {
        return state.pod(uid(name));
    }

    /** Pods that the API knows. */
    public List<String> names() {
        return api.names();
    }

    /** Pods as the API shows them, with what the node has published. */
    public List<Pod> published() {
        return api.all();
    }

    public int restarts() {
        return restarts;
    }

    static String uid(String name) {
        return PublishedPods.uid(name);
    }

    public void add(String name, PodSpec spec) {
        add(name, spec, PodSource.API);
    }

    public void add(String name, PodSpec spec, PodSource source) {
        inbox.add(new NodeEvent.PodsAdded(now, List.of(api.add(name, spec)), source));
    }

    /** A change of the spec, as through the resize subresource. */
    public void resize(String name, UnaryOperator<PodSpec> change) {
        api.resize(name, change).ifPresent(pod -> inbox.add(new NodeEvent.PodUpdated(now, pod)));
    }

    public void delete(String name) {
        api.delete(name, now).ifPresent(pod -> inbox.add(new NodeEvent.PodUpdated(now, pod)));
    }

    /** By force: the API forgets the pod at once, and the node hears of that and still runs it. */
    public void remove(String name) {
        if (api.remove(uid(name))) inbox.add(new NodeEvent.PodRemoved(now, uid(name)));
    }

    /** How long containers take to end when they are told to, unless their grace period is shorter. */
    public void takesTimeToStop(Duration time) {
        stopTime = time;
    }

    public void change(NodeFacts changed) {
        facts = changed;
        inbox.add(new NodeEvent.NodeChanged(now, changed));
    }

    public void exit(String name, String container, int code) {
        runtime.exit(uid(name), container, code, now);
        inbox.add(new NodeEvent.PodObserved(now, uid(name), runtime.observe(uid(name))));
    }

    public void uses(String name, String container, long total, long reclaimable) {
        runtime.uses(uid(name), container, total, reclaimable);
    }

    /** Whoever asks goes on asking until the pod is on its way. */
    public void evict(String name, String message) {
        evictions.put(name, message);
        ask(name, message);
    }

    private void ask(String name, String message) {
        inbox.add(new NodeEvent.EvictionAsked(now, uid(name), "Evicted", message, Duration.ofSeconds(1)));
    }

    /** Until nothing is left to be answered. */
    public void run() {
        for (var turns = 0; !inbox.isEmpty(); turns++) {
            if (turns > 5_000) throw new IllegalStateException("the node does not come to rest: " + lately());
            try {
                handle(inbox.removeFirst());
            } catch (ProcessDied _) {
                restart();
            }
        }
    }

    /** Something that happens outside of the process at that time, whatever becomes of the process. */
    public void at(Instant time, Runnable what) {
        world.merge(time, what, (first, second) -> () -> {
            first.run();
            second.run();
        });
    }

    private String lately() {
        return performed.subList(Math.max(0, performed.size() - 12), performed.size()).stream()
                .map(effect -> effect instanceof Act act
                        ? act.getClass().getSimpleName() + " " + act.uid()
                        : effect.getClass().getSimpleName())
                .collect(Collectors.joining(", "));
    }

    /** One event and what follows from it, but not what follows from that. */
    public boolean turn() {
        if (inbox.isEmpty()) return false;
        try {
            handle(inbox.removeFirst());
        } catch (ProcessDied _) {
            restart();
        }
        return true;
    }

    /** Lets time pass, with all timers that come due. */
    public void pass(Duration time) {
        var end = now.plus(time);
        run();
        while (true) {
            var next = world.firstEntry();
            var due = timers.entrySet().stream()
                    .filter(timer -> !timer.getValue().isAfter(end))
                    .min(Map.Entry.comparingByValue());
            if (next != null
                    && !next.getKey().isAfter(end)
                    && (due.isEmpty() || !due.get().getValue().isBefore(next.getKey()))) {
                world.pollFirstEntry();
                now = next.getKey();
                next.getValue().run();
                run();
                continue;
            }
            if (due.isEmpty()) break;
            var uid = due.get().getKey();
            now = due.get().getValue().isAfter(now) ? due.get().getValue() : now;
            timers.remove(uid);
            inbox.add(new NodeEvent.TimerFired(now, uid));
            run();
        }
        now = end;
    }

    /** The process dies and comes back with what was on disk. */
    public void restart() {
        restarts++;
        inbox.clear();
        timers.clear();
        state = machine.initial(facts);
        var found = checkpoints.read();
        inbox.add(new NodeEvent.Restarted(
                now,
                found.allocated(),
                found.actuated(),
                found.damaged(),
                pinned.read(RunningPods.of(runtime.running(), api::nameOf)),
                runtime.running()));
        inbox.add(new NodeEvent.PodsAdded(now, api.all(), PodSource.API));
        inbox.add(new NodeEvent.SourcesReady(now));
        evictions.forEach(this::ask);
    }

    /** The process is replaced by one with other gates or settings, which finds what the earlier one has left. */
    public void restart(FeatureGates gates, @Nullable ResourceManagers resourceManagers) {
        machine = NodeMachine.under(gates, resourceManagers);
        pinned = new PinnedFiles(disk, resourceManagers);
        invariants = new Invariants(gates);
        restart();
    }

    /** The process is replaced by one that can resize pods; until now the node was run by one that could not. */
    public void upgrade() {
        disk.clear();
        api.statuses().loseResources();
        restart();
    }

    private void handle(NodeEvent event) {
        var step = machine.step(state, event);
        state = step.state();
        for (var effect : step.effects()) {
            crash.before(effect);
            perform(effect);
            performed.add(effect);
            if (effect instanceof Act || effect instanceof Effect.SaveAllocated) invariants.check(state, runtime);
            crash.after(effect);
        }
        if (!step.effects().isEmpty()) lastOfStep.set(performed.size() - 1);
    }

    private void perform(Effect effect) {
        switch (effect) {
            case Act.StopContainers stop when stopTime.isPositive() -> stopLater(stop);
            case Act act -> inbox.add(answer(act));
            case Effect.SaveAllocated save ->
                inbox.add(answer(checkpoints.write(save), Checkpoint.File.ALLOCATED, save.ticket()));
            case Effect.SaveActuated save ->
                inbox.add(answer(checkpoints.write(save), Checkpoint.File.ACTUATED, save.ticket()));
            case Effect.SavePinned save ->
                inbox.add(answer(pinned.write(save.pinned()), Checkpoint.File.PINNED, save.ticket()));
            case Effect.PublishStatus publish ->
                api.statuses().publish(publish.pod().uid(), publish.status());
            case Effect.EmitEvent emitted -> events.add(emitted.reason() + ": " + emitted.message());
            case Effect.Log _ -> {}
            case Effect.Observe observe -> count(observe.metric());
            case Effect.WakeUp wake -> timers.put(wake.uid(), wake.at());
            case Effect.ForgetPod forget -> {
                api.remove(forget.pod().uid());
                inbox.add(new NodeEvent.PodRemoved(now, forget.pod().uid()));
            }
        }
    }

    /** Containers end after some time, whatever becomes of the process that told them to. */
    private void stopLater(Act.StopContainers stop) {
        var life = restarts;
        var time = stop.grace().compareTo(stopTime) < 0 ? stop.grace() : stopTime;
        at(ends.computeIfAbsent(stop.uid(), _ -> now.plus(time)), () -> {
            ends.remove(stop.uid());
            var answer = answer(stop);
            inbox.add(
                    life == restarts
                            ? answer
                            : new NodeEvent.PodObserved(now, stop.uid(), runtime.observe(stop.uid())));
        });
    }

    private NodeEvent answer(Act act) {
        return switch (runtime.perform(act, now)) {
            case SteppedRuntime.Answer.Done(var observed) -> new NodeEvent.Done(now, act.uid(), act.ticket(), observed);
            case SteppedRuntime.Answer.Measured(var usage) ->
                new NodeEvent.Measured(now, act.uid(), act.ticket(), usage);
            case SteppedRuntime.Answer.Failed(var error) ->
                new NodeEvent.Failed(now, act.uid(), act.ticket(), error, error.equals("Unimplemented"));
        };
    }

    private NodeEvent answer(boolean isWritten, Checkpoint.File file, long ticket) {
        return isWritten
                ? new NodeEvent.Saved(now, file, ticket)
                : new NodeEvent.SaveFailed(now, file, ticket, "no space left on device");
    }

    private void count(MetricChange metric) {
        var key = metric.name() + metric.labels();
        counters.merge(key, metric.kind() == MetricChange.Kind.ADD ? metric.value() : 1.0, Double::sum);
    }
}
