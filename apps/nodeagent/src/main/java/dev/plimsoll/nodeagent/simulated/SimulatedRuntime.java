package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.nodeagent.logs.ContainerLog;
import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.runtime.PrivatePodNetwork;
import dev.plimsoll.nodeagent.runtime.SessionRequest;
import dev.plimsoll.nodeagent.runtime.StreamTarget;
import dev.plimsoll.nodeagent.simulated.behaviour.Behaviour;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRuleSet;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.files.HostFiles;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import dev.plimsoll.nodeagent.simulated.logs.EndedLogs;
import dev.plimsoll.nodeagent.simulated.logs.SimulatedLog;
import dev.plimsoll.nodeagent.simulated.network.ClusterServices;
import dev.plimsoll.nodeagent.simulated.network.SimulatedNetwork;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs nothing, and behaves as if it did: containers have cgroups, use what their annotations say, end, and are killed when they
 * use more memory than they or their pod may.
 */
public final class SimulatedRuntime implements PodRuntime {
    private final SimulatedPods pods = new SimulatedPods();
    private final Addresses addresses;
    private final Time time;
    private final Supplier<String> ids;
    private volatile SimulatedFaults faults = SimulatedFaults.NONE;
    private volatile Consumer<NodeEvent> listener = _ -> {};
    private volatile BiConsumer<ObjectMeta, String> misreadings = (_, _) -> {};
    private volatile SimulatedMachine machine = SimulatedMachine.UNKNOWN;
    private volatile ContainerRuleSet rules = ContainerRuleSet.NONE;
    private final ContainerEvents events = new ContainerEvents();
    /** A thread for each program: most of them wait, and a virtual thread that waits costs little. */
    private final ExecutorService programs = Executors.newThreadPerTaskExecutor(
            ComponentThreads.named("program-", 0).factory());

    private final EndedLogs endedLogs = new EndedLogs();
    private final MemoryFiles hostFiles = HostFiles.fresh();
    private volatile SimulatedHost host;
    /** A node that is alone has pods that reach themselves only, and probes them over the network of the machine. */
    private volatile boolean isJoined;

    private final ContainerTermination termination;
    private final SimulatedActs acts;
    private final TimedContainerEvents timed = new TimedContainerEvents(pods.byUid());

    /**
     * An empty one.
     *
     * @param nodeIndex gives the pods of each node of a process addresses of their own
     * @param ids names for sandboxes and containers, never the same twice
     */
    public SimulatedRuntime(int nodeIndex, Time time, Supplier<String> ids) {
        this.addresses = new Addresses(nodeIndex);
        this.time = time;
        this.ids = ids;
        this.termination = new ContainerTermination(this, pods.byUid(), time);
        this.acts = new SimulatedActs(pods.byUid(), endedLogs, addresses, this::address, time, ids);
        var alone = new SimulatedNetwork(ClusterServices.NONE, time, new SplittableRandom(nodeIndex));
        this.host = new SimulatedHost(this, alone, "127.0.0.1");
        alone.add(host);
    }

    /** Connects the node with others. */
    void join(SimulatedNetwork network, String address) {
        host = new SimulatedHost(this, network, address);
        network.add(host);
        isJoined = true;
    }

    SimulatedHost host() {
        return host;
    }

    @Override
    public Optional<PrivatePodNetwork> network() {
        return isJoined ? Optional.of(host) : Optional.empty();
    }

    /** For a pod: one that uses the network of its node has the node's. */
    private String address(Pod pod) {
        return pod.spec().details().hostNetwork() ? host.address() : addresses.take();
    }

    Instant now() {
        return time.instant();
    }

    void sleep(Duration duration) throws InterruptedException {
        time.sleep(duration);
    }

    /** The files that programs of a container see. */
    FileTree files(SimulatedPod pod, SimulatedContainer container, Container spec) {
        return sessions().files(pod, container, spec);
    }

    public void faults(SimulatedFaults changed) {
        faults = changed;
    }

    /** Lets somebody hear of annotations that say nothing, so that nobody waits for what they should have brought about. */
    void misreadings(BiConsumer<ObjectMeta, String> told) {
        misreadings = told;
    }

    /** What is said about containers beside what their pods say; for those that start from now on. */
    public void rules(ContainerRuleSet changed) {
        rules = changed;
    }

    /** Lets somebody hear of containers that are started and stopped. */
    void events(ContainerEvents.Sink told) {
        events.sink(told);
    }

