package dev.plimsoll.nodeagent;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.topology.AlignmentPolicy;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.api.Registration;
import dev.plimsoll.nodeagent.eviction.EvictionLoop;
import dev.plimsoll.nodeagent.eviction.MemoryEviction;
import dev.plimsoll.nodeagent.eviction.MemoryThreshold;
import dev.plimsoll.nodeagent.loop.Newest;
import dev.plimsoll.nodeagent.loop.Timers;
import dev.plimsoll.nodeagent.metrics.NodeGauges;
import dev.plimsoll.nodeagent.pinned.PublishedZones;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.usage.UsageFeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What the nodes of a process do besides running pods: register, show that they live, watch their memory, tell what is used. */
public final class NodeDuties implements AutoCloseable {
    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final Duration STATUS = Duration.ofMinutes(5);
    private static final Duration RUNTIME = Duration.ofSeconds(5);
    private static final Duration PRESSURE_SHOWN = Duration.ofMinutes(5);

    private final Surroundings around;
    /** By the node's name. */
    private final Map<String, Duty> duties = new ConcurrentSkipListMap<>();

    private final List<Timers.Wish> wishes = new ArrayList<>();
    private @Nullable Thread feed;

    public NodeDuties(Surroundings around) {
        this.around = around;
    }

    /** One node's. */
    private record Duty(NodeAgent agent, List<Timers.Wish> wishes) {}

    /** Nodes of one kind, of which each registers at once. */
    public void add(
            List<NodeAgent> added, FeatureGates gates, MemoryThreshold evictionHard, NodeDocument.Versions versions) {
        var eviction = MemoryEviction.under(gates, evictionHard, PRESSURE_SHOWN);
        for (var i = 0; i < added.size(); i++) {
            // Of many nodes each has its own moment in the period.
            var offset = BEAT.multipliedBy(i).dividedBy(added.size());
            var agent = added.get(i);
            duties.put(agent.shape().name(), new Duty(agent, begun(agent, eviction, versions, offset)));
        }
    }

    /** A node has ended: from now on it is silent. */
    public void remove(String node) {
        var duty = duties.remove(node);
        if (duty != null) duty.wishes().forEach(Timers.Wish::cancel);
    }

    /** Begins to tell what all of them use. */
    public void start() {
        start(UsageFeed.WINDOW);
    }

    /** The same, with use told once in so long for each node. */
    public void start(Duration usageWindow) {
        wishes.add(NodeGauges.register(around.metrics().registry(), this::states)::run);
        feed = Thread.ofVirtual()
                .name("plimsoll-usage")
                .start(new UsageFeed(around.clients(), this::agents, around.time(), around.reporter(), usageWindow));
    }

    private List<Timers.Wish> begun(
            NodeAgent agent, MemoryEviction eviction, NodeDocument.Versions versions, Duration offset) {
        var wishes = new ArrayList<Timers.Wish>();
        var registration = new Registration(
                around.clients().of(agent.shape().name()),
                agent.shape(),
                versions,
                around.time()::instant,
                around.reporter());
        var evictions = new EvictionLoop(
                agent,
                eviction,
                pressures -> around.executor().execute(() -> registration.pressures(pressures)),
                around.metrics(),
                around.time()::instant);
        wishes.add(evictions.start(around.timers(), offset, around.executor()));
        var runtime = agent.runtime();
        var zones = zones(agent, offset, wishes);
        around.executor().execute(() -> {
            // Before anybody sees the node, so that nobody sends pods to one that cannot run any.
            registration.unready(runtime.unready());
            registration.untilRegistered(around.time(), around.random());
            zones.run();
        });
        if (runtime.canFail()) {
            var looking = new RuntimeLook(runtime, registration);
            wishes.add(around.timers()
                    .every(
                            RUNTIME.plus(offset),
                            RUNTIME,
                            () -> around.executor().execute(looking)));
        }
        wishes.add(around.timers()
                .every(BEAT.plus(offset), BEAT, () -> around.executor().execute(registration::beat)));
        wishes.add(around.timers()
                .every(STATUS.plus(offset), STATUS, () -> around.executor().execute(registration::refresh)));
        return wishes;
    }

    /**
     * Where resources are aligned, schedulers are told what is left of each NUMA node; what failed is said again with the next beat.
     * To be called when the node is registered.
     */
    private Runnable zones(NodeAgent agent, Duration offset, List<Timers.Wish> wishes) {
        var pinning = agent.pinning();
        if (pinning == null || pinning.alignment() == AlignmentPolicy.NONE) return () -> {};
        var zones = new PublishedZones(around.clients().of(agent.shape().name()), agent, pinning, around.reporter());
        var publishing = new Newest<PublishedZones>(around.executor(), PublishedZones::publish);
        agent.whenPinned(() -> publishing.put(zones));
        wishes.add(around.timers().every(BEAT.plus(offset), BEAT, () -> publishing.put(zones)));
        return () -> publishing.put(zones);
    }

    /** Asks a runtime how it is; one that takes long to answer is not asked by two at a time. */
    private static final class RuntimeLook implements Runnable {
        private final PodRuntime runtime;
        private final Registration registration;
        private final AtomicBoolean isAsking = new AtomicBoolean();

        RuntimeLook(PodRuntime runtime, Registration registration) {
            this.runtime = runtime;
            this.registration = registration;
        }

        @Override
        public void run() {
            if (!isAsking.compareAndSet(false, true)) return;
            try {
                registration.unready(runtime.unready());
            } finally {
                isAsking.set(false);
            }
        }
    }

    private Map<String, NodeState> states() {
        var states = new LinkedHashMap<String, NodeState>();
        duties.forEach((name, duty) -> states.put(name, duty.agent().state()));
        return states;
    }

    private List<NodeAgent> agents() {
        return duties.values().stream().map(Duty::agent).toList();
    }

    @Override
    public void close() {
        List.copyOf(duties.keySet()).forEach(this::remove);
        wishes.forEach(Timers.Wish::cancel);
        if (feed != null) feed.interrupt();
    }
}
