package dev.plimsoll.nodeagent.eviction;

import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.eviction.LocalStorageEviction;
import dev.plimsoll.core.resize.eviction.NodePressure;
import dev.plimsoll.core.resize.eviction.NodePressure.Availability;
import dev.plimsoll.core.resize.eviction.PodConsumption;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.metrics.AgentMetrics;
import dev.plimsoll.nodeagent.runtime.PodRuntime.Collected;
import dev.plimsoll.nodeagent.runtime.PodRuntime.PodUsage;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Looks again and again at what a node and its pods use, and carries out what is decided about it. */
public final class EvictionLoop {
    /** How often a node is looked at. */
    public static final Duration PERIOD = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofSeconds(1);

    private final NodeAgent agent;
    private final NodePressure rules;
    private final LocalStorageEviction storage;
    private final Consumer<Set<NodeCondition>> pressures;
    private final AgentMetrics metrics;
    private final InstantSource clock;
    /** Whether a pod on its way out is looked after already. */
    private final AtomicBoolean polling = new AtomicBoolean();

    private NodePressure.Memory memory = NodePressure.Memory.NOTHING;

    /**
     * Does not look yet.
     *
     * @param pressures hears what the node's conditions are to say; may wait
     */
    public EvictionLoop(
            NodeAgent agent,
            NodePressure rules,
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
        var sets = workingSets(usage);
        var uids = uids(node);
        var available = available(node, usage, uids);
        var isDisk = isShortOfDisk(available, now);
        if (isDisk && memory.victim().isEmpty()) {
            // Before anybody has to go.
            tell(agent.runtime().reclaimDisk());
            available = available(node, usage, uids);
            isDisk = isShortOfDisk(available, now);
        }
        var isPids = rules.shortage(memory, available, now) == EvictionSignal.PIDS;
        var decision = rules.decide(
                memory,
                node,
                new NodePressure.Reading(
                        now,
                        available,
                        new PodConsumption(
                                sets,
                                isDisk ? agent.runtime().storage(uids) : Map.of(),
                                isPids ? agent.runtime().processes(uids) : Map.of())));
        memory = decision.memory();
        show(decision.conditions());
        var shortage = decision.reclaimingOrNull();
        if (shortage == null) return decision.isAwaiting();
        agent.events().aboutNode(true, "EvictionThresholdMet", "Attempting to reclaim " + shortage.resource());
        decision.eviction().ifPresent(asked -> {
            metrics.evicted(shortage.kubernetesName());
            agent.tell(asked);
        });
        return decision.isAwaiting();
    }

    private boolean isShortOfDisk(Map<EvictionSignal, Availability> available, Instant now) {
        var shortage = rules.shortage(memory, available, now);
        return shortage != null && shortage.isDisk();
    }

    private void tell(Collected collected) {
        for (var problem : collected.problems()) agent.events().aboutNode(true, "FreeDiskSpaceFailed", problem);
    }

    private static Set<String> uids(NodeState node) {
        var uids = new HashSet<String>();
        node.pods().forEach(pod -> {
            if (pod.stage().holdsResources()) uids.add(pod.uid());
        });
        return uids;
    }

    /** Where the machine does not say what is left of its disk, nothing but pods takes any of it. */
    private Map<EvictionSignal, Availability> available(NodeState node, Map<String, PodUsage> usage, Set<String> uids) {
        var available = new EnumMap<EvictionSignal, Availability>(EvictionSignal.class);
        var capacity = node.facts().memory();
        var used = agent.runtime().nodeUsage(usage).workingSet();
        available.put(EvictionSignal.MEMORY, new Availability(capacity, Math.max(0, capacity - used)));
        available.putAll(agent.runtime().availability());
        var disk = node.facts()
                .node()
                .capacity()
                .amount(ResourceName.EPHEMERAL_STORAGE)
                .value();
        if (!available.containsKey(EvictionSignal.NODEFS) && disk > 0) {
            var stored = agent.runtime().storage(uids);
            var sum = node.pods().values().stream()
                    .mapToLong(pod -> PodConsumption.onDisk(pod, stored.getOrDefault(pod.uid(), StorageUsage.NOTHING)))
                    .sum();
            available.put(EvictionSignal.NODEFS, new Availability(disk, Math.max(0, disk - sum)));
        }
        return available;
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
                        clock.instant(), uid, NodePressure.REASON, excess.message(), false, NodePressure.GRACE));
            });
        });
        return isEvicting[0];
    }

    private void show(Set<NodeCondition> conditions) {
        var facts = agent.state().facts();
        if (facts.conditions().equals(conditions)) return;
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