    /** What programs see of the node. */
    void machine(SimulatedMachine changed) {
        machine = changed;
    }

    /** Takes over pods that ran when the process ended, as if they had never stopped. */
    public synchronized void restore(SurvivingPod survivor) {
        var pod = new SimulatedPod(Behaviour.of(survivor.pod(), rules));
        pod.name = SimulatedPod.name(survivor.pod());
        pod.pod = survivor.pod();
        pod.sandboxId = ids.get();
        pod.ip = survivor.ip();
        addresses.take(survivor.ip());
        pod.limits = survivor.limits();
        survivor.containers().forEach((name, instance) -> {
            var behaviour = pod.behaviour.containers().get(name);
            if (behaviour == null) return;
            var container = new SimulatedContainer(name, pod, instance, behaviour);
            container.tell(survivor.cgroups().get(name));
            container.becomeReady(time.instant());
            pod.add(container);
        });
        pods.byUid().put(survivor.pod().metadata().uid(), pod);
    }

    @Override
    public synchronized Map<String, PodObservation> running() {
        return pods.observed();
    }

    @Override
    public synchronized String podName(String uid) {
        return pods.name(uid);
    }

    @Override
    public void follow(Consumer<NodeEvent> told) {
        listener = told;
    }

    @Override
    public boolean isImmediate(Act act) {
        return !latency(act).isPositive()
                && !termination.waitsForPrograms(act)
                && !references().areNeededFor(act);
    }

    @Override
    public NodeEvent.Outcome perform(Act act) {
        var latency = latency(act);
        if (act instanceof Act.StopContainers) tellOfStop(act);
        var isPulled = act instanceof Act.StartContainer start && !isStarted(start) && isPulled(start);
        try {
            if (latency.isPositive()) time.sleep(latency);
            if (termination.waitsForPrograms(act)) termination.terminate(act);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return acts.failed(act, new SimulatedFaults.Failure("the node is stopping", false));
        }
        var failure = faults.failure(act);
        if (failure.isPresent()) return acts.failed(act, failure.get());
        var missing = missing(act);
        if (missing.isPresent()) return missing.get();
        if (act instanceof Act.RunPodSandbox run) {
            var pod = run.pod();
            Behaviour.of(pod, rules).problems().forEach(problem -> misreadings.accept(pod.metadata(), problem));
        }
        var isNew = act instanceof Act.StartContainer start && !isStarted(start);
        var outcome = done(act);
        if (isNew && act instanceof Act.StartContainer start && outcome instanceof NodeEvent.Done)
            events.started(start.pod(), SimulatedSessions.specOf(start.pod(), start.container()), isPulled, latency);
        return outcome;
    }

    @Override
    public void refreshVolumes(Pod pod, String ip) {
        references().renew(pod, ip);
    }

    private ApiReferences references() {
        return new ApiReferences(machine.payloadsOrNull());
    }

    /** What a pod needs of the API and does not find there keeps it from starting. */
    private Optional<NodeEvent.Outcome> missing(Act act) {
        if (act instanceof Act.StartContainer start && isStarted(start)) return Optional.empty();
        return references()
                .missing(act, ip(act.uid()))
                .map(missing -> acts.failed(act, new SimulatedFaults.Failure(missing.why(), false))
                        .because(missing.reason()));
    }

    private synchronized String ip(String uid) {
        return pods.ip(uid);
    }

    private synchronized boolean isStarted(Act.StartContainer start) {
        return pods.isStarted(start);
    }

    private boolean isPulled(Act.StartContainer start) {
        return events.pulling(start.pod(), SimulatedSessions.specOf(start.pod(), start.container()));
    }

    private void tellOfStop(Act act) {
        var pod = pod(act.uid());
        if (pod == null) return;
        for (var wave : termination.waves(act)) {
            for (var container : wave) {
                if (container.isRunning()) events.stopping(pod, SimulatedSessions.specOf(pod, container.name()));
            }
        }
    }

    private synchronized @Nullable Pod pod(String uid) {
        return pods.specified(uid);
    }

    private Duration latency(Act act) {
        var ours = faults.latency(act);
        if (ours.isPositive()) return ours;
        synchronized (this) {
            var pod = pods.get(act.uid());
            return pod == null ? Duration.ZERO : pod.behaviour.latency(act, termination.graceOfRunning(act));
        }
    }

