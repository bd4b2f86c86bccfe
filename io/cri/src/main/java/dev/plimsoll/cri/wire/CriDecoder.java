package dev.plimsoll.cri.wire;

import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.ContainerEvent;
import dev.plimsoll.cri.ContainerState;
import dev.plimsoll.cri.ContainerStatus;
import dev.plimsoll.cri.Image;
import dev.plimsoll.cri.Sandbox;
import dev.plimsoll.cri.SandboxStatus;
import dev.plimsoll.cri.config.LinuxResources;
import dev.plimsoll.cri.config.SandboxMetadata;
import dev.plimsoll.cri.usage.ContainerResourceUsage;
import dev.plimsoll.cri.usage.FilesystemUsage;
import dev.plimsoll.cri.usage.ResourceUsage;
import dev.plimsoll.cri.usage.SandboxUsage;
import dev.plimsoll.cri.v1.ContainerEventResponse;
import dev.plimsoll.cri.v1.ContainerStats;
import dev.plimsoll.cri.v1.CpuUsage;
import dev.plimsoll.cri.v1.LinuxContainerResources;
import dev.plimsoll.cri.v1.LinuxContainerUser;
import dev.plimsoll.cri.v1.MemoryUsage;
import dev.plimsoll.cri.v1.NamespaceMode;
import dev.plimsoll.cri.v1.PodSandbox;
import dev.plimsoll.cri.v1.PodSandboxMetadata;
import dev.plimsoll.cri.v1.PodSandboxState;
import dev.plimsoll.cri.v1.PodSandboxStats;
import dev.plimsoll.cri.v1.PodSandboxStatus;
import dev.plimsoll.cri.v1.UInt64Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Messages to records. */
public final class CriDecoder {
    private static final long BILLION = 1_000_000_000;

