package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a node says to settings that cannot be; one row for each text of the start errors. */
class SettingsTest {
    private static final KubeletSettings DEFAULT = KubeletSettings.DEFAULT;

    private static KubeletSettings options(String... options) {
        var map = new TreeMap<String, String>();
        for (var option : options)
            map.put(option.split("=", 2)[0], option.contains("=") ? option.split("=", 2)[1] : "true");
        return DEFAULT.withStaticCpus("0", map);
    }

    private static KubeletSettings named(String cpu, String memory) {
        return new KubeletSettings(cpu, Map.of(), Quantity.ZERO, "0", memory, Map.of(), "none", "container", Map.of());
    }

    private static KubeletSettings alignment(String policy, String scope, Map<String, String> options) {
        return options().withAlignment(policy, scope, options);
    }

    private static KubeletSettings memory(Map<Integer, ResourceAmounts> reserved) {
        return DEFAULT.withStaticMemory(reserved);
    }

    static Stream<Arguments> refusals() {
        var one = ResourceAmounts.parse("memory=1Gi");
        return Stream.of(
                Arguments.of("unknown policy: \"Static\"", named("Static", "None")),
                Arguments.of("unknown policy: \"static\"", named("none", "static")),
                Arguments.of("unknown policy: \"strict\"", alignment("strict", "pod", Map.of())),
                Arguments.of("unknown scope: \"node\"", alignment("restricted", "node", Map.of())),
                Arguments.of(
                        "unknown Topology Manager Policy option: \"x\"",
                        alignment("restricted", "pod", Map.of("x", "true"))),
                Arguments.of(
                        "bad value for option \"prefer-closest-numa-nodes\": strconv.ParseBool: parsing \"maybe\": invalid"
                                + " syntax",
                        alignment("restricted", "pod", Map.of("prefer-closest-numa-nodes", "maybe"))),
                Arguments.of(
                        "the minimum value of \"max-allowable-numa-nodes\" should not be less than 8",
                        alignment("restricted", "pod", Map.of("max-allowable-numa-nodes", "7"))),
                Arguments.of("unknown CPU Manager Policy option: \"x\"", options("x")),
                Arguments.of(
                        "CPU Manager Policy Alpha-level Options not enabled, but option \"align-by-socket\" provided",
                        options("align-by-socket")),
                Arguments.of(
                        "bad value for option \"full-pcpus-only\": strconv.ParseBool: parsing \"yes\": invalid syntax",
                        options("full-pcpus-only=yes")),
                Arguments.of(
                        "static policy options prefer-align-cpus-by-uncorecache and distribute-cpus-across-numa can not be"
                                + " used at the same time",
                        options("prefer-align-cpus-by-uncorecache", "distribute-cpus-across-numa")),
                Arguments.of(
                        "reserved-cpus: 64 is not a subset of online-cpus: 0-15",
                        DEFAULT.withStaticCpus("64", Map.of())),
                Arguments.of(
                        "[cpumanager] unable to determine reserved CPU resources for static policy",
                        DEFAULT.withStaticCpus(Quantity.ZERO, Map.of())),
                Arguments.of(
                        "None policy: received unsupported options=map[full-pcpus-only:true]",
                        new KubeletSettings(
                                "none",
                                Map.of("full-pcpus-only", "true"),
                                Quantity.ZERO,
                                "",
                                "None",
                                Map.of(),
                                "none",
                                "container",
                                Map.of())),
                Arguments.of(
                        "the reserved memory configuration references a NUMA node 5 that does not exist on this machine",
                        memory(Map.of(0, one, 5, one))),
                Arguments.of("[memorymanager] you should specify the system reserved memory", memory(Map.of())),
                Arguments.of(
                        "invalid configuration: reserved memory may not be zero for NUMA node 0 and resource \"memory\"",
                        memory(Map.of(0, ResourceAmounts.parse("memory=0"), 1, one))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void refused(String text, KubeletSettings settings) {
        assertThat(ResourceManagers.configure(MachineNotation.literal("2s2n4c2t"), settings, FeatureGates.DEFAULT))
                .isEqualTo(new ResourceManagers.Configured.Refused(List.of(text)));
    }

    static Stream<Arguments> alphaRefusals() {
        return Stream.of(
                Arguments.of(
                        "static policy options full-pcpus-only and distribute-cpus-across-cores can not be used at the same"
                                + " time",
                        "2s2n4c2t",
                        options("full-pcpus-only", "distribute-cpus-across-cores")),
                Arguments.of(
                        "static policy options distribute-cpus-across-numa and distribute-cpus-across-cores can not be used at"
                                + " the same time",
                        "2s2n4c2t",
                        options("distribute-cpus-across-numa", "distribute-cpus-across-cores")),
                Arguments.of(
                        "static policy options prefer-align-cpus-by-uncorecache and distribute-cpus-across-cores can not be"
                                + " used at the same time",
                        "2s2n4c2t",
                        options("prefer-align-cpus-by-uncorecache", "distribute-cpus-across-cores")),
                Arguments.of(
                        "Topolgy manager single-numa-node policy is incompatible with CPUManager align-by-socket policy"
                                + " option",
                        "2s2n4c2t",
                        options("align-by-socket").withAlignment("single-numa-node", "pod", Map.of())),
                Arguments.of(
                        "Align by socket is not compatible with hardware where number of sockets are more than number of"
                                + " NUMA",
                        "4s2n4c1t",
                        options("align-by-socket")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("alphaRefusals")
    void refusedWithAlphaOptions(String text, String machine, KubeletSettings settings) {
        var gates = FeatureGates.DEFAULT.with(Gate.CPU_MANAGER_POLICY_ALPHA_OPTIONS, true);
        assertThat(ResourceManagers.configure(MachineNotation.literal(machine), settings, gates))
                .isEqualTo(new ResourceManagers.Configured.Refused(List.of(text)));
    }
}
