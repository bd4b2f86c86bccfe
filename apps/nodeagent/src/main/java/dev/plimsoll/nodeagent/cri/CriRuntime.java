package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.core.resize.eviction.NodePressure.Availability;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.protocol.SandboxResources;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.nodeagent.api.NodePodDocuments;
import dev.plimsoll.nodeagent.cri.cgroups.LinuxContainerResources;
import dev.plimsoll.nodeagent.cri.cgroups.MemoryWatch;
import dev.plimsoll.nodeagent.cri.cgroups.PodCgroups;
import dev.plimsoll.nodeagent.cri.container.ClaimFolders;
import dev.plimsoll.nodeagent.cri.container.ContainerConfigs;
import dev.plimsoll.nodeagent.cri.container.ContainerStarter;
import dev.plimsoll.nodeagent.cri.container.ContainerStopper;
import dev.plimsoll.nodeagent.cri.container.HostsFiles;
import dev.plimsoll.nodeagent.cri.container.ImageCollector;
import dev.plimsoll.nodeagent.cri.container.Images;
import dev.plimsoll.nodeagent.cri.container.LogFiles;
import dev.plimsoll.nodeagent.cri.container.LogFolders;
import dev.plimsoll.nodeagent.cri.container.LogRotation;
import dev.plimsoll.nodeagent.cri.container.PodSandboxes;
import dev.plimsoll.nodeagent.cri.container.StorageUsageReader;
import dev.plimsoll.nodeagent.cri.container.SubordinateUsers;
import dev.plimsoll.nodeagent.cri.container.UserNamespaces;
import dev.plimsoll.nodeagent.cri.container.Volumes;
import dev.plimsoll.nodeagent.cri.host.HostSpace;
import dev.plimsoll.nodeagent.cri.host.HostUsage;
import dev.plimsoll.nodeagent.cri.observation.Incidents;
import dev.plimsoll.nodeagent.cri.observation.Observations;
import dev.plimsoll.nodeagent.cri.observation.OutOfMemory;
import dev.plimsoll.nodeagent.cri.observation.PodLifecycleEvents;
import dev.plimsoll.nodeagent.cri.observation.PodUsageReader;
import dev.plimsoll.nodeagent.cri.observation.TerminationMessages;
import dev.plimsoll.nodeagent.cri.sessions.ContainerCommands;
import dev.plimsoll.nodeagent.cri.sessions.RuntimeSessions;
import dev.plimsoll.nodeagent.logs.ContainerLog;
import dev.plimsoll.nodeagent.payload.DownwardApi;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.payload.References;
import dev.plimsoll.nodeagent.runtime.CommandOutcome;
import dev.plimsoll.nodeagent.runtime.NodeUsage;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.runtime.SessionRequest;
import dev.plimsoll.nodeagent.runtime.StreamTarget;
import dev.plimsoll.nodeagent.volumes.HostsFile;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.runtime.ProgramContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs pods with a container runtime behind CRI and the cgroups of the machine. */
public final class CriRuntime implements PodRuntime {
    private final CriClient cri;
    private final PodCgroups cgroups;
    private final Observations observations;
    private final ContainerStarter starting;
    private final ContainerStopper stopping;
    private final PodUsageReader usage;
    private final StorageUsageReader storage;
    private final Volumes volumes;
    private final ClaimFolders folders;
    private final LinuxContainerResources resources;
    private final OutOfMemory outOfMemory;
    private final LogFiles logs;
    private final LogFolders logFolders;
    private final LogRotation rotation;
    private final ContainerCommands commands;
    private final RuntimeSessions sessions;
    private final ImageCollector images;
    private final ActReplies replies;
    private final Wiring wiring;
    private volatile @Nullable PodLifecycleEvents following;

    /**
     * What a runtime is made of.
     *
     * @param runtimeName as in the ids of containers: {@code containerd}
     * @param hasSwap whether the kernel accounts for swap
     * @param relist between two looks at all pods
     * @param users for pods that have users of their own
     */
    public record Wiring(
            CriClient cri,
            String runtimeName,
            PodCgroups cgroups,
            MemoryWatch memory,
            Mounts mounts,
            boolean hasSwap,
            NodePodDocuments documents,
            NodeSetup node,
            CgroupValues values,
            PodDemand demand,
            ApiClient api,
            Incidents incidents,
            Duration relist,
            ProgramContext program,
            HostUsage host,
            HostSpace space,
            ImageGarbage images,
            SubordinateUsers users) {
        InstantSource clock() {
            return program.time()::instant;
        }
    }

