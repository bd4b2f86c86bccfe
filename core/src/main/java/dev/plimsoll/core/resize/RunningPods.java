package dev.plimsoll.core.resize;

import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.topology.state.OwnResources;
import dev.plimsoll.core.topology.state.RunningPod;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** What a start finds running, as the restoration of CPUs and memory looks at it. */
public final class RunningPods {
    private RunningPods() {}

    /**
     * Those with a container that runs, by uid.
     *
     * @param names the pod's name for its uid, empty where it is not known
     */
    public static SortedMap<String, RunningPod> of(Map<String, PodObservation> observed, UnaryOperator<String> names) {
        var running = new TreeMap<String, RunningPod>();
        observed.forEach((uid, pod) -> {
            if (!pod.actual().anyRunning()) return;
            var name = names.apply(uid);
            running.put(uid, of(pod, name.isEmpty() ? uid : name));
        });
        return running;
    }

    private static RunningPod of(PodObservation pod, String name) {
        var isKnown = true;
        var containers = new TreeMap<String, OwnResources>();
        for (var entry : pod.actual().containers().entrySet()) {
            var own = entry.getValue().ownOrNull();
            // An init container that has ended has given its memory back, and who it is the runtime does not say.
            if (own != null) containers.put(entry.getKey(), entry.getValue().isExited() ? own.withoutMemory() : own);
            else if (entry.getValue().isRunning()) isKnown = false;
        }
        return new RunningPod(name, isKnown, containers);
    }
}
