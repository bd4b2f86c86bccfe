package dev.plimsoll.fakes.cri;

import com.google.protobuf.ByteString;
import dev.plimsoll.cri.v1.*;
import dev.plimsoll.fakes.cri.FakeState.ContainerEntry;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Map;
import java.util.function.Supplier;

/** The runtime service over the state. */
final class FakeRuntimeService extends RuntimeServiceGrpc.RuntimeServiceImplBase {
    static final long GROUP_OF_IMAGE = 50_000;

    /** One that can do nothing special. */
    static final String PLAIN_HANDLER = "plain";

    private final FakeState state;
    private final FakeImageService images;
    private final FakeSessions sessions;

    FakeRuntimeService(FakeState state, FakeImageService images, FakeSessions sessions) {
        this.sessions = sessions;
        this.state = state;
        this.images = images;
    }

    static <T> void reply(StreamObserver<T> observer, Supplier<T> answer) {
        try {
            observer.onNext(answer.get());
            observer.onCompleted();
        } catch (StatusRuntimeException e) {
            observer.onError(e);
        }
    }

    private static boolean matches(Map<String, String> labels, Map<String, String> selector) {
        return labels.entrySet().containsAll(selector.entrySet());
    }

    @Override
    public void version(VersionRequest request, StreamObserver<VersionResponse> observer) {
        reply(
                observer,
                () -> VersionResponse.newBuilder()
                        .setVersion("0.1.0")
                        .setRuntimeName("fake")
                        .setRuntimeVersion("1.0.0")
                        .setRuntimeApiVersion("v1")
                        .build());
    }

    @Override
    public void status(StatusRequest request, StreamObserver<StatusResponse> observer) {
        reply(
                observer,
                () -> StatusResponse.newBuilder()
                        .setStatus(RuntimeStatus.newBuilder()
                                .addConditions(RuntimeCondition.newBuilder()
                                        .setType("RuntimeReady")
                                        .setStatus(true))
                                .addConditions(RuntimeCondition.newBuilder()
                                        .setType("NetworkReady")
                                        .setStatus(true)))
                        .setFeatures(RuntimeFeatures.newBuilder().setSupplementalGroupsPolicy(true))
                        .addRuntimeHandlers(RuntimeHandler.newBuilder()
                                .setFeatures(RuntimeHandlerFeatures.newBuilder()
                                        .setUserNamespaces(state.offersUserNamespaces)))
                        .addRuntimeHandlers(RuntimeHandler.newBuilder().setName(PLAIN_HANDLER))
                        .putAllInfo(request.getVerbose() ? Map.of("config", state.settings) : Map.of())
                        .build());
    }

    @Override
    public void runtimeConfig(RuntimeConfigRequest request, StreamObserver<RuntimeConfigResponse> observer) {
        reply(
                observer,
                () -> RuntimeConfigResponse.newBuilder()
                        .setLinux(LinuxRuntimeConfiguration.newBuilder().setCgroupDriver(CgroupDriver.CGROUPFS))
                        .build());
    }

    @Override
    public void runPodSandbox(RunPodSandboxRequest request, StreamObserver<RunPodSandboxResponse> observer) {
        reply(
                observer,
                () -> RunPodSandboxResponse.newBuilder()
                        .setPodSandboxId(state.addSandbox(request.getConfig(), request.getRuntimeHandler()))
                        .build());
    }

    @Override
    public void stopPodSandbox(StopPodSandboxRequest request, StreamObserver<StopPodSandboxResponse> observer) {
        reply(observer, () -> {
            state.stopSandbox(request.getPodSandboxId());
            return StopPodSandboxResponse.getDefaultInstance();
        });
    }

    @Override
    public void removePodSandbox(RemovePodSandboxRequest request, StreamObserver<RemovePodSandboxResponse> observer) {
        reply(observer, () -> {
            state.removeSandbox(request.getPodSandboxId());
            return RemovePodSandboxResponse.getDefaultInstance();
        });
    }

    @Override
    public void podSandboxStatus(PodSandboxStatusRequest request, StreamObserver<PodSandboxStatusResponse> observer) {
        reply(
                observer,
                () -> PodSandboxStatusResponse.newBuilder()
                        .setStatus(state.sandbox(request.getPodSandboxId()).status())
                        .addAllContainersStatuses(state.statuses(request.getPodSandboxId()))
                        .setTimestamp(state.now())
                        .build());
    }

    @Override
    public void listPodSandbox(ListPodSandboxRequest request, StreamObserver<ListPodSandboxResponse> observer) {
        var filter = request.getFilter();
        reply(observer, () -> {
            var response = ListPodSandboxResponse.newBuilder();
            synchronized (state) {
                for (var entry : state.sandboxes.values()) {
                    var status = entry.status();
                    if (!filter.getId().isEmpty() && !filter.getId().equals(status.getId())) continue;
                    if (!matches(status.getLabelsMap(), filter.getLabelSelectorMap())) continue;
                    response.addItems(PodSandbox.newBuilder()
                            .setId(status.getId())
                            .setMetadata(status.getMetadata())
                            .setState(status.getState())
                            .setCreatedAt(status.getCreatedAt())
                            .putAllLabels(status.getLabelsMap())
                            .putAllAnnotations(status.getAnnotationsMap())
                            .setRuntimeHandler(status.getRuntimeHandler()));
                }
            }
            return response.build();
        });
    }

