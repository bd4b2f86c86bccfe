package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.StartError;
import dev.plimsoll.nodeagent.simulated.behaviour.Behaviour;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRuleSet;
import dev.plimsoll.nodeagent.simulated.logs.EndedLogs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/** Does what acts ask of simulated pods. Its caller holds the lock of the runtime. */
final class SimulatedActs {
    private static final Behaviour NOTHING_KNOWN =
            new Behaviour(Map.of(), Map.of(), Duration.ZERO, Duration.ZERO, "", List.of());
    private static final int PAGE = 4096;

    private final Map<String, SimulatedPod> pods;
    private final EndedLogs endedLogs;
    private final Addresses addresses;
    private final Function<Pod, String> address;
    private final Time time;
    private final Supplier<String> ids;

    SimulatedActs(
            Map<String, SimulatedPod> pods,
            EndedLogs endedLogs,
            Addresses addresses,
            Function<Pod, String> address,
            Time time,
            Supplier<String> ids) {
        this.pods = pods;
        this.endedLogs = endedLogs;
        this.addresses = addresses;
        this.address = address;
        this.time = time;
        this.ids = ids;
    }

    NodeEvent.Failed failed(Act act, SimulatedFaults.Failure failure) {
        return new NodeEvent.Failed(
                time.instant(), act.uid(), act.ticket(), failure.error(), failure.isUnimplemented());
    }

    NodeEvent.Outcome done(Act act, ContainerRuleSet rules) {
        var now = time.instant();
        var pod = pods.computeIfAbsent(act.uid(), _ -> new SimulatedPod(NOTHING_KNOWN));
        switch (act) {
            case Act.CreatePodCgroup create -> pod.limits = readBack(PodLimits.of(create.values()));
            case Act.RunPodSandbox run -> {
                pod.behaviour = Behaviour.of(run.pod(), rules);
                pod.name = SimulatedPod.name(run.pod());
                pod.pod = run.pod();
                if (pod.sandboxId.isEmpty()) {
                    pod.sandboxId = ids.get();
                    pod.ip = address.apply(run.pod());
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
                    container.exit(ContainerTermination.exitCode(container), "Error", now);
            }
            case Act.StopContainers stop ->
                stop.waves().stream()
                        .flatMap(List::stream)
                        .map(pod.containers::get)
                        .filter(Objects::nonNull)
                        .forEach(container -> container.exit(ContainerTermination.exitCode(container), "Error", now));
            case Act.RemoveContainers _ -> pod.removeEnded();
            case Act.RemovePod _ -> {
                pod.containers.values().forEach(container -> {
                    container.exit(ContainerTermination.KILLED, "Error", now);
                    container.journal().end();
                });
                addresses.give(pod.ip);
                pods.remove(act.uid());
                endedLogs.keep(act.uid(), pod.logs());
                return new NodeEvent.Done(now, act.uid(), act.ticket(), PodObservation.NOTHING);
            }
        }
        return new NodeEvent.Done(now, act.uid(), act.ticket(), pod.observed());
    }

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

    /** How the end with a code is called. */
    static String endOf(int code) {
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
}
