package dev.plimsoll.simulation;

import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.resources.Actual;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.ContainerLimits;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.topology.machine.CpuSet;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A container runtime and the kernel's cgroups, with their rules. It survives the process of the agent. */
public final class SteppedRuntime {
    /** What a container uses until it is told otherwise. */
    private static final long LITTLE = 1 << 20;

    private final Map<String, SimulatedPod> pods = new TreeMap<>();
    private final Map<String, MemoryUsage.Reading> usage = new HashMap<>();
    private int nextId;
    private Function<Act, String> faults = act -> "";
    private UnaryOperator<ContainerCgroup> applied = UnaryOperator.identity();

    /** A pod as runtime and kernel know it. */
    static final class SimulatedPod {
        String sandboxId = "";

        @Nullable
        PodLimits cgroup;

        final Map<String, ContainerInstance> containers = new LinkedHashMap<>();
        final Map<String, ContainerCgroup> values = new HashMap<>();
        /** What containers run on; nothing where it is not restricted. */
        final Map<String, CpuSet> cpus = new TreeMap<>();
    }

    /** What a call answers. */
    public sealed interface Answer {
        record Done(PodObservation observed) implements Answer {}

        record Measured(MemoryUsage usage) implements Answer {}

        record Failed(String error) implements Answer {}
    }

    /** Makes calls fail: the text is the error, empty for none. The call then does nothing. */
    public void faults(Function<Act, String> chosen) {
        faults = chosen;
    }

    /** What becomes of values that the runtime is asked for: systemd rounds, plugins change them. */
    public void applies(UnaryOperator<ContainerCgroup> chosen) {
        applied = chosen;
    }

    public void uses(String uid, String container, long total, long reclaimable) {
        usage.put(uid + "/" + container, new MemoryUsage.Reading(total, reclaimable));
    }

    /** Every container uses little from now on. */
    public void calm() {
        usage.clear();
    }

    /** A container ends by itself. */
    public void exit(String uid, String container, int code, Instant at) {
        var pod = pods.get(uid);
        if (pod == null) return;
        pod.containers.computeIfPresent(
                container,
                (name, instance) ->
                        instance.isRunning() ? instance.exited(code, code == 0 ? "Completed" : "Error", at) : instance);
    }

    public Map<String, PodObservation> running() {
        var found = new TreeMap<String, PodObservation>();
        pods.forEach((uid, pod) -> found.put(uid, observe(uid)));
        return found;
    }

    public PodObservation observe(String uid) {
        var pod = pods.get(uid);
        if (pod == null) return PodObservation.NOTHING;
        var isReady = !pod.sandboxId.isEmpty();
        var read = pod.cgroup == null
                ? null
                : PodLimits.read(
                        pod.cgroup.cpuWeight(),
                        pod.cgroup.cpuQuota() == PodLimits.UNLIMITED ? 0 : pod.cgroup.cpuQuota(),
                        pod.cgroup.memoryLimit() == PodLimits.UNLIMITED ? 0 : pod.cgroup.memoryLimit());
        return new PodObservation(
                pod.sandboxId, isReady, isReady ? "10.0.0.1" : "", new Actual(read, new TreeMap<>(pod.containers)));
    }

    public Answer perform(Act act, Instant now) {
        var error = faults.apply(act);
        if (!error.isEmpty()) return new Answer.Failed(error);
        var uid = act.uid();
        var pod = pods.computeIfAbsent(uid, key -> new SimulatedPod());
        switch (act) {
            case Act.CreatePodCgroup create -> {
                if (pod.cgroup == null) pod.cgroup = PodLimits.of(create.values());
            }
            case Act.RunPodSandbox _ -> {
                if (pod.sandboxId.isEmpty()) pod.sandboxId = "sandbox-" + uid;
            }
            case Act.StartContainer start -> start(pod, start, now);
            case Act.UpdateContainer update -> {
                var instance = pod.containers.get(update.container());
                if (instance == null || !instance.isRunning() || !instance.id().equals(update.containerId())) {
                    return new Answer.Failed("container " + update.containerId() + " is not running");
                }
                var values = applied.apply(update.values());
                pod.values.put(update.container(), values);
                pod.containers.put(update.container(), instance.withLimits(limits(values)));
            }
            case Act.MoveContainer move -> {
                var instance = pod.containers.get(move.container());
                if (instance == null || !instance.isRunning() || !instance.id().equals(move.containerId())) {
                    return new Answer.Failed("container " + move.containerId() + " is not running");
                }
                pod.cpus.put(move.container(), move.cpus());
                var own = instance.ownOrNull();
                if (own != null) pod.containers.put(move.container(), instance.withOwn(own.movedTo(move.cpus())));
            }
            case Act.WritePodCgroup write -> pod.cgroup = write.after();
            case Act.KillContainer kill -> kill(pod, kill.container(), now);
            case Act.StopContainers stop ->
                stop.waves().forEach(wave -> wave.forEach(container -> kill(pod, container, now)));
            case Act.RemoveContainers _ -> pod.containers.values().removeIf(ContainerInstance::isExited);
            case Act.RemovePod _ -> {
                pods.remove(uid);
                return new Answer.Done(PodObservation.NOTHING);
            }
            case Act.MeasureMemory _ -> {
                return new Answer.Measured(usage(uid, pod));
            }
            case Act.ReclaimMemory reclaim -> {
                reclaim(uid, pod, reclaim);
                return new Answer.Measured(usage(uid, pod));
            }
            case Act.UpdatePodSandbox _, Act.RestorePodSandbox _, Act.ResizeVolume _, Act.Inspect _ -> {}
        }
        killWhatUsesTooMuch(uid, pod, now);
        return new Answer.Done(observe(uid));
    }