    @Override
    public void updatePodSandboxResources(
            UpdatePodSandboxResourcesRequest request, StreamObserver<UpdatePodSandboxResourcesResponse> observer) {
        reply(observer, () -> {
            state.resizeSandbox(request.getPodSandboxId(), request.getOverhead(), request.getResources());
            return UpdatePodSandboxResourcesResponse.getDefaultInstance();
        });
    }

    @Override
    public void createContainer(CreateContainerRequest request, StreamObserver<CreateContainerResponse> observer) {
        var config = request.getConfig();
        reply(observer, () -> {
            var image = images.find(config.getImage().getImage());
            if (image == null) {
                throw Status.NOT_FOUND
                        .withDescription("image " + config.getImage().getImage() + " is not there")
                        .asRuntimeException();
            }
            var status = ContainerStatus.newBuilder()
                    .setMetadata(config.getMetadata())
                    .setImage(config.getImage())
                    .setImageRef(image.getId())
                    .setImageId(image.getId())
                    .putAllLabels(config.getLabelsMap())
                    .putAllAnnotations(config.getAnnotationsMap())
                    .setLogPath(config.getLogPath())
                    .addAllMounts(config.getMountsList())
                    .setUser(ContainerUser.newBuilder()
                            .setLinux(user(config.getLinux().getSecurityContext())))
                    .setResources(ContainerResources.newBuilder()
                            .setLinux(config.getLinux().getResources()));
            var id = state.addContainer(request.getPodSandboxId(), status);
            state.security(id, config.getLinux().getSecurityContext());
            return CreateContainerResponse.newBuilder().setContainerId(id).build();
        });
    }

    /** As whom it would run: every image gives its user one more group. */
    private static LinuxContainerUser user(LinuxContainerSecurityContext security) {
        var user = LinuxContainerUser.newBuilder()
                .setUid(security.getRunAsUser().getValue())
                .setGid(security.getRunAsGroup().getValue())
                .addAllSupplementalGroups(security.getSupplementalGroupsList());
        if (security.getSupplementalGroupsPolicy() == SupplementalGroupsPolicy.Merge)
            user.addSupplementalGroups(GROUP_OF_IMAGE);
        return user.build();
    }

    @Override
    public void startContainer(StartContainerRequest request, StreamObserver<StartContainerResponse> observer) {
        reply(observer, () -> {
            state.start(request.getContainerId());
            return StartContainerResponse.getDefaultInstance();
        });
    }

    @Override
    public void stopContainer(StopContainerRequest request, StreamObserver<StopContainerResponse> observer) {
        reply(observer, () -> {
            var killed = request.getTimeout() == 0;
            state.stop(request.getContainerId(), killed ? 137 : 143, "Error");
            return StopContainerResponse.getDefaultInstance();
        });
    }

    @Override
    public void removeContainer(RemoveContainerRequest request, StreamObserver<RemoveContainerResponse> observer) {
        reply(observer, () -> {
            state.remove(request.getContainerId());
            return RemoveContainerResponse.getDefaultInstance();
        });
    }

    @Override
    public void listContainers(ListContainersRequest request, StreamObserver<ListContainersResponse> observer) {
        var filter = request.getFilter();
        reply(observer, () -> {
            var response = ListContainersResponse.newBuilder();
            synchronized (state) {
                for (var entry : state.containers.values()) {
                    if (isWanted(entry, filter)) response.addContainers(listed(entry));
                }
            }
            return response.build();
        });
    }

    private static boolean isWanted(ContainerEntry entry, ContainerFilter filter) {
        if (!filter.getId().isEmpty() && !filter.getId().equals(entry.status().getId())) return false;
        if (!filter.getPodSandboxId().isEmpty() && !filter.getPodSandboxId().equals(entry.sandbox())) return false;
        if (filter.hasState() && filter.getState().getState() != entry.status().getState()) return false;
        return matches(entry.status().getLabelsMap(), filter.getLabelSelectorMap());
    }

    private static Container listed(ContainerEntry entry) {
        var status = entry.status();
        return Container.newBuilder()
                .setId(status.getId())
                .setPodSandboxId(entry.sandbox())
                .setMetadata(status.getMetadata())
                .setImage(status.getImage())
                .setImageRef(status.getImageRef())
                .setState(status.getState())
                .setCreatedAt(status.getCreatedAt())
                .putAllLabels(status.getLabelsMap())
                .putAllAnnotations(status.getAnnotationsMap())
                .build();
    }

    @Override
    public void containerStatus(ContainerStatusRequest request, StreamObserver<ContainerStatusResponse> observer) {
        reply(
                observer,
                () -> ContainerStatusResponse.newBuilder()
                        .setStatus(state.container(request.getContainerId()).status())
                        .build());
    }

