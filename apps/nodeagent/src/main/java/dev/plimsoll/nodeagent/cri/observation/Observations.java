package dev.plimsoll.nodeagent.cri.observation;

import dev.plimsoll.codec.node.CreatedWith;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.core.resize.resources.Actual;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.ContainerLimits;
import dev.plimsoll.core.resize.resources.ContainerUser;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.state.OwnResources;
import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.ContainerState;
import dev.plimsoll.cri.ContainerStatus;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Sandbox;
import dev.plimsoll.cri.SandboxStatus;
import dev.plimsoll.cri.config.LinuxResources;
import dev.plimsoll.nodeagent.cri.cgroups.PodCgroups;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What runtime and kernel say of pods. */
public final class Observations {
    private static final Comparator<Container> AGE =
            Comparator.comparingInt(CriLabels::restartCount).thenComparing(Container::createdAt);

    private final CriClient cri;
    private final PodCgroups cgroups;
    private final String scheme;
    private final String nodeAddress;
    private final TerminationMessages messages;

    /**
     * Of one runtime.
     *
     * @param runtimeName comes before the ids of its containers, as in {@code containerd://}
     * @param nodeAddress which pods on the node's network have too
     */
    public Observations(
            CriClient cri, PodCgroups cgroups, String runtimeName, String nodeAddress, TerminationMessages messages) {
        this.messages = messages;
        this.cri = cri;
        this.cgroups = cgroups;
        this.scheme = runtimeName + "://";
        this.nodeAddress = nodeAddress;
    }

    /** The runtime's own id of a container. */
    public String id(String containerId) {
        return containerId.startsWith(scheme) ? containerId.substring(scheme.length()) : containerId;
    }

    public CriReply<PodObservation> of(String uid) {
        return cri.sandboxes(CriLabels.selecting(uid))
                .then(sandboxes -> cri.containers("", CriLabels.selecting(uid))
                        .then(containers -> observed(uid, sandboxes, containers)));
    }

    /** Every pod of which there is anything, be it a cgroup that was left behind. */
    public CriReply<Map<String, PodObservation>> all() {
        return cri.sandboxes(Map.of())
                .then(sandboxes -> cri.containers("", Map.of()).then(containers -> all(sandboxes, containers)));
    }

    private CriReply<Map<String, PodObservation>> all(List<Sandbox> sandboxes, List<Container> containers) {
        var sandboxesOf = new TreeMap<String, List<Sandbox>>();
        for (var sandbox : sandboxes)
            sandboxesOf
                    .computeIfAbsent(CriLabels.uid(sandbox), _ -> new ArrayList<>())
                    .add(sandbox);
        var containersOf = new HashMap<String, List<Container>>();
        for (var container : containers)
            containersOf
                    .computeIfAbsent(CriLabels.uid(container), _ -> new ArrayList<>())
                    .add(container);
        for (var uid : containersOf.keySet()) sandboxesOf.putIfAbsent(uid, List.of());
        for (var uid : cgroups.pods()) sandboxesOf.putIfAbsent(uid, List.of());
        sandboxesOf.remove(""); // made by somebody else
        var all = new HashMap<String, PodObservation>();
        for (var entry : sandboxesOf.entrySet()) {
            var uid = entry.getKey();
            switch (observed(uid, entry.getValue(), containersOf.getOrDefault(uid, List.of()))) {
                case CriReply.Ok<PodObservation>(var observed) -> all.put(uid, observed);
                case CriReply.Failed<PodObservation>(var code, var message) -> {
                    return new CriReply.Failed<>(code, message);
                }
            }
        }
        return new CriReply.Ok<>(all);
    }

    public static Optional<Sandbox> newest(List<Sandbox> sandboxes) {
        return sandboxes.stream()
                .max(Comparator.comparing(Sandbox::ready)
                        .thenComparing(Sandbox::createdAt)
                        .thenComparingInt(sandbox -> sandbox.metadata().attempt()));
    }

    /** One that was created and never started is as good as none: it is made anew. */
    public static Map<String, Container> newestInstances(List<Container> containers) {
        var newest = new TreeMap<String, Container>();
        for (var container : containers) {
            if (container.state() == ContainerState.CREATED) continue;
            newest.merge(
                    CriLabels.name(container), container, (one, other) -> AGE.compare(one, other) >= 0 ? one : other);
        }
        return newest;
    }

