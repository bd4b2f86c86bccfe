package dev.plimsoll.fakes.cri;

import dev.plimsoll.cri.v1.ContainerEventResponse;
import dev.plimsoll.cri.v1.ContainerEventType;
import dev.plimsoll.cri.v1.ContainerState;
import dev.plimsoll.cri.v1.ContainerStatus;
import dev.plimsoll.cri.v1.LinuxContainerResources;
import dev.plimsoll.cri.v1.LinuxContainerSecurityContext;
import dev.plimsoll.cri.v1.LinuxPodSandboxStatus;
import dev.plimsoll.cri.v1.Namespace;
import dev.plimsoll.cri.v1.PodSandboxConfig;
import dev.plimsoll.cri.v1.PodSandboxState;
import dev.plimsoll.cri.v1.PodSandboxStatus;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the runtime has, kept over its restarts. Every method holds the lock of this object. */
final class FakeState {
    private final FakeCgroups cgroups;
    private final InstantSource clock;
    final Map<String, SandboxEntry> sandboxes = new LinkedHashMap<>();
    final Map<String, ContainerEntry> containers = new LinkedHashMap<>();
    private final Map<String, LinuxContainerSecurityContext> securities = new LinkedHashMap<>();
    private final List<StreamObserver<ContainerEventResponse>> followers = new ArrayList<>();
    private int made;

    /** Whether pods may have users of their own. */
    volatile boolean offersUserNamespaces;

    /** What the runtime tells of its settings to who asks at length. */
    volatile String settings = "";

    FakeState(Path cgroupRoot, InstantSource clock) {
        this.cgroups = new FakeCgroups(cgroupRoot);
        this.clock = clock;
    }

    record SandboxEntry(PodSandboxConfig config, PodSandboxStatus status) {
        String cgroupParent() {
            return config.getLinux().getCgroupParent();
        }
    }

    record ContainerEntry(String sandbox, ContainerStatus status, Path cgroup) {}

    long now() {
        var instant = clock.instant();
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }

    private String id(String prefix) {
        return prefix + "-" + ++made;
    }

    synchronized String addSandbox(PodSandboxConfig config, String handler) {
        var id = id("sandbox");
        var status = PodSandboxStatus.newBuilder()
                .setId(id)
                .setMetadata(config.getMetadata())
                .setState(PodSandboxState.SANDBOX_READY)
                .setCreatedAt(now())
                .putAllLabels(config.getLabelsMap())
                .putAllAnnotations(config.getAnnotationsMap())
                .setRuntimeHandler(handler)
                .setLinux(LinuxPodSandboxStatus.newBuilder()
                        .setNamespaces(Namespace.newBuilder()
                                .setOptions(
                                        config.getLinux().getSecurityContext().getNamespaceOptions())))
                .build();
        sandboxes.put(id, new SandboxEntry(config, status));
        return id;
    }

    synchronized SandboxEntry sandbox(String id) {
        var entry = sandboxes.get(id);
        if (entry == null) throw missing("sandbox", id);
        return entry;
    }

    /** What a container was made with. */
    synchronized void security(String container, LinuxContainerSecurityContext security) {
        securities.put(container, security);
    }

    synchronized LinuxContainerSecurityContext security(String container) {
        return securities.getOrDefault(container, LinuxContainerSecurityContext.getDefaultInstance());
    }

    synchronized boolean knows(String id) {
        return containers.containsKey(id);
    }

    synchronized ContainerEntry container(String id) {
        var entry = containers.get(id);
        if (entry == null) throw missing("container", id);
        return entry;
    }

    private static RuntimeException missing(String what, String id) {
        return Status.NOT_FOUND
                .withDescription("an error occurred when try to find " + what + " \"" + id + "\": not found")
                .asRuntimeException();
    }

    synchronized void stopSandbox(String id) {
        var entry = sandboxes.get(id);
        if (entry == null) return;
        for (var container : List.copyOf(containers.values())) {
            if (container.sandbox().equals(id)) stop(container.status().getId(), 137, "Error");
        }
        var stopped = entry.status().toBuilder()
                .setState(PodSandboxState.SANDBOX_NOTREADY)
                .build();
        sandboxes.put(id, new SandboxEntry(entry.config(), stopped));
    }

    synchronized void removeSandbox(String id) {
        stopSandbox(id);
        for (var container : List.copyOf(containers.values())) {
            if (container.sandbox().equals(id)) remove(container.status().getId());
        }
        sandboxes.remove(id);
    }

