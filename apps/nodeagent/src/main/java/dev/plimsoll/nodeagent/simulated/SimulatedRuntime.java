package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.StartError;
import dev.plimsoll.nodeagent.logs.ContainerLog;
import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.runtime.SessionRequest;
import dev.plimsoll.nodeagent.runtime.StreamTarget;
import dev.plimsoll.nodeagent.simulated.behaviour.Behaviour;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRuleSet;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import dev.plimsoll.nodeagent.simulated.logs.ContainerLogs;
import dev.plimsoll.nodeagent.simulated.logs.SimulatedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs nothing, and behaves as if it did: containers have cgroups, use what their annotations say, end, and are killed when they
 * use more memory than they or their pod may.
 */
public final class SimulatedRuntime implements PodRuntime {
    /** 128 and the number of the signal. */
    private static final int KILLED = 137;

    private static final int TERMINATED = 143;
    private static final String TERM = "TERM";
    private static final int MOST_ENDED = 200;
    private static final String OOM_KILLED = "OOMKilled";

    private final Map<String, SimulatedPod> pods = new TreeMap<>();
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
            Thread.ofVirtual().name("program-", 0).factory());

    /** Of pods that have ended and may still be in the API; the oldest go first. */
    private final Map<String, ContainerLogs> endedLogs = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ContainerLogs> eldest) {
            return size() > MOST_ENDED;
        }
    };

    private final MemoryFiles hostFiles = HostFiles.fresh();

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
        pod.name = name(survivor.pod());
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
        pods.put(survivor.pod().metadata().uid(), pod);
    }

    @Override
    public synchronized Map<String, PodObservation> running() {
        var running = new HashMap<String, PodObservation>();
        pods.forEach((uid, pod) -> running.put(uid, pod.observed()));
        return running;
    }

    @Override
    public synchronized String podName(String uid) {
        var pod = pods.get(uid);
        return pod == null ? "" : pod.name;
    }

    private static String name(Pod pod) {
        return pod.metadata().namespace() + "/" + pod.metadata().name();
    }

    @Override
    public void follow(Consumer<NodeEvent> told) {
        listener = told;
    }

    @Override
    public boolean isImmediate(Act act) {
        return !latency(act).isPositive() && !waitsForPrograms(act) && !asksApi(act);
    }

    @Override
    public NodeEvent.Outcome perform(Act act) {
        var latency = latency(act);
        if (act instanceof Act.StopContainers) tellOfStop(act);
        var isPulled = act instanceof Act.StartContainer start && !isStarted(start) && isPulled(start);
        try {
            if (latency.isPositive()) time.sleep(latency);
            if (waitsForPrograms(act)) terminate(waves(act), grace(act));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return failed(act, new SimulatedFaults.Failure("the node is stopping", false));
        }
        var failure = faults.failure(act);
        if (failure.isPresent()) return failed(act, failure.get());
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

    private boolean asksApi(Act act) {
        return switch (act) {
            case Act.RunPodSandbox run -> references().areIn(run.pod());
            case Act.StartContainer start ->
                references().areIn(SimulatedSessions.specOf(start.pod(), start.container()));
            default -> false;
        };
    }

    private ApiReferences references() {
        return new ApiReferences(machine.payloadsOrNull());
    }

    /** What a pod needs of the API and does not find there keeps it from starting. */
    private Optional<NodeEvent.Outcome> missing(Act act) {
        return switch (act) {
            case Act.RunPodSandbox run ->
                references()
                        .problem(run.pod())
                        .map(why -> failed(act, new SimulatedFaults.Failure(why, false))
                                .because(NodeEvent.Failed.FAILED_MOUNT));
            case Act.StartContainer start
            when !isStarted(start) ->
                references()
                        .problem(start.pod(), SimulatedSessions.specOf(start.pod(), start.container()), ip(act.uid()))
                        .map(why -> failed(act, new SimulatedFaults.Failure(why, false))
                                .because(StartError.CREATE_CONTAINER_CONFIG_ERROR));
            default -> Optional.empty();
        };
    }

    private synchronized String ip(String uid) {
        var pod = pods.get(uid);
        return pod == null ? "" : pod.ip;
    }

    private synchronized boolean isStarted(Act.StartContainer start) {
        var pod = pods.get(start.uid());
        var known = pod == null ? null : pod.containers.get(start.container());
        return known != null && known.instance().restartCount() >= start.restartCount();
    }

    private boolean isPulled(Act.StartContainer start) {
        return events.pulling(start.pod(), SimulatedSessions.specOf(start.pod(), start.container()));
    }

    private void tellOfStop(Act act) {
        var pod = pod(act.uid());
        if (pod == null) return;
        for (var wave : waves(act)) {
            for (var container : wave) {
                if (container.isRunning()) events.stopping(pod, SimulatedSessions.specOf(pod, container.name()));
            }
        }
    }

    private synchronized @Nullable Pod pod(String uid) {
        var pod = pods.get(uid);
        return pod == null ? null : pod.pod;
    }

    private Duration latency(Act act) {
        var ours = faults.latency(act);
        if (ours.isPositive()) return ours;
        synchronized (this) {
            var pod = pods.get(act.uid());
            if (pod == null) return Duration.ZERO;
            return pod.behaviour.latency().plus(end(pod.behaviour, act)).plus(start(pod.behaviour, act));
        }
    }

    private static Duration start(Behaviour behaviour, Act act) {
        if (!(act instanceof Act.StartContainer start)) return Duration.ZERO;
        var container = behaviour.containers().get(start.container());
        return container == null || !container.pullFailure().isEmpty() ? Duration.ZERO : container.startDelay();
    }

    private static Duration grace(Act act) {
        return switch (act) {
            case Act.StopContainers stop -> stop.grace();
            case Act.KillContainer kill -> kill.grace();
            default -> Duration.ZERO;
        };
    }

    /** The containers that an act stops, those of a wave at the same time. */
    private synchronized List<List<SimulatedContainer>> waves(Act act) {
        var pod = pods.get(act.uid());
        if (pod == null) return List.of();
        return switch (act) {
            case Act.StopContainers stop ->
                stop.waves().stream()
                        .map(names -> names.stream()
                                .flatMap(name -> Stream.ofNullable(pod.containers.get(name)))
                                .toList())
                        .toList();
            case Act.KillContainer kill ->
                List.of(Stream.ofNullable(pod.containers.get(kill.container()))
                        .filter(container -> container.instance().id().equals(kill.containerId()))
                        .toList());
            default -> List.of();
        };
    }

    private boolean waitsForPrograms(Act act) {
        if (!(act instanceof Act.StopContainers) && !(act instanceof Act.KillContainer)) return false;
        return waves(act).stream().flatMap(List::stream).anyMatch(SimulatedRuntime::trapsEnd);
    }

    private static boolean trapsEnd(SimulatedContainer container) {
        var program = container.program();
        return program != null && container.isRunning() && program.signals().isTrapped(TERM);
    }

    /** A program that wants to do something at its end has the grace period for it. */
    private void terminate(List<List<SimulatedContainer>> waves, Duration grace) throws InterruptedException {
        var latest = time.instant().plus(grace);
        for (var wave : waves) {
            for (var container : wave) {
                var program = container.program();
                if (program != null && trapsEnd(container)) program.signals().send(TERM);
                else exit(container, TERMINATED);
            }
            for (var container : wave) {
                container.awaitEnd(time, latest);
                exit(container, KILLED);
            }
        }
    }

    private synchronized void exit(SimulatedContainer container, int code) {
        container.exit(code, "Error", time.instant());
    }

    private static Duration end(Behaviour behaviour, Act act) {
        var grace = grace(act);
        return grace.compareTo(behaviour.stop()) < 0 ? grace : behaviour.stop();
    }

    private NodeEvent.Failed failed(Act act, SimulatedFaults.Failure failure) {
        return new NodeEvent.Failed(
                time.instant(), act.uid(), act.ticket(), failure.error(), failure.isUnimplemented());
    }

    private synchronized NodeEvent.Outcome done(Act act) {
        var now = time.instant();
        var pod = pods.computeIfAbsent(act.uid(), _ -> new SimulatedPod(NOTHING_KNOWN));
        switch (act) {
            case Act.CreatePodCgroup create -> pod.limits = readBack(PodLimits.of(create.values()));
            case Act.RunPodSandbox run -> {
                pod.behaviour = Behaviour.of(run.pod(), rules);
                pod.name = name(run.pod());
                pod.pod = run.pod();
                if (pod.sandboxId.isEmpty()) {
                    pod.sandboxId = ids.get();
                    pod.ip = addresses.take();
                }
            }
            case Act.StartContainer start -> {
                pod.behaviour = Behaviour.of(start.pod(), rules);
                var behaviour = pod.behaviour.containers().get(start.container());
                if (behaviour == null) throw new IllegalStateException("the pod has no container " + start.container());
                if (!behaviour.pullFailure().isEmpty())
                    return failed(act, new SimulatedFaults.Failure(behaviour.pullFailure(), false))
                            .because(StartError.ERR_IMAGE_PULL);
                if (!behaviour.startError().isEmpty())
                    return failed(act, new SimulatedFaults.Failure(behaviour.startError(), false))
                            .because(StartError.RUN_CONTAINER_ERROR);
                start(pod, start, behaviour, now);
            }
            case Act.UpdateContainer update -> {
                var container = pod.containers.get(update.container());
                if (container == null || !container.instance().id().equals(update.containerId()))
                    return failed(
                            act,
                            new SimulatedFaults.Failure("container \"" + update.containerId() + "\" not found", false));
                container.resize(update.values(), now);
            }
            case Act.UpdatePodSandbox _ -> {
                if (!pod.behaviour.veto().isEmpty())
                    return failed(act, new SimulatedFaults.Failure(pod.behaviour.veto(), false));
            }
            case Act.ResizeVolume resize -> {
                var used = pod.storage(now).volumes().getOrDefault(resize.volume(), 0L);
                if (used > resize.size().value()) {
                    var why = "more is in use (" + used + " bytes) than " + resize.size();
                    return failed(act, new SimulatedFaults.Failure(why, false));
                }
                pod.volumeSizes.put(resize.volume(), resize.size().value());
            }
            case Act.MoveContainer move -> {
                var container = pod.containers.get(move.container());
                if (container != null && container.instance().id().equals(move.containerId()))
                    container.moveTo(move.cpus());
            }
            case Act.RestorePodSandbox _, Act.Inspect _ -> {}
            case Act.WritePodCgroup write -> {
                pod.countCpu(now);
                pod.limits = readBack(write.after());
            }
            case Act.MeasureMemory _ -> {
                return new NodeEvent.Measured(now, act.uid(), act.ticket(), pod.memory(now));
            }
            case Act.ReclaimMemory reclaim -> {
                reclaim(pod, reclaim);
                return new NodeEvent.Measured(now, act.uid(), act.ticket(), pod.memory(now));
            }
            case Act.KillContainer kill -> {
                var container = pod.containers.get(kill.container());
                if (container != null && container.instance().id().equals(kill.containerId()))
                    container.exit(TERMINATED, "Error", now);
            }
            case Act.StopContainers stop ->
                stop.waves().stream()
                        .flatMap(List::stream)
                        .map(pod.containers::get)
                        .filter(Objects::nonNull)
                        .forEach(container -> container.exit(TERMINATED, "Error", now));
            case Act.RemovePod _ -> {
                pod.containers.values().forEach(container -> {
                    container.exit(KILLED, "Error", now);
                    container.journal().end();
                });
                addresses.give(pod.ip);
                pods.remove(act.uid());
                endedLogs.put(act.uid(), pod.logs());
                return new NodeEvent.Done(now, act.uid(), act.ticket(), PodObservation.NOTHING);
            }
        }
        return new NodeEvent.Done(now, act.uid(), act.ticket(), pod.observed());
    }

    private static final Behaviour NOTHING_KNOWN =
            new Behaviour(Map.of(), Map.of(), Duration.ZERO, Duration.ZERO, "", List.of());
    private static final int PAGE = 4096;

    /** As the kernel shows it: memory in whole pages. */
    private static PodLimits readBack(PodLimits written) {
        var memory = written.memoryLimit();
        return PodLimits.read(
                written.cpuWeight(),
                written.cpuQuota() == PodLimits.UNLIMITED ? -1 : written.cpuQuota(),
                memory == PodLimits.UNLIMITED ? -1 : memory - memory % PAGE);
    }

    private void start(SimulatedPod pod, Act.StartContainer start, Behaviour.OfContainer behaviour, Instant now) {
        var known = pod.containers.get(start.container());
        if (known != null && known.instance().restartCount() >= start.restartCount()) return;
        var image = image(start.pod(), start.container());
        var instance = new ContainerInstance(
                "simulated://" + ids.get(),
                ContainerInstance.State.RUNNING,
                start.restartCount(),
                0,
                now,
                null,
                "",
                image,
                image,
                SimulatedContainer.limits(start.values()),
                start.createdWith(),
                start.own());
        var container = new SimulatedContainer(start.container(), pod, instance, behaviour);
        container.tell(start.values());
        pod.pod = start.pod();
        if (start.values().swapLimit() > 0)
            container.note(now, "memory.swap.max=" + start.values().memorySwapMax());
        if (!container.endsAt().isAfter(now)) container.exit(behaviour.exitCode(), endOf(behaviour.exitCode()), now);
        if (known != null) pod.previousJournals.put(start.container(), known.journal());
        pod.add(container);
    }

    private static String image(Pod pod, String name) {
        for (var container : pod.spec().initContainers()) if (container.name().equals(name)) return container.image();
        for (var container : pod.spec().containers()) if (container.name().equals(name)) return container.image();
        for (var container : pod.spec().ephemeralContainers())
            if (container.name().equals(name)) return container.image();
        return "";
    }

    private static String endOf(int code) {
        return code == 0 ? "Completed" : "Error";
    }

    private static void reclaim(SimulatedPod pod, Act.ReclaimMemory reclaim) {
        if (!reclaim.container().isEmpty()) {
            var container = pod.containers.get(reclaim.container());
            if (container != null) container.reclaim(reclaim.bytes());
            return;
        }
        pod.containers.values().forEach(container -> container.reclaim(reclaim.bytes()));
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
        for (var event : passed(time.instant())) listener.accept(event);
    }

    private synchronized List<NodeEvent> passed(Instant now) {
        var events = new ArrayList<NodeEvent>();
        pods.forEach((uid, pod) -> {
            if (!pod.isLively() && pod.outOfMemory(now).isEmpty()) return;
            var changed = false;
            for (var container : pod.containers.values()) {
                changed |= container.becomeReady(now);
                if (!container.isRunning() || container.endsAt().isAfter(now)) continue;
                var code = container.behaviour().exitCode();
                container.exit(code, endOf(code), container.endsAt());
                changed = true;
            }
            for (var killed = pod.outOfMemory(now); killed.isPresent(); killed = pod.outOfMemory(now)) {
                killed.get().container().exit(KILLED, OOM_KILLED, now);
                pod.countKill(killed.get().byPod());
                changed = true;
            }
            if (changed) events.add(new NodeEvent.PodObserved(now, uid, pod.observed()));
        });
        events.addAll(nodeOutOfMemory(now));
        return events;
    }

    /** Where the node itself runs out before anybody is evicted, the kernel picks among all containers. */
    private List<NodeEvent> nodeOutOfMemory(Instant now) {
        var events = new ArrayList<NodeEvent>();
        var memory = machine.memoryBytes();
        if (!machine.isKnown()) return events;
        var used = pods.values().stream().mapToLong(pod -> pod.workingSet(now)).sum();
        while (used > memory) {
            var victim = pods.entrySet().stream()
                    .flatMap(entry -> entry.getValue().containers.values().stream()
                            .filter(container -> container.workingSet(now) > 0)
                            .map(container -> Map.entry(entry.getKey(), container)))
                    .max(Comparator.comparingDouble(entry -> entry.getValue().badness(now, memory)));
            if (victim.isEmpty()) break;
            var uid = victim.get().getKey();
            var container = victim.get().getValue();
            used -= container.workingSet(now);
            container.exit(KILLED, OOM_KILLED, now);
            var pod = pods.get(uid);
            if (pod == null) break;
            pod.countKill(false);
            events.add(new NodeEvent.PodObserved(now, uid, pod.observed()));
        }
        return events;
    }

    @Override
    public synchronized Optional<ContainerLog> log(String uid, String container, boolean previous) {
        var pod = pods.get(uid);
        var logs = pod == null ? endedLogs.get(uid) : pod.logs();
        return Optional.ofNullable(logs)
                .flatMap(all -> all.of(container, previous))
                .map(SimulatedLog::read);
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
        pods.forEach(action);
    }

    /** Of all pods. */
    long usedMemory() {
        return usage().values().stream().mapToLong(PodUsage::memoryBytes).sum();
    }

    /** The running container that names a port. */
    synchronized Optional<String> listener(SimulatedPod pod, int port) {
        var known = pod.pod;
        if (known == null) return Optional.empty();
        for (var spec : known.spec().containers()) {
            var container = pod.containers.get(spec.name());
            if (container == null || !container.isRunning()) continue;
            for (var each : spec.details().ports()) if (each.containerPort() == port) return Optional.of(spec.name());
        }
        return Optional.empty();
    }

    /** The program of a container has ended, and its container with it. */
    void ended(SimulatedPod pod, SimulatedContainer container, int code, Instant at) {
        NodeEvent event = null;
        synchronized (this) {
            var now = time.instant();
            if (!container.isRunning()) return;
            container.exit(code, endOf(code), at);
            for (var entry : pods.entrySet())
                if (entry.getValue() == pod) event = new NodeEvent.PodObserved(now, entry.getKey(), pod.observed());
        }
        if (event != null) listener.accept(event);
    }

    @Override
    public synchronized Map<String, StorageUsage> storage(Set<String> uids) {
        var now = time.instant();
        var usage = new HashMap<String, StorageUsage>();
        pods.forEach((uid, pod) -> {
            if (uids.contains(uid)) usage.put(uid, pod.storage(now));
        });
        return usage;
    }

    @Override
    public synchronized Map<String, PodUsage> usage() {
        var now = time.instant();
        var usage = new HashMap<String, PodUsage>();
        pods.forEach((uid, pod) -> {
            var containers = new HashMap<String, ContainerUsage>();
            pod.containers.forEach((name, container) -> {
                if (container.isRunning()) containers.put(name, container.usage(now));
            });
            usage.put(uid, new PodUsage(containers, pod.memory(now)));
        });
        return usage;
    }

    @Override
    public void close() {
        listener = _ -> {};
    }
}
