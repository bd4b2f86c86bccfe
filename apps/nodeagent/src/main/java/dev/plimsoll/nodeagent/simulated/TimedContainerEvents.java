package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.resize.protocol.NodeEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What happens to containers by themselves as time passes: they become ready, end, and are killed for memory. Its caller holds the lock of the runtime. */
final class TimedContainerEvents {
    private static final String OOM_KILLED = "OOMKilled";

    private final Map<String, SimulatedPod> pods;

    TimedContainerEvents(Map<String, SimulatedPod> pods) {
        this.pods = pods;
    }

    /** Lets everything happen that is due; what a node is to hear of it. */
    List<NodeEvent> until(Instant now, SimulatedMachine machine) {
        var events = new ArrayList<NodeEvent>();
        pods.forEach((uid, pod) -> {
            if (!pod.isLively() && pod.outOfMemory(now).isEmpty()) return;
            var changed = false;
            for (var container : pod.containers.values()) {
                changed |= container.becomeReady(now);
                if (!container.isRunning() || container.endsAt().isAfter(now)) continue;
                var code = container.behaviour().exitCode();
                container.exit(code, SimulatedActs.endOf(code), container.endsAt());
                changed = true;
            }
            for (var killed = pod.outOfMemory(now); killed.isPresent(); killed = pod.outOfMemory(now)) {
                killed.get().container().exit(ContainerTermination.KILLED, OOM_KILLED, now);
                pod.countKill(killed.get().byPod());
                changed = true;
            }
            if (changed) events.add(new NodeEvent.PodObserved(now, uid, pod.observed()));
        });
        events.addAll(nodeOutOfMemory(now, machine));
        return events;
    }

    /** Where the node itself runs out before anybody is evicted, the kernel picks among all containers. */
    private List<NodeEvent> nodeOutOfMemory(Instant now, SimulatedMachine machine) {
        var events = new ArrayList<NodeEvent>();
        var memory = machine.memoryBytes();
        if (!machine.isKnown()) return events;
        var used = pods.values().stream().mapToLong(pod -> pod.workingSet(now)).sum();
        while (used > memory) {
            var victim = pods.entrySet().stream()
                    .flatMap(entry -> entry.getValue().containers.values().stream()
                            .filter(container -> container.workingSet(now) > 0)
                            .map(container -> Map.entry(entry.getKey(), container)))
                    .max(Comparator.comparingDouble(entry -> entry.getValue().badness(now, memory)));
            if (victim.isEmpty()) break;
            var uid = victim.get().getKey();
            var container = victim.get().getValue();
            used -= container.workingSet(now);
            container.exit(ContainerTermination.KILLED, OOM_KILLED, now);
            var pod = pods.get(uid);
            if (pod == null) break;
            pod.countKill(false);
            events.add(new NodeEvent.PodObserved(now, uid, pod.observed()));
        }
        return events;
    }
}