    synchronized void resizeSandbox(String id, LinuxContainerResources overhead, LinuxContainerResources resources) {
        var entry = sandbox(id);
        var linux = entry.config().getLinux().toBuilder().setOverhead(overhead).setResources(resources);
        sandboxes.put(
                id, new SandboxEntry(entry.config().toBuilder().setLinux(linux).build(), entry.status()));
    }

    synchronized String addContainer(String sandboxId, ContainerStatus.Builder status) {
        var sandbox = sandbox(sandboxId);
        var id = id("container");
        var cgroup = cgroups.container(sandbox.cgroupParent(), id);
        var made = status.setId(id)
                .setState(ContainerState.CONTAINER_CREATED)
                .setCreatedAt(now())
                .build();
        containers.put(id, new ContainerEntry(sandboxId, made, cgroup));
        tell(id, ContainerEventType.CONTAINER_CREATED_EVENT);
        return id;
    }

    synchronized void start(String id) {
        var entry = container(id);
        if (entry.status().getState() != ContainerState.CONTAINER_CREATED) {
            throw Status.UNKNOWN
                    .withDescription("container is not in created state")
                    .asRuntimeException();
        }
        cgroups.write(entry.cgroup(), entry.status().getResources().getLinux());
        change(
                entry,
                entry.status().toBuilder()
                        .setState(ContainerState.CONTAINER_RUNNING)
                        .setStartedAt(now()));
        tell(id, ContainerEventType.CONTAINER_STARTED_EVENT);
    }

    synchronized void stop(String id, int exitCode, String reason) {
        var entry = containers.get(id);
        if (entry == null || entry.status().getState() == ContainerState.CONTAINER_EXITED) return;
        change(
                entry,
                entry.status().toBuilder()
                        .setState(ContainerState.CONTAINER_EXITED)
                        .setFinishedAt(now())
                        .setExitCode(exitCode)
                        .setReason(reason));
        cgroups.remove(entry.cgroup());
        tell(id, ContainerEventType.CONTAINER_STOPPED_EVENT);
    }

    synchronized void remove(String id) {
        stop(id, 137, "Error");
        var entry = containers.get(id);
        if (entry == null) return;
        tell(id, ContainerEventType.CONTAINER_DELETED_EVENT);
        containers.remove(id);
    }

    /** Takes over what is specified, as runtimes do; the rest stays. */
    synchronized void resize(String id, LinuxContainerResources change) {
        var entry = container(id);
        if (entry.status().getState() == ContainerState.CONTAINER_EXITED) {
            throw Status.FAILED_PRECONDITION
                    .withDescription("container " + id + " is stopped")
                    .asRuntimeException();
        }
        var resources = entry.status().getResources().getLinux().toBuilder();
        if (change.getHugepageLimitsCount() > 0) resources.clearHugepageLimits();
        var merged = resources.mergeFrom(change).build();
        if (entry.status().getState() == ContainerState.CONTAINER_RUNNING) cgroups.write(entry.cgroup(), change);
        change(
                entry,
                entry.status().toBuilder()
                        .setResources(entry.status().getResources().toBuilder().setLinux(merged)));
    }

    private void change(ContainerEntry entry, ContainerStatus.Builder status) {
        var changed = status.build();
        containers.put(changed.getId(), new ContainerEntry(entry.sandbox(), changed, entry.cgroup()));
    }

    synchronized List<ContainerStatus> statuses(String sandbox) {
        return containers.values().stream()
                .filter(entry -> entry.sandbox().equals(sandbox))
                .map(ContainerEntry::status)
                .toList();
    }

    synchronized void follow(StreamObserver<ContainerEventResponse> follower) {
        followers.add(follower);
        notifyAll();
    }

    synchronized void unfollow(StreamObserver<ContainerEventResponse> follower) {
        followers.remove(follower);
    }

    /** Waits until somebody follows the events. */
    synchronized void awaitFollower() throws InterruptedException {
        while (followers.isEmpty()) wait();
    }

    synchronized void forgetFollowers() {
        followers.clear();
    }

    private void tell(String id, ContainerEventType type) {
        var entry = container(id);
        var sandbox = sandboxes.get(entry.sandbox());
        var event = ContainerEventResponse.newBuilder()
                .setContainerId(id)
                .setContainerEventType(type)
                .setCreatedAt(now())
                .addAllContainersStatuses(statuses(entry.sandbox()));
        if (sandbox != null) event.setPodSandboxStatus(sandbox.status());
        for (var follower : followers) follower.onNext(event.build());
    }
}
