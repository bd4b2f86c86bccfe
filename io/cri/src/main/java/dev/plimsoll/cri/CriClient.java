package dev.plimsoll.cri;

import dev.plimsoll.cri.config.ContainerConfig;
import dev.plimsoll.cri.config.LinuxResources;
import dev.plimsoll.cri.config.SandboxConfig;
import dev.plimsoll.cri.usage.ContainerResourceUsage;
import dev.plimsoll.cri.usage.SandboxUsage;
import dev.plimsoll.cri.v1.AttachRequest;
import dev.plimsoll.cri.v1.ContainerFilter;
import dev.plimsoll.cri.v1.ContainerStatsRequest;
import dev.plimsoll.cri.v1.ContainerStatusRequest;
import dev.plimsoll.cri.v1.CreateContainerRequest;
import dev.plimsoll.cri.v1.ExecRequest;
import dev.plimsoll.cri.v1.ExecSyncRequest;
import dev.plimsoll.cri.v1.ListContainerStatsRequest;
import dev.plimsoll.cri.v1.ListContainersRequest;
import dev.plimsoll.cri.v1.ListPodSandboxRequest;
import dev.plimsoll.cri.v1.ListPodSandboxStatsRequest;
import dev.plimsoll.cri.v1.PodSandboxFilter;
import dev.plimsoll.cri.v1.PodSandboxStatsRequest;
import dev.plimsoll.cri.v1.PodSandboxStatusRequest;
import dev.plimsoll.cri.v1.PortForwardRequest;
import dev.plimsoll.cri.v1.RemoveContainerRequest;
import dev.plimsoll.cri.v1.RemovePodSandboxRequest;
import dev.plimsoll.cri.v1.ReopenContainerLogRequest;
import dev.plimsoll.cri.v1.RunPodSandboxRequest;
import dev.plimsoll.cri.v1.RuntimeConfigRequest;
import dev.plimsoll.cri.v1.RuntimeServiceGrpc;
import dev.plimsoll.cri.v1.RuntimeServiceGrpc.RuntimeServiceBlockingStub;
import dev.plimsoll.cri.v1.StartContainerRequest;
import dev.plimsoll.cri.v1.StatusRequest;
import dev.plimsoll.cri.v1.StopContainerRequest;
import dev.plimsoll.cri.v1.StopPodSandboxRequest;
import dev.plimsoll.cri.v1.UpdateContainerResourcesRequest;
import dev.plimsoll.cri.v1.UpdatePodSandboxResourcesRequest;
import dev.plimsoll.cri.v1.VersionRequest;
import dev.plimsoll.cri.wire.CriDecoder;
import dev.plimsoll.cri.wire.CriEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A container runtime behind its unix socket. Calls block, from any thread.
 *
 * <p>A runtime that is away answers {@link CriReply.Code#UNAVAILABLE}; the call after it came back succeeds.
 */
public final class CriClient implements AutoCloseable {
    private final UnixChannel channel;
    private final CallTimeouts timeouts;
    private final ImageCalls images;

    public CriClient(Path socket, CallTimeouts timeouts) {
        this.channel = new UnixChannel(socket);
        this.timeouts = timeouts;
        this.images = new ImageCalls(channel, timeouts);
    }

    public ImageCalls images() {
        return images;
    }

    /** Events of containers; told by a thread that runs the feed. */
    public EventFeed events(Consumer<ContainerEventNews> listener, RandomGenerator random) {
        return new EventFeed(channel, listener, random);
    }

    public CriReply<RuntimeVersion> version() {
        return call(stub -> stub.version(
                        VersionRequest.newBuilder().setVersion("0.1.0").build()))
                .map(reply -> new RuntimeVersion(
                        reply.getRuntimeName(), reply.getRuntimeVersion(), reply.getRuntimeApiVersion()));
    }

    public CriReply<List<RuntimeCondition>> status() {
        return call(stub -> stub.status(StatusRequest.getDefaultInstance()))
                .map(reply -> reply.getStatus().getConditionsList().stream()
                        .map(each -> new RuntimeCondition(
                                each.getType(), each.getStatus(), each.getReason(), each.getMessage()))
                        .toList());
    }

    /** Whether the runtime knows policies about groups, and tells as whom containers run; older ones do not say. */
    public CriReply<Boolean> hasStrictGroups() {
        return call(stub -> stub.status(StatusRequest.getDefaultInstance()))
                .map(reply -> reply.getFeatures().getSupplementalGroupsPolicy());
    }

    /** The ways in which the runtime can run pods; older ones name none. */
    public CriReply<List<RuntimeHandler>> handlers() {
        return call(stub -> stub.status(StatusRequest.getDefaultInstance()))
                .map(reply -> reply.getRuntimeHandlersList().stream()
                        .map(each -> new RuntimeHandler(
                                each.getName(),
                                each.getFeatures().getRecursiveReadOnlyMounts(),
                                each.getFeatures().getUserNamespaces()))
                        .toList());
    }

    /**
     * The cgroup driver that the runtime wants. containerd before 2.0 does not know the question, and has the answer among its settings;
     * others answer {@link CriReply.Code#UNIMPLEMENTED}.
     */
    public CriReply<CgroupDriver> cgroupDriver() {
        CriReply<CgroupDriver> told = call(stub -> stub.runtimeConfig(RuntimeConfigRequest.getDefaultInstance()))
                .map(reply -> switch (reply.getLinux().getCgroupDriver()) {
                    case SYSTEMD, UNRECOGNIZED -> CgroupDriver.SYSTEMD;
                    case CGROUPFS -> CgroupDriver.CGROUPFS;
                });
        if (!told.failedWith(CriReply.Code.UNIMPLEMENTED)) return told;
        return settings()
                .then(settings -> ContainerdSettings.cgroupDriver(settings)
                        .<CriReply<CgroupDriver>>map(CriReply.Ok::new)
                        .orElse(told));
    }

    /**
     * The image that sandboxes are made of, as the settings of containerd before 2.0 have it; later ones pin it. Empty where the runtime does
     * not tell.
     */
    public CriReply<String> sandboxImage() {
        return settings().map(ContainerdSettings::sandboxImage);
    }

    private CriReply<String> settings() {
        return call(stub ->
                        stub.status(StatusRequest.newBuilder().setVerbose(true).build()))
                .map(reply -> reply.getInfoOrDefault(ContainerdSettings.NAME, ""));
    }

    /** Makes and starts a sandbox; its id. */
    public CriReply<String> runSandbox(SandboxConfig config, String runtimeHandler) {
        return call(stub -> stub.runPodSandbox(RunPodSandboxRequest.newBuilder()
                        .setConfig(CriEncoder.sandbox(config))
                        .setRuntimeHandler(runtimeHandler)
                        .build())
                .getPodSandboxId());
    }

    public CriReply<Done> stopSandbox(String id) {
        return done(stub -> stub.stopPodSandbox(
                StopPodSandboxRequest.newBuilder().setPodSandboxId(id).build()));
    }

    public CriReply<Done> removeSandbox(String id) {
        return done(stub -> stub.removePodSandbox(
                RemovePodSandboxRequest.newBuilder().setPodSandboxId(id).build()));
    }

    public CriReply<SandboxStatus> sandboxStatus(String id) {
        return call(stub -> stub.podSandboxStatus(
                        PodSandboxStatusRequest.newBuilder().setPodSandboxId(id).build()))
                .map(reply -> CriDecoder.sandbox(reply.getStatus(), reply.getContainersStatusesList()));
    }

    /**
     * Lists sandboxes.
     *
     * @param labels that a sandbox must have; empty for all
     */
    public CriReply<List<Sandbox>> sandboxes(Map<String, String> labels) {
        var filter = PodSandboxFilter.newBuilder().putAllLabelSelector(labels);
        return call(stub -> stub.listPodSandbox(
                        ListPodSandboxRequest.newBuilder().setFilter(filter).build()))
                .map(reply ->
                        reply.getItemsList().stream().map(CriDecoder::sandbox).toList());
    }

    /** Tells the runtime the pod's resources after its cgroup has been written. */
    public CriReply<Done> updateSandbox(String id, LinuxResources overhead, LinuxResources resources) {
        return done(stub -> stub.updatePodSandboxResources(UpdatePodSandboxResourcesRequest.newBuilder()
                .setPodSandboxId(id)
                .setOverhead(CriEncoder.resources(overhead))
                .setResources(CriEncoder.resources(resources))
                .build()));
    }

    /** Makes a container, which does not run yet; its id. */
    public CriReply<String> createContainer(String sandboxId, ContainerConfig config, SandboxConfig sandbox) {
        return call(stub -> stub.createContainer(CreateContainerRequest.newBuilder()
                        .setPodSandboxId(sandboxId)
                        .setConfig(CriEncoder.container(config))
                        .setSandboxConfig(CriEncoder.sandbox(sandbox))
                        .build())
                .getContainerId());
    }

    public CriReply<Done> startContainer(String id) {
        return done(stub -> stub.startContainer(
                StartContainerRequest.newBuilder().setContainerId(id).build()));
    }

    /** Asks the container to end, kills it after the grace period, and returns when it is gone. */
    public CriReply<Done> stopContainer(String id, Duration grace) {
        var request = StopContainerRequest.newBuilder()
                .setContainerId(id)
                .setTimeout(grace.toSeconds())
                .build();
        return call(timeouts.call().plus(grace), stub -> stub.stopContainer(request))
                .map(_ -> Done.DONE);
    }

    public CriReply<Done> removeContainer(String id) {
        return done(stub -> stub.removeContainer(
                RemoveContainerRequest.newBuilder().setContainerId(id).build()));
    }

    /**
     * Lists containers.
     *
     * @param sandboxId only those of it; empty for all
     * @param labels that a container must have; empty for all
     */
    public CriReply<List<Container>> containers(String sandboxId, Map<String, String> labels) {
        var filter = ContainerFilter.newBuilder().setPodSandboxId(sandboxId).putAllLabelSelector(labels);
        return call(stub -> stub.listContainers(
                        ListContainersRequest.newBuilder().setFilter(filter).build()))
                .map(reply -> reply.getContainersList().stream()
                        .map(CriDecoder::container)
                        .toList());
    }

    public CriReply<ContainerStatus> containerStatus(String id) {
        return call(stub -> stub.containerStatus(
                        ContainerStatusRequest.newBuilder().setContainerId(id).build()))
                .map(reply -> CriDecoder.status(reply.getStatus()));
    }

    public CriReply<Done> updateContainer(String id, LinuxResources resources) {
        return done(stub -> stub.updateContainerResources(UpdateContainerResourcesRequest.newBuilder()
                .setContainerId(id)
                .setLinux(CriEncoder.resources(resources))
                .build()));
    }

    /** Runs a command in a container to its end. */
    public CriReply<Executed> execSync(String id, List<String> command, Duration timeout) {
        var request = ExecSyncRequest.newBuilder()
                .setContainerId(id)
                .addAllCmd(command)
                .setTimeout(timeout.toSeconds())
                .build();
        return call(timeouts.call().plus(timeout), stub -> stub.execSync(request))
                .map(reply -> new Executed(
                        reply.getStdout().toByteArray(), reply.getStderr().toByteArray(), reply.getExitCode()));
    }

    /**
     * Prepares a session in a container, which whoever has the address can begin once.
     *
     * @param command empty to attach to what runs
     */
    public CriReply<String> session(String id, List<String> command, StreamSelection streams) {
        if (command.isEmpty())
            return call(stub -> stub.attach(AttachRequest.newBuilder()
                            .setContainerId(id)
                            .setStdin(streams.stdin())
                            .setStdout(streams.stdout())
                            .setStderr(streams.stderr())
                            .setTty(streams.tty())
                            .build())
                    .getUrl());
        return call(stub -> stub.exec(ExecRequest.newBuilder()
                        .setContainerId(id)
                        .addAllCmd(command)
                        .setStdin(streams.stdin())
                        .setStdout(streams.stdout())
                        .setStderr(streams.stderr())
                        .setTty(streams.tty())
                        .build())
                .getUrl());
    }

    /** The same for ports of a sandbox. */
    public CriReply<String> portForward(String sandboxId, List<Integer> ports) {
        return call(stub -> stub.portForward(PortForwardRequest.newBuilder()
                        .setPodSandboxId(sandboxId)
                        .addAllPort(ports)
                        .build())
                .getUrl());
    }

    public CriReply<Done> reopenLog(String id) {
        return done(stub -> stub.reopenContainerLog(
                ReopenContainerLogRequest.newBuilder().setContainerId(id).build()));
    }

    public CriReply<ContainerResourceUsage> containerUsage(String id) {
        return call(stub -> stub.containerStats(
                        ContainerStatsRequest.newBuilder().setContainerId(id).build()))
                .map(reply -> CriDecoder.usage(reply.getStats()));
    }

    public CriReply<List<ContainerResourceUsage>> containerUsages() {
        return call(stub -> stub.listContainerStats(ListContainerStatsRequest.getDefaultInstance()))
                .map(reply ->
                        reply.getStatsList().stream().map(CriDecoder::usage).toList());
    }

    public CriReply<SandboxUsage> sandboxUsage(String id) {
        return call(stub -> stub.podSandboxStats(
                        PodSandboxStatsRequest.newBuilder().setPodSandboxId(id).build()))
                .map(reply -> CriDecoder.usage(reply.getStats()));
    }

    public CriReply<List<SandboxUsage>> sandboxUsages() {
        return call(stub -> stub.listPodSandboxStats(ListPodSandboxStatsRequest.getDefaultInstance()))
                .map(reply ->
                        reply.getStatsList().stream().map(CriDecoder::usage).toList());
    }

    private CriReply<Done> done(Function<RuntimeServiceBlockingStub, ?> call) {
        return call(timeouts.call(), call).map(_ -> Done.DONE);
    }

    private <T> CriReply<T> call(Function<RuntimeServiceBlockingStub, T> call) {
        return call(timeouts.call(), call);
    }

    private <T> CriReply<T> call(Duration timeout, Function<RuntimeServiceBlockingStub, T> call) {
        return CriCalls.answer(() -> call.apply(RuntimeServiceGrpc.newBlockingStub(channel.ready())
                .withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS)));
    }

    @Override
    public void close() {
        channel.close();
    }
}