    private CriReply<PodObservation> observed(String uid, List<Sandbox> sandboxes, List<Container> containers) {
        var instances = new TreeMap<String, ContainerInstance>();
        for (var entry : newestInstances(containers).entrySet()) {
            switch (cri.containerStatus(entry.getValue().id())) {
                case CriReply.Ok<ContainerStatus>(var status) ->
                    instances.put(entry.getKey(), instance(entry.getValue(), status));
                case CriReply.Failed<ContainerStatus>(var code, var message) -> {
                    if (code != CriReply.Code.NOT_FOUND) return new CriReply.Failed<>(code, message);
                }
            }
        }
        var actual = new Actual(cgroups.read(uid), instances);
        var sandbox = newest(sandboxes);
        if (sandbox.isEmpty()) return new CriReply.Ok<>(new PodObservation("", false, "", actual));
        return ip(sandbox.get())
                .map(ip -> new PodObservation(sandbox.get().id(), sandbox.get().ready(), ip, actual));
    }

    public CriReply<String> ip(Sandbox sandbox) {
        if (!sandbox.ready()) return new CriReply.Ok<>("");
        return switch (cri.sandboxStatus(sandbox.id())) {
            case CriReply.Ok<SandboxStatus>(var status) ->
                new CriReply.Ok<>(
                        status.isOnHostNetwork()
                                ? nodeAddress
                                : status.ips().stream().findFirst().orElse(""));
            case CriReply.Failed<SandboxStatus>(var code, var message) ->
                code == CriReply.Code.NOT_FOUND ? new CriReply.Ok<>("") : new CriReply.Failed<>(code, message);
        };
    }

    private ContainerInstance instance(Container container, ContainerStatus status) {
        var hasEnded = status.state() == ContainerState.EXITED;
        return new ContainerInstance(
                scheme + status.id(),
                state(status.state()),
                CriLabels.restartCount(container),
                status.exitCode(),
                status.startedAt().isAfter(Instant.EPOCH) ? status.startedAt() : status.createdAt(),
                hasEnded ? status.finishedAt() : null,
                hasEnded ? endedBy(status) : "",
                status.image(),
                status.imageRef(),
                status.resources().map(Observations::limits).orElse(null),
                CreatedWith.read(status.annotations().getOrDefault(CriLabels.CREATED_WITH, "")),
                own(status),
                hasEnded ? messages.read(container, status) : "",
                true,
                user(status.userOrNull()));
    }

    private static @Nullable ContainerUser user(ContainerStatus.@Nullable User told) {
        return told == null ? null : new ContainerUser(told.uid(), told.gid(), told.supplementalGroups());
    }

    /** As noted at its creation, with the CPUs that it runs on by now; null where nothing was noted. */
    private static @Nullable OwnResources own(ContainerStatus status) {
        var noted = AssignedResources.readNote(status.annotations().getOrDefault(CriLabels.OWN_RESOURCES, ""));
        if (noted.isEmpty()) return null;
        var now = status.resources().map(LinuxResources::cpusetCpus).orElse("");
        return CpuSet.parse(now) instanceof CpuSet.Parsed.Accepted(var cpus) && !cpus.isEmpty()
                ? noted.get().movedTo(cpus)
                : noted.get();
    }

    /** Namespace and name of a pod, as the runtime has them. */
    public String podName(String uid) {
        return switch (cri.sandboxes(CriLabels.selecting(uid))) {
            case CriReply.Ok<List<Sandbox>>(var sandboxes) ->
                newest(sandboxes)
                        .map(sandbox -> sandbox.labels().getOrDefault(CriLabels.POD_NAMESPACE, "") + "/"
                                + sandbox.labels().getOrDefault(CriLabels.POD_NAME, ""))
                        .orElse("");
            case CriReply.Failed<List<Sandbox>> _ -> "";
        };
    }

    private static ContainerInstance.State state(ContainerState state) {
        return switch (state) {
            case CREATED -> ContainerInstance.State.CREATED;
            case RUNNING -> ContainerInstance.State.RUNNING;
            case EXITED -> ContainerInstance.State.EXITED;
            case UNKNOWN -> ContainerInstance.State.UNKNOWN;
        };
    }

    private static String endedBy(ContainerStatus status) {
        if (!status.reason().isEmpty()) return status.reason();
        return status.exitCode() == 0 ? "Completed" : "Error";
    }

    private static @Nullable ContainerLimits limits(LinuxResources told) {
        if (told.cpuShares() == 0 && told.cpuQuota() == 0 && told.cpuPeriod() == 0 && told.memoryLimit() == 0)
            return null;
        return new ContainerLimits(
                told.cpuShares(),
                told.cpuQuota() <= 0 ? -1 : told.cpuQuota(),
                told.cpuPeriod(),
                Math.max(0, told.memoryLimit()));
    }
}
