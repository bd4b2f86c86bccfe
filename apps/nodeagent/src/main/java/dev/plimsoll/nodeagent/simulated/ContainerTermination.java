package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.lifecycle.StopSignal;
import dev.plimsoll.core.resize.protocol.Act;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The end of containers whose programs want to do something at their end. What it reads of pods is guarded by the runtime. */
final class ContainerTermination {
    /** 128 and the number of the signal. */
    static final int KILLED = 137;

    private final Object lock;
    private final Map<String, SimulatedPod> pods;
    private final Time time;

    /** @param lock that guards pods and their containers */
    ContainerTermination(Object lock, Map<String, SimulatedPod> pods, Time time) {
        this.lock = lock;
        this.pods = pods;
        this.time = time;
    }

    /** How long an act gives containers to end. */
    static Duration grace(Act act) {
        return switch (act) {
            case Act.StopContainers stop -> stop.grace();
            case Act.KillContainer kill -> kill.grace();
            default -> Duration.ZERO;
        };
    }

    /** The same; what has ended already needs no time for it. */
    Duration graceOfRunning(Act act) {
        var grace = grace(act);
        if (!grace.isPositive()) return grace;
        var isAnyRunning = waves(act).stream().flatMap(List::stream).anyMatch(SimulatedContainer::isRunning);
        return isAnyRunning ? grace : Duration.ZERO;
    }

    /** The containers that an act stops, those of a wave at the same time. */
    List<List<SimulatedContainer>> waves(Act act) {
        synchronized (lock) {
            var pod = pods.get(act.uid());
            return pod == null ? List.of() : waves(act, pod);
        }
    }

    private static List<List<SimulatedContainer>> waves(Act act, SimulatedPod pod) {
        return switch (act) {
            case Act.StopContainers stop ->
                stop.waves().stream()
                        .map(names -> names.stream()
                                .flatMap(name -> Stream.ofNullable(pod.containers.get(name)))
                                .toList())
                        .toList();
            case Act.KillContainer kill ->
                List.of(Stream.ofNullable(pod.containers.get(kill.container()))
                        .filter(container -> container.instance().id().equals(kill.containerId()))
                        .toList());
            default -> List.of();
        };
    }

    /** Whether an act stops a program that wants to do something at its end. */
    boolean waitsForPrograms(Act act) {
        if (!(act instanceof Act.StopContainers) && !(act instanceof Act.KillContainer)) return false;
        return waves(act).stream().flatMap(List::stream).anyMatch(ContainerTermination::trapsEnd);
    }

    private static boolean trapsEnd(SimulatedContainer container) {
        var program = container.program();
        return program != null
                && container.isRunning()
                && program.signals().isTrapped(shellName(container.stopSignal()));
    }

    /** As {@code trap} names it. */
    private static String shellName(String signal) {
        return signal.substring("SIG".length());
    }

    /** The code of a container that was told to end and has no wish of its own about that. */
    static int exitCode(SimulatedContainer container) {
        var signal = container.stopSignal();
        return StopSignal.endsPrograms(signal) ? StopSignal.exitCode(signal) : KILLED;
    }

    /** A program that wants to do something at its end has the grace period for it. */
    void terminate(Act act) throws InterruptedException {
        var latest = time.instant().plus(grace(act));
        for (var wave : waves(act)) {
            for (var container : wave) {
                var program = container.program();
                if (program != null && trapsEnd(container)) program.signals().send(shellName(container.stopSignal()));
                else exit(container, exitCode(container));
            }
            for (var container : wave) {
                container.awaitEnd(time, latest);
                exit(container, KILLED);
            }
        }
    }

    private void exit(SimulatedContainer container, int code) {
        synchronized (lock) {
            container.exit(code, "Error", time.instant());
        }
    }
}
