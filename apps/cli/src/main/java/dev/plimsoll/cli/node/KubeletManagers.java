package dev.plimsoll.cli.node;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The settings of a kubelet's CPU, memory and topology managers, read as {@code plimsoll node} reads them. */
public final class KubeletManagers {
    private static final String RESERVED_CPUS = "--reserved-cpus";
    private static final Set<String> OPTIONS = Set.of(
            "--cpu-policy",
            "--cpu-options",
            RESERVED_CPUS,
            "--memory-policy",
            "--reserved-memory",
            "--topology-policy",
            "--topology-scope",
            "--topology-options");

    private final Map<String, String> options;

    private KubeletManagers(Map<String, String> options) {
        this.options = options;
    }

    /** What reading gave. */
    public sealed interface Outcome {
        record Configured(KubeletManagers managers) implements Outcome {}

        record Invalid(List<String> problems) implements Outcome {}
    }

    /** Of a file of kind {@code KubeletConfiguration}. */
    public static Outcome read(Path file) {
        return switch (KubeletConfigurationFile.read(file)) {
            case KubeletConfigurationFile.Outcome.Invalid(var problems) -> new Outcome.Invalid(problems);
            case KubeletConfigurationFile.Outcome.Configured(var all, var _) -> {
                var options = new LinkedHashMap<String, String>();
                all.forEach((name, value) -> {
                    if (OPTIONS.contains(name)) options.put(name, value);
                });
                yield new Outcome.Configured(new KubeletManagers(options));
            }
        };
    }

    /** Of policies that somebody else tells of; empty texts where he does not. */
    public static KubeletManagers of(String cpuPolicy, String topologyPolicy, String topologyScope) {
        var options = new LinkedHashMap<String, String>();
        if (!cpuPolicy.isEmpty()) options.put("--cpu-policy", cpuPolicy);
        if (!topologyPolicy.isEmpty()) options.put("--topology-policy", topologyPolicy);
        if (!topologyScope.isEmpty()) options.put("--topology-scope", topologyScope);
        return new KubeletManagers(options);
    }

    @Command(name = "managers")
    private static final class Parsed {
        @Mixin
        private final TopologyOptions topology = new TopologyOptions();
    }

    /**
     * The managers on a machine; empty where the settings pin nothing.
     *
     * @param reservedCpus how many the system keeps, where the settings do not say; at least 1
     * @param problems gets every reason why the settings do not suit the machine
     */
    public Optional<ResourceManagers> on(Machine machine, int reservedCpus, FeatureGates gates, List<String> problems) {
        var words = new ArrayList<String>();
        options.forEach((name, value) -> words.add(name + "=" + value));
        if (!options.containsKey(RESERVED_CPUS)) words.add(RESERVED_CPUS + "=" + reservedCpus);
        var parsed = new Parsed();
        try {
            new CommandLine(parsed).parseArgs(words.toArray(String[]::new));
        } catch (CommandLine.ParameterException mistaken) {
            problems.add(String.valueOf(mistaken.getMessage()));
            return Optional.empty();
        }
        return parsed.topology.resourceManagers(machine, gates, problems);
    }
}
