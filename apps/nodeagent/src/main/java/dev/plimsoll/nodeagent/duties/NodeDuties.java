package dev.plimsoll.nodeagent.duties;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.eviction.LocalStorageEviction;
import dev.plimsoll.core.resize.eviction.NodePressure;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.api.NodeRegistration;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.eviction.EvictionLoop;
import dev.plimsoll.nodeagent.loop.Coalescing;
import dev.plimsoll.nodeagent.metrics.NodeGauges;
import dev.plimsoll.nodeagent.pinned.HolderGauges;
import dev.plimsoll.nodeagent.pinned.ManagerGauges;
import dev.plimsoll.nodeagent.pinned.PublishedZones;
import dev.plimsoll.nodeagent.shutdown.NodeShutdown;
import dev.plimsoll.nodeagent.usage.BlockedShrinks;
import dev.plimsoll.nodeagent.usage.UsageFeed;
import dev.plimsoll.nodeagent.volumes.VolumeUpdates;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
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
    private static final Duration IMAGES = Duration.ofMinutes(5);
    private static final Duration VOLUMES = Duration.ofMinutes(1);
    private static final Duration LOGS = Duration.ofSeconds(10);
    private static final Duration PRESSURE_SHOWN = Duration.ofMinutes(5);

    private final NodeContext around;
    /** By the node's name. */
    private final Map<String, Duty> duties = new ConcurrentSkipListMap<>();

    private final List<Timers.ScheduledTask> tasks = new ArrayList<>();
    private @Nullable Thread feed;

    public NodeDuties(NodeContext around) {
        this.around = around;
    }

    /** One node's. */
    private record Duty(NodeAgent agent, NodeRegistration registration, List<Timers.ScheduledTask> tasks) {}

    /** Nodes of one kind, of which each registers at once. */
    public void add(
            List<NodeAgent> added, FeatureGates gates, EvictionHard evictionHard, NodeDocument.Versions versions) {
        var storage = LocalStorageEviction.under(gates);
        var eviction = NodePressure.under(gates, evictionHard, PRESSURE_SHOWN);
        for (var i = 0; i < added.size(); i++) {
            // Of many nodes each has its own moment in the period.
            var offset = BEAT.multipliedBy(i).dividedBy(added.size());
            var agent = added.get(i);
            duties.put(agent.shape().name(), begun(agent, eviction, storage, versions, offset));
        }
    }

    /** A node has ended: from now on it is silent. */
    public void remove(String node) {
        var duty = duties.remove(node);
        if (duty != null) duty.tasks().forEach(Timers.ScheduledTask::cancel);
    }

    /** Begins to tell what all of them use. */
    public void start() {
        start(UsageFeed.WINDOW);
    }

    /** The same, with use told once in so long for each node. */
    public void start(Duration usageWindow) {
        var registry = around.metrics().registry();
        tasks.add(NodeGauges.register(registry, this::states)::run);
        tasks.add(ManagerGauges.register(registry, this::agents)::run);
        tasks.add(HolderGauges.register(registry, this::agents)::run);
        feed = ComponentThreads.named("plimsoll-usage")
                .start(new UsageFeed(around.clients(), this::agents, around.time(), around.reporter(), usageWindow));
    }

    private Duty begun(
            NodeAgent agent,
            NodePressure eviction,
            LocalStorageEviction storage,
            NodeDocument.Versions versions,
            Duration offset) {
        var tasks = new ArrayList<Timers.ScheduledTask>();
        var zones = zones(agent);
        var registration = new NodeRegistration(
                around.clients().of(agent.shape().name()),
                agent.shape(),
                versions,
                () -> zones == null ? Map.of() : zones.annotations(),
                around.program());
        var evictions = new EvictionLoop(
                agent,
                eviction,
                storage,
                pressures -> around.executor().execute(() -> registration.pressures(pressures)),
                around.metrics(),
                around.time()::instant);
        tasks.add(evictions.start(around.timers(), offset, around.executor()));
        tasks.add(new BlockedShrinks(agent, around.time()::instant)
                .start(around.timers(), offset.dividedBy(10), around.executor()));
        var runtime = agent.runtime();
        Runnable published = zones == null ? () -> {} : published(zones, agent, offset, tasks);
        agent.whenRestored(() -> around.executor().execute(() -> {
            // Before anybody sees the node, so that nobody sends pods to one that cannot run any.
            registration.unready(runtime.unready());
            registration.untilRegistered();
            published.run();
        }));
        tasks.add(new VolumeUpdates(agent, runtime.canFail()).start(around.timers(), offset, around.executor()));
        if (runtime.canFail()) {
            tasks.add(around.timers()
                    .every(IMAGES.plus(offset), IMAGES, () -> around.executor().execute(() -> collectImages(agent))));
            var rotating = new OneAtATime(() -> rotateLogs(agent));
            tasks.add(around.timers()
                    .every(LOGS.plus(offset), LOGS, () -> around.executor().execute(rotating)));
            var removing = new OneAtATime(() -> {
                removeReleasedVolumes(agent);
                removeLogs(agent);
            });
            tasks.add(around.timers()
                    .every(
                            VOLUMES.plus(offset),
                            VOLUMES,
                            () -> around.executor().execute(removing)));
            var looking = new OneAtATime(() -> registration.unready(runtime.unready()));
            tasks.add(around.timers()
                    .every(
                            RUNTIME.plus(offset),
                            RUNTIME,
                            () -> around.executor().execute(looking)));
        }
        tasks.add(around.timers()
                .every(BEAT.plus(offset), BEAT, () -> around.executor().execute(registration::beat)));
        tasks.add(around.timers()
                .every(STATUS.plus(offset), STATUS, () -> around.executor().execute(registration::refresh)));
        return new Duty(agent, registration, tasks);
    }

    /** Ends the pods of all nodes, all nodes at the same time. Returns when they have ended, or have had their time. */
    public void shutDown(ShutdownGracePeriods periods) throws InterruptedException {
        var threads = new ArrayList<Thread>();
        for (var duty : periods.isOn() ? List.copyOf(duties.values()) : List.<Duty>of()) {
            var agent = duty.agent();
            var shutdown = new NodeShutdown(agent::tell, agent::state, around.statuses(), around.time());
            threads.add(ComponentThreads.named("shutdown-" + agent.shape().name())
                    .start(() -> {
                        duty.registration().shuttingDown(NodeShutdown.UNREADY);
                        try {
                            shutdown.run(periods);
                        } catch (InterruptedException _) {
                            Thread.currentThread().interrupt(); // whoever ends this is in a hurry
                        }
                    }));
        }
        for (var thread : threads) thread.join();
    }

    /** Null where no pod can be refused for what it would have to itself, so that there is nothing to tell. */
    private @Nullable PublishedZones zones(NodeAgent agent) {
        var resourceManagers = agent.resourceManagers();
        if (resourceManagers == null
                || (resourceManagers.alignment() == TopologyManagerPolicy.NONE && !resourceManagers.pinsAnything()))
            return null;
        var zones = new PublishedZones(
                around.clients().of(agent.shape().name()), agent, resourceManagers, around.reporter());
        agent.whenRestored(zones::restored);
        return zones;
    }

    /**
     * Tells schedulers with each change; what failed is said again with the next beat. What is given back is to be called when the
     * node is registered.
     */
    private Runnable published(
            PublishedZones zones, NodeAgent agent, Duration offset, List<Timers.ScheduledTask> tasks) {
        var publishing = new Coalescing<PublishedZones>(around.executor(), PublishedZones::publish);
        Runnable publish = () -> publishing.put(zones);
        agent.whenPinned(publish);
        tasks.add(around.timers().every(BEAT.plus(offset), BEAT, publish));
        return publish;
    }

    private void rotateLogs(NodeAgent agent) {
        for (var problem : agent.runtime().rotateLogs()) around.reporter().tell(problem);
    }

    private void removeReleasedVolumes(NodeAgent agent) {
        for (var problem : agent.runtime().removeReleasedVolumes())
            around.reporter().tell(problem);
    }

    /** Until all sources have told of their pods nobody knows which of them are gone. */
    private void removeLogs(NodeAgent agent) {
        var state = agent.state();
        if (!state.sourcesReady()) return;
        var known = new HashSet<>(state.pods().uids());
        known.addAll(state.found().uids());
        for (var problem : agent.runtime().removeLogsBut(known))
            around.reporter().tell(problem);
    }

    /** Work that may take longer than its period: two of it are never done at a time. */
    private record OneAtATime(Runnable work, AtomicBoolean isBusy) implements Runnable {
        OneAtATime(Runnable work) {
            this(work, new AtomicBoolean());
        }

        @Override
        public void run() {
            if (!isBusy.compareAndSet(false, true)) return;
            try {
                work.run();
            } finally {
                isBusy.set(false);
            }
        }
    }

    private static void collectImages(NodeAgent agent) {
        for (var problem : agent.runtime().collectImages().problems())
            agent.events().aboutNode(true, "ImageGCFailed", problem);
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
        tasks.forEach(Timers.ScheduledTask::cancel);
        if (feed != null) feed.interrupt();
    }
}