    private void start(SimulatedPod pod, Act.StartContainer start, Instant now) {
        var before = pod.containers.get(start.container());
        if (before != null && before.restartCount() >= start.restartCount()) return;
        if (before != null) usage.remove(start.uid() + "/" + start.container());
        var values = applied.apply(start.values());
        var instance = ContainerInstance.running("id-" + nextId++, start.restartCount(), now, limits(values))
                .createdWith(start.createdWith())
                .withOwn(start.own());
        pod.containers.put(start.container(), instance);
        pod.values.put(start.container(), values);
        pod.cpus.put(start.container(), start.cpus());
    }

    /** What a running container runs on. */
    public CpuSet cpus(String uid, String container) {
        var pod = pods.get(uid);
        return pod == null ? CpuSet.EMPTY : pod.cpus.getOrDefault(container, CpuSet.EMPTY);
    }

    /** {@code cpu.cfs_quota_us} of a running container; 0 where it has none. */
    public long cpuQuota(String uid, String container) {
        var pod = pods.get(uid);
        var values = pod == null ? null : pod.values.get(container);
        return values == null ? 0 : values.cpuQuota();
    }

    private static void kill(SimulatedPod pod, String container, Instant now) {
        pod.containers.computeIfPresent(
                container, (name, instance) -> instance.isRunning() ? instance.exited(137, "Error", now) : instance);
    }

    private static ContainerLimits limits(ContainerCgroup values) {
        return new ContainerLimits(
                values.cpuShares(),
                values.cpuQuota() == 0 ? -1 : values.cpuQuota(),
                values.cpuPeriod(),
                values.memoryLimit());
    }

    private MemoryUsage usage(String uid, SimulatedPod pod) {
        var containers = new HashMap<String, MemoryUsage.Reading>();
        var total = 0L;
        var reclaimable = 0L;
        for (var entry : pod.containers.entrySet()) {
            if (!entry.getValue().isRunning()) continue;
            var reading = usage.getOrDefault(uid + "/" + entry.getKey(), MemoryUsage.Reading.of(LITTLE));
            containers.put(entry.getKey(), reading);
            total += reading.total();
            reclaimable += reading.reclaimable();
        }
        return new MemoryUsage(new MemoryUsage.Reading(total, reclaimable), containers);
    }

    private void reclaim(String uid, SimulatedPod pod, Act.ReclaimMemory reclaim) {
        var left = reclaim.bytes();
        for (var name : pod.containers.keySet()) {
            if (!reclaim.container().isEmpty() && !reclaim.container().equals(name)) continue;
            var key = uid + "/" + name;
            var reading = usage.getOrDefault(key, MemoryUsage.Reading.of(LITTLE));
            var taken = Math.min(left, reading.reclaimable());
            usage.put(key, new MemoryUsage.Reading(reading.total() - taken, reading.reclaimable() - taken));
            left -= taken;
        }
    }

    /** The kernel's rule: whoever goes beyond memory.max is killed. */
    private void killWhatUsesTooMuch(String uid, SimulatedPod pod, Instant now) {
        for (var entry : pod.containers.entrySet()) {
            if (!entry.getValue().isRunning()) continue;
            var values = pod.values.get(entry.getKey());
            var total = usage.getOrDefault(uid + "/" + entry.getKey(), MemoryUsage.Reading.of(LITTLE))
                    .total();
            if (values != null && values.memoryLimit() > 0 && total > values.memoryLimit()) {
                entry.setValue(entry.getValue().exited(137, "OOMKilled", now));
            }
        }
    }

    Map<String, SimulatedPod> pods() {
        return pods;
    }
}
