package dev.plimsoll.cli.simulate;

import dev.plimsoll.cli.simulate.cluster.PodLevelScope;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** At which level pods ask for resources, and whether nodes could go, as options. */
final class LevelOptions {
    @Option(
            names = "--consolidate",
            description =
                    "Tell which nodes could go: the least held ones are drained while all pods find a place, once with"
                            + " resources of containers and once with resources of pods as a whole.")
    private boolean consolidates;

    @Option(
            names = "--pod-level",
            paramLabel = "all|NAMESPACE/...|NAMESPACE/NAME",
            split = ",",
            description =
                    "Pods that ask for their resources as a whole, rather than container by container: all, those of a"
                            + " namespace, or those of a workload.")
    private List<String> podLevel = List.of();

    /** @param problems gets what cannot be read */
    SimulationOptions read(int seeds, List<String> problems) {
        var parts = new ArrayList<PodLevelScope.Part>();
        for (var text : podLevel) {
            PodLevelScope.parse(text)
                    .ifPresentOrElse(
                            parts::add,
                            () -> problems.add("--pod-level " + text
                                    + ": expected all, NAMESPACE/... or NAMESPACE/NAME, such as shop/web"));
        }
        return new SimulationOptions(seeds, consolidates, new PodLevelScope(parts));
    }
}