    @Override
    public void updateContainerResources(
            UpdateContainerResourcesRequest request, StreamObserver<UpdateContainerResourcesResponse> observer) {
        reply(observer, () -> {
            state.resize(request.getContainerId(), request.getLinux());
            return UpdateContainerResourcesResponse.getDefaultInstance();
        });
    }

    @Override
    public void reopenContainerLog(
            ReopenContainerLogRequest request, StreamObserver<ReopenContainerLogResponse> observer) {
        reply(observer, () -> {
            var _ = state.container(request.getContainerId());
            return ReopenContainerLogResponse.getDefaultInstance();
        });
    }

    /** Answers with the command itself. */
    @Override
    public void execSync(ExecSyncRequest request, StreamObserver<ExecSyncResponse> observer) {
        reply(observer, () -> {
            var _ = state.container(request.getContainerId());
            var executed = sessions.run(request.getCmdList());
            return ExecSyncResponse.newBuilder()
                    .setStdout(ByteString.copyFrom(executed.out()))
                    .setStderr(ByteString.copyFrom(executed.err()))
                    .setExitCode(executed.exitCode())
                    .build();
        });
    }

    @Override
    public void exec(ExecRequest request, StreamObserver<ExecResponse> observer) {
        reply(observer, () -> {
            var _ = state.container(request.getContainerId());
            return ExecResponse.newBuilder().setUrl(sessions.address("exec")).build();
        });
    }

    @Override
    public void attach(AttachRequest request, StreamObserver<AttachResponse> observer) {
        reply(observer, () -> {
            var _ = state.container(request.getContainerId());
            return AttachResponse.newBuilder()
                    .setUrl(sessions.address("attach"))
                    .build();
        });
    }

    @Override
    public void portForward(PortForwardRequest request, StreamObserver<PortForwardResponse> observer) {
        reply(observer, () -> {
            var _ = state.sandbox(request.getPodSandboxId());
            return PortForwardResponse.newBuilder()
                    .setUrl(sessions.address("portforward"))
                    .build();
        });
    }

    @Override
    public void getContainerEvents(GetEventsRequest request, StreamObserver<ContainerEventResponse> observer) {
        var call = (ServerCallStreamObserver<ContainerEventResponse>) observer;
        call.setOnCancelHandler(() -> state.unfollow(observer));
        state.follow(observer);
    }

    private ContainerStats stats(ContainerEntry entry) {
        var zero = UInt64Value.getDefaultInstance();
        return ContainerStats.newBuilder()
                .setAttributes(ContainerAttributes.newBuilder()
                        .setId(entry.status().getId())
                        .setMetadata(entry.status().getMetadata()))
                .setCpu(CpuUsage.newBuilder().setTimestamp(state.now()).setUsageCoreNanoSeconds(zero))
                .setMemory(MemoryUsage.newBuilder().setTimestamp(state.now()).setWorkingSetBytes(zero))
                .build();
    }

    @Override
    public void containerStats(ContainerStatsRequest request, StreamObserver<ContainerStatsResponse> observer) {
        reply(
                observer,
                () -> ContainerStatsResponse.newBuilder()
                        .setStats(stats(state.container(request.getContainerId())))
                        .build());
    }

    @Override
    public void listContainerStats(
            ListContainerStatsRequest request, StreamObserver<ListContainerStatsResponse> observer) {
        reply(observer, () -> {
            var response = ListContainerStatsResponse.newBuilder();
            synchronized (state) {
                for (var entry : state.containers.values()) response.addStats(stats(entry));
            }
            return response.build();
        });
    }

    private PodSandboxStats sandboxStats(FakeState.SandboxEntry entry) {
        var linux = LinuxPodSandboxStats.newBuilder();
        for (var container : state.containers.values()) {
            if (container.sandbox().equals(entry.status().getId())) linux.addContainers(stats(container));
        }
        return PodSandboxStats.newBuilder()
                .setAttributes(PodSandboxAttributes.newBuilder()
                        .setId(entry.status().getId())
                        .setMetadata(entry.status().getMetadata()))
                .setLinux(linux)
                .build();
    }

    @Override
    public void podSandboxStats(PodSandboxStatsRequest request, StreamObserver<PodSandboxStatsResponse> observer) {
        reply(observer, () -> {
            synchronized (state) {
                return PodSandboxStatsResponse.newBuilder()
                        .setStats(sandboxStats(state.sandbox(request.getPodSandboxId())))
                        .build();
            }
        });
    }

    @Override
    public void listPodSandboxStats(
            ListPodSandboxStatsRequest request, StreamObserver<ListPodSandboxStatsResponse> observer) {
        reply(observer, () -> {
            var response = ListPodSandboxStatsResponse.newBuilder();
            synchronized (state) {
                for (var entry : state.sandboxes.values()) response.addStats(sandboxStats(entry));
            }
            return response.build();
        });
    }
}