    public CriRuntime(Wiring wiring) {
        this.wiring = wiring;
        this.cri = wiring.cri();
        this.cgroups = wiring.cgroups();
        this.resources = new LinuxContainerResources(wiring.hasSwap());
        var messages = new TerminationMessages(wiring.node(), wiring.mounts());
        this.observations = new Observations(
                cri, cgroups, wiring.runtimeName(), wiring.node().address(), messages);
        this.rotation = new LogRotation(cri, wiring.node());
        var references = new References(wiring.api(), wiring.clock());
        this.folders = new ClaimFolders(wiring.node(), wiring.api());
        this.volumes =
                new Volumes(wiring.node(), wiring.demand(), references, wiring.mounts(), folders, wiring.clock());
        var hosts = new HostsFiles(wiring.node(), wiring.mounts(), Path.of(HostsFile.PATH));
        this.logFolders = new LogFolders(wiring.node());
        this.starting = new ContainerStarter(
                cri,
                cgroups,
                wiring.documents(),
                observations,
                new PodSandboxes(wiring.node()),
                new ContainerConfigs(wiring.node(), references, volumes, resources, messages, hosts, cri.images()),
                new Images(cri.images(), references, wiring.incidents()),
                wiring.values(),
                volumes,
                new UserNamespaces(cri, wiring.node(), wiring.mounts(), wiring.users()),
                logFolders,
                references);
        this.stopping = new ContainerStopper(cri, cgroups, volumes, wiring.clock());
        this.usage = new PodUsageReader(cri, cgroups, wiring.clock());
        this.logs = new LogFiles(wiring.node().logs(), wiring.documents(), observations);
        this.commands = new ContainerCommands(cri);
        this.sessions = new RuntimeSessions(cri, commands);
        this.storage = new StorageUsageReader(cri, wiring.documents(), volumes, logs);
        this.outOfMemory = new OutOfMemory(cgroups, wiring.incidents());
        this.replies = new ActReplies(wiring.clock());
        this.images = new ImageCollector(cri, wiring.images(), wiring.clock());
    }

    @Override
    public Map<String, PodObservation> running() {
        return switch (observations.all()) {
            case CriReply.Ok<Map<String, PodObservation>>(var all) -> {
                all.forEach(outOfMemory::begin);
                yield all;
            }
            case CriReply.Failed<Map<String, PodObservation>>(var _, var message) ->
                throw new IllegalStateException("the container runtime does not say what runs: " + message);
        };
    }

    @Override
    public String podName(String uid) {
        return observations.podName(uid);
    }

    @Override
    public void follow(Consumer<NodeEvent> listener) {
        var made = new PodLifecycleEvents(
                cri,
                observations,
                outOfMemory,
                wiring.memory(),
                listener,
                wiring.relist(),
                wiring.clock(),
                wiring.program().random(),
                wiring.program().reporter());
        following = made;
        made.start();
    }

    @Override
    public Optional<PodObject> document(String uid) {
        return wiring.documents().find(uid);
    }

    @Override
    public Map<String, StorageUsage> storage(Set<String> uids) {
        return storage.of(uids);
    }

    @Override
    public Map<EvictionSignal, Availability> availability() {
        return wiring.space().read();
    }

    @Override
    public Map<String, Long> processes(Set<String> uids) {
        return cgroups.processes(uids);
    }

    @Override
    public Collected collectImages() {
        return wiring.space().images().map(images::collect).orElse(Collected.NOTHING);
    }

    @Override
    public List<String> removeReleasedVolumes() {
        return folders.removeReleased();
    }

    @Override
    public List<String> rotateLogs() {
        return rotation.run(now());
    }

    @Override
    public List<String> removeLogsBut(Set<String> uids) {
        return logFolders.removeBut(
                uid -> uids.contains(uid) || wiring.documents().find(uid).isPresent());
    }

    @Override
    public Collected reclaimDisk() {
        return images.collectAll();
    }

    @Override
    public void refreshVolumes(Pod pod, String ip) {
        var uid = pod.metadata().uid();
        wiring.documents()
                .find(uid)
                .ifPresent(document -> volumes.refresh(new DownwardApi(document, pod.spec(), ip, wiring.node()))
                        .forEach(problem -> wiring.incidents().tell(uid, NodeEvent.Failed.FAILED_MOUNT, problem)));
    }

    @Override
    public Map<String, PodUsage> usage() {
        return usage.all();
    }

