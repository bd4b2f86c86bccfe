package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.core.resize.state.Actual;
import dev.plimsoll.core.resize.state.ContainerInstance;
import dev.plimsoll.core.resize.state.ContainerLimits;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.cri.Answer;
import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.ContainerState;
import dev.plimsoll.cri.ContainerStatus;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.LinuxResources;
import dev.plimsoll.cri.Sandbox;
import dev.plimsoll.cri.SandboxStatus;
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
final class Observations {
    private static final Comparator<Container> AGE =
            Comparator.comparingInt(Names::restartCount).thenComparing(Container::createdAt);

    private final CriClient cri;
    private final PodCgroups cgroups;
    private final String scheme;
    private final String nodeAddress;

    /**
     * Of one runtime.
     *
     * @param runtimeName comes before the ids of its containers, as in {@code containerd://}
     * @param nodeAddress which pods on the node's network have too
     */
    Observations(CriClient cri, PodCgroups cgroups, String runtimeName, String nodeAddress) {
        this.cri = cri;
        this.cgroups = cgroups;
        this.scheme = runtimeName + "://";
        this.nodeAddress = nodeAddress;
    }

    /** The runtime's own id of a container. */
    String id(String containerId) {
        return containerId.startsWith(scheme) ? containerId.substring(scheme.length()) : containerId;
    }

    Answer<PodObservation> of(String uid) {
        return cri.sandboxes(Names.selecting(uid))
                .then(sandboxes -> cri.containers("", Names.selecting(uid))
                        .then(containers -> observed(uid, sandboxes, containers)));
    }

    /** Every pod of which there is anything, be it a cgroup that was left behind. */
    Answer<Map<String, PodObservation>> all() {
        return cri.sandboxes(Map.of())
                .then(sandboxes -> cri.containers("", Map.of()).then(containers -> all(sandboxes, containers)));
    }

    private Answer<Map<String, PodObservation>> all(List<Sandbox> sandboxes, List<Container> containers) {
        var sandboxesOf = new TreeMap<String, List<Sandbox>>();
        for (var sandbox : sandboxes)
            sandboxesOf
                    .computeIfAbsent(Names.uid(sandbox), _ -> new ArrayList<>())
                    .add(sandbox);
        var containersOf = new HashMap<String, List<Container>>();
        for (var container : containers)
            containersOf
                    .computeIfAbsent(Names.uid(container), _ -> new ArrayList<>())
                    .add(container);
        for (var uid : containersOf.keySet()) sandboxesOf.putIfAbsent(uid, List.of());
        for (var uid : cgroups.pods()) sandboxesOf.putIfAbsent(uid, List.of());
        sandboxesOf.remove(""); // made by somebody else
        var all = new HashMap<String, PodObservation>();
        for (var entry : sandboxesOf.entrySet()) {
            var uid = entry.getKey();
            switch (observed(uid, entry.getValue(), containersOf.getOrDefault(uid, List.of()))) {
                case Answer.Ok<PodObservation>(var observed) -> all.put(uid, observed);
                case Answer.Failed<PodObservation>(var code, var message) -> {
                    return new Answer.Failed<>(code, message);
                }
            }
        }
        return new Answer.Ok<>(all);
    }

    static Optional<Sandbox> newest(List<Sandbox> sandboxes) {
        return sandboxes.stream()
                .max(Comparator.comparing(Sandbox::ready)
                        .thenComparing(Sandbox::createdAt)
                        .thenComparingInt(sandbox -> sandbox.metadata().attempt()));
    }

    /** One that was created and never started is as good as none: it is made anew. */
    static Map<String, Container> newestInstances(List<Container> containers) {
        var newest = new TreeMap<String, Container>();
        for (var container : containers) {
            if (container.state() == ContainerState.CREATED) continue;
            newest.merge(Names.name(container), container, (one, other) -> AGE.compare(one, other) >= 0 ? one : other);
        }
        return newest;
    }

    private Answer<PodObservation> observed(String uid, List<Sandbox> sandboxes, List<Container> containers) {
        var instances = new TreeMap<String, ContainerInstance>();
        for (var entry : newestInstances(containers).entrySet()) {
            switch (cri.containerStatus(entry.getValue().id())) {
                case Answer.Ok<ContainerStatus>(var status) ->
                    instances.put(entry.getKey(), instance(entry.getValue(), status));
                case Answer.Failed<ContainerStatus>(var code, var message) -> {
                    if (code != Answer.Code.NOT_FOUND) return new Answer.Failed<>(code, message);
                }
            }
        }
        var actual = new Actual(cgroups.read(uid), instances);
        var sandbox = newest(sandboxes);
        if (sandbox.isEmpty()) return new Answer.Ok<>(new PodObservation("", false, "", actual));
        return ip(sandbox.get())
                .map(ip -> new PodObservation(sandbox.get().id(), sandbox.get().ready(), ip, actual));
    }

    Answer<String> ip(Sandbox sandbox) {
        if (!sandbox.ready()) return new Answer.Ok<>("");
        return switch (cri.sandboxStatus(sandbox.id())) {
            case Answer.Ok<SandboxStatus>(var status) ->
                new Answer.Ok<>(
                        status.isOnHostNetwork()
                                ? nodeAddress
                                : status.ips().stream().findFirst().orElse(""));
            case Answer.Failed<SandboxStatus>(var code, var message) ->
                code == Answer.Code.NOT_FOUND ? new Answer.Ok<>("") : new Answer.Failed<>(code, message);
        };
    }

    private ContainerInstance instance(Container container, ContainerStatus status) {
        var hasEnded = status.state() == ContainerState.EXITED;
        return new ContainerInstance(
                scheme + status.id(),
                state(status.state()),
                Names.restartCount(container),
                status.exitCode(),
                status.startedAt().isAfter(Instant.EPOCH) ? status.startedAt() : status.createdAt(),
                hasEnded ? status.finishedAt() : null,
                hasEnded ? endedBy(status) : "",
                status.image(),
                status.imageRef(),
                status.resources().map(Observations::limits).orElse(null),
                CreatedWith.read(status.annotations().getOrDefault(Names.CREATED_WITH, "")));
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
