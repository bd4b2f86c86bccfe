package dev.plimsoll.nodeagent.probes;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.resize.probes.ProbeKind;
import dev.plimsoll.core.resize.probes.ProbeRun;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.function.Supplier;

/**
 * A probe of a container that runs nothing. An annotation of the pod decides, as it is at that moment. Without one, commands are run in
 * the container's shell, servers of which it is known what they serve are asked, and others are taken to be well.
 */
final class SimulatedProbe {
    private static final String ANNOTATION = "simulation.plimsoll.dev/probe.";
    /** What a shell says of a program that it does not have. */
    private static final int NOT_FOUND = 127;

    private SimulatedProbe() {}

    static ProbeRun run(PodRecord record, Container container, ProbeKind kind, Supplier<ProbeRun> probe) {
        var name = ANNOTATION + container.name() + "." + kind.word();
        var said = record.pod().metadata().annotations().getOrDefault(name, "");
        return switch (said) {
            case "ok" -> new ProbeRun.Succeeded("");
            case "fail" -> new ProbeRun.Failed("the annotation " + name + " says so");
            case "" -> probe.get();
            default ->
                new ProbeRun.Errored("the annotation " + name + " is \"" + said + "\", and must be \"ok\" or \"fail\"");
        };
    }

    /** A program that the simulation lacks says nothing about the container. */
    static boolean isUnknownProgram(int exitCode) {
        return exitCode == NOT_FOUND;
    }
}