    @Override
    public NodeUsage nodeUsage(Map<String, PodUsage> pods) {
        return wiring.host().read(now()).orElseGet(() -> NodeUsage.sumOf(pods));
    }

    @Override
    public Optional<ContainerLog> log(String uid, String container, boolean previous) throws IOException {
        return logs.open(uid, container, previous);
    }

    @Override
    public StreamTarget exec(String uid, String container, SessionRequest request) {
        return sessions.session(uid, container, request);
    }

    @Override
    public StreamTarget attach(String uid, String container, SessionRequest request) {
        return sessions.session(
                uid,
                container,
                new SessionRequest(List.of(), request.stdin(), request.stdout(), request.stderr(), request.tty()));
    }

    @Override
    public StreamTarget ports(String uid) {
        return sessions.ports(uid);
    }

    @Override
    public CommandOutcome run(String uid, String container, List<String> command, Duration timeout) {
        return commands.run(uid, container, command, timeout);
    }

    @Override
    public boolean canFail() {
        return true;
    }

    @Override
    public String unready() {
        return Readiness.of(cri.status());
    }

    @Override
    public NodeEvent.Outcome perform(Act act) {
        try {
            return done(act);
        } finally {
            var told = following;
            if (told != null) told.acted(act.uid());
        }
    }

    private NodeEvent.Outcome done(Act act) {
        return switch (act) {
            case Act.CreatePodCgroup create -> looked(act, cgroups.create(create.qos(), act.uid(), create.values()));
            case Act.RunPodSandbox run -> begun(act, step -> starting.sandbox(run, step));
            case Act.StartContainer start -> begun(act, step -> starting.container(start, step));
            case Act.UpdateContainer update ->
                replies.done(
                        act, cri.updateContainer(observations.id(update.containerId()), resources.of(update.values())));
            case Act.MoveContainer move ->
                replies.done(
                        act,
                        cri.updateContainer(
                                observations.id(move.containerId()), LinuxContainerResources.on(move.cpus())));
            case Act.UpdatePodSandbox update -> replies.done(act, told(update.sandboxId(), update.resources()));
            case Act.RestorePodSandbox restore -> replies.done(act, told(restore.sandboxId(), restore.resources()));
            case Act.WritePodCgroup write -> replies.done(act, cgroups.write(act.uid(), write.before(), write.after()));
            case Act.ResizeVolume resize ->
                replies.done(
                        act,
                        volumes.resize(act.uid(), resize.volume(), resize.size().value()));
            case Act.MeasureMemory _ -> measured(act);
            case Act.ReclaimMemory reclaim -> {
                var id = reclaim.container().isEmpty() ? "" : observations.id(reclaim.containerId());
                var asked = cgroups.reclaim(act.uid(), id, reclaim.bytes(), reclaim.high());
                yield asked instanceof CriReply.Failed<Done> ? replies.done(act, asked) : measured(act);
            }
            case Act.KillContainer kill ->
                looked(act, stopping.container(observations.id(kill.containerId()), kill.grace()));
            case Act.StopContainers stop -> looked(act, stopping.containers(stop));
            case Act.RemoveContainers _ -> looked(act, stopping.removed(act.uid()));
            case Act.RemovePod _ ->
                replies.observed(act, stopping.pod(act.uid()).map(_ -> PodObservation.NOTHING));
            case Act.Inspect _ -> looked(act, new CriReply.Ok<>(Done.DONE));
        };
    }

    /** Something of several steps: a failure is called as the step at which it came. */
    private NodeEvent.Outcome begun(Act act, Function<Consumer<String>, CriReply<Done>> steps) {
        var step = new AtomicReference<>("");
        var outcome = looked(act, steps.apply(step::set));
        return outcome instanceof NodeEvent.Failed failed ? failed.because(step.get()) : outcome;
    }

    private CriReply<Done> told(String sandbox, SandboxResources amounts) {
        return cri.updateSandbox(
                sandbox,
                LinuxContainerResources.of(amounts.overhead()),
                LinuxContainerResources.of(amounts.workload()));
    }

    private NodeEvent.Outcome looked(Act act, CriReply<Done> answer) {
        return replies.observed(act, answer.then(_ -> observations.of(act.uid())));
    }

    private NodeEvent.Outcome measured(Act act) {
        return replies.measured(act, usage.memory(act.uid()));
    }

    private Instant now() {
        return wiring.clock().instant();
    }

    @Override
    public void close() {
        var told = following;
        if (told != null) told.close();
    }
}
