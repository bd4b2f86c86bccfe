package dev.plimsoll.simulation.cluster;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.state.OwnResources;
import dev.plimsoll.nodeagent.runtime.ForwardingRuntime;
import dev.plimsoll.nodeagent.simulated.SimulatedRuntime;
import java.util.Map;
import java.util.TreeMap;

/** The simulated runtime of a node, with a note of which CPUs containers were given for themselves. It outlives the agent. */
public final class TrackedRuntime extends ForwardingRuntime {
    private final SimulatedRuntime runtime;
    private final CrashPoint crash;
    private final Mutation mutation;
    /** By uid and container, with the id of the instance. */
    private final Map<String, Own> exclusive = new TreeMap<>();

    private boolean isSlow;

    /** CPUs that an instance of a container has for itself. */
    public record Own(String uid, String container, int restartCount, CpuSet cpus) {}

    public TrackedRuntime(SimulatedRuntime runtime, CrashPoint crash, Mutation mutation) {
        super(runtime);
        this.runtime = runtime;
        this.crash = crash;
        this.mutation = mutation;
    }

    /** Whether answers come later than other things happen. */
    public void slow(boolean changed) {
        isSlow = changed;
    }

    /** Of the containers that run. */
    public Iterable<Own> exclusive() {
        var running = runtime.running();
        return exclusive.values().stream()
                .filter(own -> {
                    var instance = running.getOrDefault(own.uid(), PodObservation.NOTHING)
                            .actual()
                            .container(own.container());
                    return instance != null && instance.isRunning() && instance.restartCount() == own.restartCount();
                })
                .toList();
    }

    @Override
    public NodeEvent.Outcome perform(Act act) {
        crash.pass();
        var outcome = runtime.perform(act);
        if (outcome instanceof NodeEvent.Done) note(act);
        crash.pass();
        return outcome;
    }

    private void note(Act act) {
        switch (act) {
            case Act.StartContainer start -> {
                var key = start.uid() + "/" + start.container();
                var known = exclusive.get(key);
                // Where that instance is there already, nothing was done.
                if (known != null && known.restartCount() >= start.restartCount()) return;
                var placement = start.placementOrNull();
                var cpus = placement == null ? CpuSet.EMPTY : placement.exclusiveCpus();
                exclusive.put(key, new Own(start.uid(), start.container(), start.restartCount(), cpus));
            }
            case Act.MoveContainer move ->
                exclusive.computeIfPresent(
                        move.uid() + "/" + move.container(),
                        (_, own) -> own.cpus().isEmpty()
                                ? own
                                : new Own(own.uid(), own.container(), own.restartCount(), move.cpus()));
            case Act.RemovePod remove ->
                exclusive.values().removeIf(own -> own.uid().equals(remove.uid()));
            default -> {}
        }
    }

    @Override
    public Map<String, PodObservation> running() {
        var running = runtime.running();
        if (mutation != Mutation.NODE_FORGETS_CPUS) return running;
        var changed = new TreeMap<String, PodObservation>();
        running.forEach((uid, pod) -> {
            var actual = pod.actual();
            for (var container : actual.containers().entrySet())
                actual = actual.with(container.getKey(), container.getValue().withOwn(OwnResources.NONE));
            changed.put(uid, pod.withActual(actual));
        });
        return changed;
    }

    @Override
    public boolean hasNetwork() {
        return false;
    }

    @Override
    public boolean isImmediate(Act act) {
        return !isSlow && runtime.isImmediate(act);
    }
}