    private CriDecoder() {}

    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, BILLION), Math.floorMod(nanos, BILLION));
    }

    public static LinuxResources resources(LinuxContainerResources message) {
        var hugepages = new HashMap<String, Long>();
        for (var limit : message.getHugepageLimitsList()) hugepages.put(limit.getPageSize(), limit.getLimit());
        return new LinuxResources(
                message.getCpuPeriod(),
                message.getCpuQuota(),
                message.getCpuShares(),
                message.getMemoryLimitInBytes(),
                message.getOomScoreAdj(),
                message.getCpusetCpus(),
                message.getCpusetMems(),
                hugepages,
                message.getUnifiedMap(),
                message.getMemorySwapLimitInBytes());
    }

    private static SandboxMetadata metadata(PodSandboxMetadata message) {
        return new SandboxMetadata(message.getName(), message.getUid(), message.getNamespace(), message.getAttempt());
    }

    public static Sandbox sandbox(PodSandbox message) {
        return new Sandbox(
                message.getId(),
                metadata(message.getMetadata()),
                message.getState() == PodSandboxState.SANDBOX_READY,
                instant(message.getCreatedAt()),
                message.getLabelsMap(),
                message.getAnnotationsMap(),
                message.getRuntimeHandler());
    }

    public static SandboxStatus sandbox(
            PodSandboxStatus message, List<dev.plimsoll.cri.v1.ContainerStatus> containers) {
        var sandbox = new Sandbox(
                message.getId(),
                metadata(message.getMetadata()),
                message.getState() == PodSandboxState.SANDBOX_READY,
                instant(message.getCreatedAt()),
                message.getLabelsMap(),
                message.getAnnotationsMap(),
                message.getRuntimeHandler());
        var ips = new ArrayList<String>();
        if (!message.getNetwork().getIp().isEmpty())
            ips.add(message.getNetwork().getIp());
        for (var ip : message.getNetwork().getAdditionalIpsList()) ips.add(ip.getIp());
        var network = message.getLinux().getNamespaces().getOptions().getNetwork();
        return new SandboxStatus(
                sandbox,
                ips,
                network == NamespaceMode.NODE,
                containers.stream().map(CriDecoder::status).toList());
    }

    public static Container container(dev.plimsoll.cri.v1.Container message) {
        return new Container(
                message.getId(),
                message.getPodSandboxId(),
                message.getMetadata().getName(),
                message.getMetadata().getAttempt(),
                message.getImage().getImage(),
                message.getImageRef(),
                state(message.getState()),
                instant(message.getCreatedAt()),
                message.getLabelsMap(),
                message.getAnnotationsMap());
    }

    private static ContainerState state(dev.plimsoll.cri.v1.ContainerState state) {
        return switch (state) {
            case CONTAINER_CREATED -> ContainerState.CREATED;
            case CONTAINER_RUNNING -> ContainerState.RUNNING;
            case CONTAINER_EXITED -> ContainerState.EXITED;
            case CONTAINER_UNKNOWN, UNRECOGNIZED -> ContainerState.UNKNOWN;
        };
    }

    public static ContainerStatus status(dev.plimsoll.cri.v1.ContainerStatus message) {
        return new ContainerStatus(
                message.getId(),
                message.getMetadata().getName(),
                message.getMetadata().getAttempt(),
                state(message.getState()),
                instant(message.getCreatedAt()),
                instant(message.getStartedAt()),
                instant(message.getFinishedAt()),
                message.getExitCode(),
                message.getImage().getImage(),
                message.getImageRef(),
                message.getReason(),
                message.getMessage(),
                message.getLabelsMap(),
                message.getAnnotationsMap(),
                message.getLogPath(),
                message.hasResources() && message.getResources().hasLinux()
                        ? resources(message.getResources().getLinux())
                        : null,
                message.hasUser() && message.getUser().hasLinux()
                        ? user(message.getUser().getLinux())
                        : null);
    }

    private static ContainerStatus.User user(LinuxContainerUser message) {
        return new ContainerStatus.User(message.getUid(), message.getGid(), message.getSupplementalGroupsList());
    }

    private static long value(boolean present, UInt64Value message) {
        return present ? message.getValue() : ResourceUsage.UNKNOWN;
    }

    private static ResourceUsage usage(CpuUsage cpu, MemoryUsage memory) {
        return new ResourceUsage(
                instant(Math.max(cpu.getTimestamp(), memory.getTimestamp())),
                value(cpu.hasUsageCoreNanoSeconds(), cpu.getUsageCoreNanoSeconds()),
                value(cpu.hasUsageNanoCores(), cpu.getUsageNanoCores()),
                value(memory.hasWorkingSetBytes(), memory.getWorkingSetBytes()),
                value(memory.hasAvailableBytes(), memory.getAvailableBytes()),
                value(memory.hasUsageBytes(), memory.getUsageBytes()),
                value(memory.hasRssBytes(), memory.getRssBytes()));
    }

    public static ContainerResourceUsage usage(ContainerStats message) {
        var attributes = message.getAttributes();
        return new ContainerResourceUsage(
                attributes.getId(),
                attributes.getMetadata().getName(),
                usage(message.getCpu(), message.getMemory()),
                value(
                        message.getWritableLayer().hasUsedBytes(),
                        message.getWritableLayer().getUsedBytes()));
    }

    public static SandboxUsage usage(PodSandboxStats message) {
        var linux = message.getLinux();
        return new SandboxUsage(
                message.getAttributes().getId(),
                metadata(message.getAttributes().getMetadata()),
                usage(linux.getCpu(), linux.getMemory()),
                value(linux.getProcess().hasProcessCount(), linux.getProcess().getProcessCount()),
                linux.getContainersList().stream().map(CriDecoder::usage).toList());
    }

    public static Image image(dev.plimsoll.cri.v1.Image message) {
        return new Image(
                message.getId(),
                message.getRepoTagsList(),
                message.getRepoDigestsList(),
                message.getSize(),
                message.getPinned(),
                message.hasUid() ? (Long) message.getUid().getValue() : null,
                message.getUsername());
    }

    public static FilesystemUsage filesystem(dev.plimsoll.cri.v1.FilesystemUsage message) {
        return new FilesystemUsage(
                instant(message.getTimestamp()),
                message.getFsId().getMountpoint(),
                value(message.hasUsedBytes(), message.getUsedBytes()),
                value(message.hasInodesUsed(), message.getInodesUsed()));
    }

    public static ContainerEvent event(ContainerEventResponse message) {
        var type = switch (message.getContainerEventType()) {
            case CONTAINER_CREATED_EVENT -> ContainerEvent.Type.CREATED;
            case CONTAINER_STARTED_EVENT -> ContainerEvent.Type.STARTED;
            case CONTAINER_STOPPED_EVENT, UNRECOGNIZED -> ContainerEvent.Type.STOPPED;
            case CONTAINER_DELETED_EVENT -> ContainerEvent.Type.DELETED;
        };
        var statuses = message.getContainersStatusesList();
        return new ContainerEvent(
                message.getContainerId(),
                type,
                instant(message.getCreatedAt()),
                sandbox(message.getPodSandboxStatus(), statuses),
                statuses.stream().map(CriDecoder::status).toList());
    }
}