    private synchronized NodeEvent.Outcome done(Act act) {
        return acts.done(act, rules);
    }

    /** A program begins when it is known that its container has started: nobody can hear of its end before. */
    @Override
    public void answered(Act act) {
        if (act instanceof Act.StartContainer start) beginPrograms(start.uid());
    }

    private void beginPrograms(String uid) {
        synchronized (this) {
            var pod = pods.get(uid);
            if (pod == null || pod.pod == null) return;
            for (var entry : pod.containers.entrySet()) {
                var container = entry.getValue();
                var program = container.begin(time);
                if (program.isEmpty()) continue;
                var spec = SimulatedSessions.specOf(pod.pod, entry.getKey());
                programs.execute(() -> sessions().run(pod, container, spec, program.get()));
            }
        }
    }

    /** An agent that has just begun hears of all that happened meanwhile, and programs of containers that it took over go on. */
    void resume() {
        var now = time.instant();
        running().forEach((uid, observed) -> {
            listener.accept(new NodeEvent.PodObserved(now, uid, observed));
            beginPrograms(uid);
        });
    }

    /** Ends all programs as the end of the process does; their containers are taken over by the next one. */
    void end() {
        programs.shutdownNow();
    }

    /** Lets time pass: what ends by itself ends, what has used up its memory is killed. */
    public void tick() {
        for (var event : due()) listener.accept(event);
    }

    private synchronized List<NodeEvent> due() {
        return timed.until(time.instant(), machine);
    }

    @Override
    public synchronized Optional<ContainerLog> log(String uid, String container, boolean previous) {
        var pod = pods.get(uid);
        var logs = pod == null ? endedLogs.of(uid) : Optional.of(pod.logs());
        return logs.flatMap(all -> all.of(container, previous)).map(SimulatedLog::read);
    }

    private SimulatedSessions sessions() {
        return new SimulatedSessions(this, machine, time);
    }

    private interface Opened {
        ContainerProcess of(SimulatedPod pod, SimulatedContainer container, Container spec);
    }

    private synchronized StreamTarget session(String uid, String name, Opened opened) {
        var pod = pods.get(uid);
        var container = pod == null ? null : pod.containers.get(name);
        if (pod == null || container == null || !container.isRunning() || pod.pod == null)
            return new StreamTarget.Refused(500, "container not found (\"" + name + "\")");
        return new StreamTarget.Command(opened.of(pod, container, SimulatedSessions.specOf(pod.pod, name)));
    }

    @Override
    public StreamTarget exec(String uid, String container, SessionRequest request) {
        return session(uid, container, (pod, running, spec) -> sessions().exec(pod, running, spec, request));
    }

    @Override
    public StreamTarget attach(String uid, String container, SessionRequest request) {
        return session(uid, container, (pod, running, spec) -> sessions().attach(pod, running, spec, request));
    }

    @Override
    public boolean hasNetwork() {
        return false;
    }

    @Override
    public synchronized StreamTarget ports(String uid) {
        var pod = pods.get(uid);
        if (pod == null) return new StreamTarget.Refused(404, "pod not found");
        return new StreamTarget.Ports(sessions().ports(pod));
    }

    MemoryFiles hostFiles() {
        return hostFiles;
    }

    synchronized void eachPod(BiConsumer<String, SimulatedPod> action) {
        pods.byUid().forEach(action);
    }

    /** Of all pods. */
    long usedMemory() {
        return usage().values().stream().mapToLong(PodUsage::memoryBytes).sum();
    }

    /** The program of a container has ended, and its container with it. */
    void ended(SimulatedPod pod, SimulatedContainer container, int code, Instant at) {
        NodeEvent event;
        synchronized (this) {
            var now = time.instant();
            if (!container.isRunning()) return;
            container.exit(code, SimulatedActs.endOf(code), at);
            event = pods.uidOf(pod)
                    .map(uid -> new NodeEvent.PodObserved(now, uid, pod.observed()))
                    .orElse(null);
        }
        if (event != null) listener.accept(event);
    }

    @Override
    public synchronized Map<String, StorageUsage> storage(Set<String> uids) {
        return pods.storage(uids, time.instant());
    }

    @Override
    public synchronized Map<String, PodUsage> usage() {
        return pods.usage(time.instant());
    }

    @Override
    public void close() {
        listener = _ -> {};
    }
}
