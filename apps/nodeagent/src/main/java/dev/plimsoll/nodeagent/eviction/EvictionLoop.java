package dev.plimsoll.nodeagent.eviction;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.resize.eviction.LocalStorageEviction;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.metrics.AgentMetrics;
import dev.plimsoll.nodeagent.runtime.PodRuntime.PodUsage;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Looks at a node's memory and at the storage of its pods again and again, and carries out what is decided about it. */
public final class EvictionLoop {
    /** How often a node is looked at. */
    public static final Duration PERIOD = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofSeconds(1);

    private final NodeAgent agent;
    private final MemoryEviction rules;
    private final LocalStorageEviction storage;
    private final Consumer<Set<NodeCondition>> pressures;
    private final AgentMetrics metrics;
    private final InstantSource clock;
    /** Whether a pod on its way out is looked after already. */
    private final AtomicBoolean polling = new AtomicBoolean();

    private MemoryEviction.Memory memory = MemoryEviction.Memory.NOTHING;

    /**
     * Does not look yet.
     *
     * @param pressures hears what the node's conditions are to say; may wait
     */
    public EvictionLoop(
            NodeAgent agent,
            MemoryEviction rules,
            LocalStorageEviction storage,
            Consumer<Set<NodeCondition>> pressures,
            AgentMetrics metrics,
            InstantSource clock) {
        this.agent = agent;
        this.rules = rules;
        this.storage = storage;
        this.pressures = pressures;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Looks at every period from now on, and more often while a pod is on its way out. */
    public Timers.ScheduledTask start(Timers timers, Duration offset, Executor executor) {
        return timers.every(PERIOD.plus(offset), PERIOD, () -> executor.execute(() -> look(timers, executor)));
    }

    private void look(Timers timers, Executor executor) {
        if (check() && polling.compareAndSet(false, true)) poll(timers, executor);
    }

    private void poll(Timers timers, Executor executor) {
        timers.at(
                clock.instant().plus(POLL),
                () -> executor.execute(() -> {
                    if (check()) poll(timers, executor);
                    else polling.set(false);
                }));
    }

    /** One look. True where somebody is on the way out and one should look again soon. */
    public synchronized boolean check() {
        if (evictOverLimit()) return false;
        var now = clock.instant();
        var usage = agent.runtime().usage();
        var node = agent.state();
        var decision = rules.decide(
                memory,
                node,
                new MemoryEviction.Reading(
                        now,
                        workingSets(usage),
                        node.facts().memory(),
                        agent.runtime().nodeUsage(usage).workingSet()));
        memory = decision.memory();
        show(decision.hasPressure());
        if (decision.isReclaiming()) {
            agent.events().aboutNode(true, "EvictionThresholdMet", "Attempting to reclaim memory");
        }
        decision.eviction().ifPresent(asked -> {
            metrics.evicted(EvictionHard.MEMORY);
            agent.tell(asked);
        });
        return decision.isAwaiting();
    }

    /** Pods that use more storage than they may. True where one has to go: it may be all that memory is short of, too. */
    private boolean evictOverLimit() {
        var bounded = new HashMap<String, PodRecord>();
        agent.state().pods().forEach(pod -> {
            if (storage.isBounded(pod)) bounded.put(pod.uid(), pod);
        });
        if (bounded.isEmpty()) return false;
        var isEvicting = new boolean[1];
        agent.runtime().storage(bounded.keySet()).forEach((uid, usage) -> {
            var pod = bounded.get(uid);
            if (pod == null) return;
            storage.excess(pod, usage).ifPresent(excess -> {
                isEvicting[0] = true;
                metrics.evicted(excess.signal());
                agent.tell(new NodeEvent.EvictionAsked(
                        clock.instant(), uid, MemoryEviction.REASON, excess.message(), false, MemoryEviction.GRACE));
            });
        });
        return isEvicting[0];
    }

    private void show(boolean hasPressure) {
        var facts = agent.state().facts();
        if (facts.conditions().contains(NodeCondition.MEMORY_PRESSURE) == hasPressure) return;
        var conditions = EnumSet.noneOf(NodeCondition.class);
        conditions.addAll(facts.conditions());
        if (hasPressure) conditions.add(NodeCondition.MEMORY_PRESSURE);
        else conditions.remove(NodeCondition.MEMORY_PRESSURE);
        agent.tell(new NodeEvent.NodeChanged(clock.instant(), facts.withConditions(conditions)));
        pressures.accept(conditions);
    }

    /** What can be taken back is not what a pod is measured by. */
    private static Map<String, MemoryUsage> workingSets(Map<String, PodUsage> usage) {
        var sets = new HashMap<String, MemoryUsage>();
        usage.forEach((uid, pod) -> {
            var containers = new HashMap<String, MemoryUsage.Reading>();
            pod.containers()
                    .forEach((name, container) -> containers.put(name, MemoryUsage.Reading.of(container.workingSet())));
            sets.put(uid, new MemoryUsage(MemoryUsage.Reading.of(pod.workingSet()), containers));
        });
        return sets;
    }
}
