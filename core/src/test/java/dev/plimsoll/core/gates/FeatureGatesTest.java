package dev.plimsoll.core.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates.Parsed;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of api.md §10.1, and how a command line is read. */
// Acceptance of KEP-1287: gate-locked
// Acceptance of KEP-5419: gates
// Acceptance of KEP-2837: fix-defaulting, gate-default
// Acceptance of KEP-5526: needs-gate, gate-default
class FeatureGatesTest {
    record Default(String name, boolean on, boolean locked, List<String> dependencies) {
        @Override
        public String toString() {
            return name + (on ? " is on" : " is off") + (locked ? ", locked" : "") + ", needs " + dependencies;
        }
    }

    private static final List<String> IN_PLACE = List.of("InPlacePodVerticalScaling");
    private static final List<String> IN_PLACE_DECLARED = List.of("InPlacePodVerticalScaling", "NodeDeclaredFeatures");
    private static final List<String> POD_LEVEL = List.of("PodLevelResources");

    static Stream<Default> defaults() {
        return Stream.of(
                new Default("InPlacePodVerticalScaling", true, true, List.of()),
                new Default("PodLevelResources", true, false, List.of()),
                new Default("PodLevelResourcesFixDefaulting", true, false, POD_LEVEL),
                new Default("PodLevelResourcesFixKubeletQOSClass", true, false, POD_LEVEL),
                new Default(
                        "InPlacePodLevelResourcesVerticalScaling",
                        true,
                        false,
                        List.of("InPlacePodVerticalScaling", "PodLevelResources", "NodeDeclaredFeatures")),
                new Default("InPlacePodVerticalScalingInitContainers", true, true, IN_PLACE_DECLARED),
                new Default("NodeDeclaredFeatures", true, true, List.of()),
                new Default("PodObservedGenerationTracking", true, true, List.of()),
                new Default("InPlacePodVerticalScalingMemoryBackedVolumes", false, false, IN_PLACE_DECLARED),
                new Default("InPlacePodVerticalScalingSchedulerPreemption", false, false, IN_PLACE),
                new Default("InPlacePodVerticalScalingExclusiveCPUs", false, false, IN_PLACE),
                new Default("InPlacePodVerticalScalingExclusiveMemory", false, false, IN_PLACE),
                new Default("PodLevelResourceManagers", false, false, POD_LEVEL),
                new Default("LimitRangePodDefaults", false, false, POD_LEVEL),
                new Default("CPUManagerPolicyAlphaOptions", false, false, List.of()),
                new Default("CPUManagerPolicyBetaOptions", true, false, List.of()),
                new Default("KubeletAllocatedPodsEndpoint", false, false, List.of()),
                new Default("ContainerStopSignals", false, false, List.of()),
                new Default("RestartAllContainersOnContainerExits", true, false, List.of("NodeDeclaredFeatures")),
                new Default("LimitRangePodLevelHugePages", true, false, List.of()),
                new Default("QuotaPodLevelStatus", false, false, POD_LEVEL),
                new Default("MemoryShrinkByReclaim", false, false, IN_PLACE),
                new Default("DeploymentInPlaceResize", false, false, IN_PLACE));
    }

    @ParameterizedTest(name = "§10.1 {0}")
    @MethodSource("defaults")
    void defaultsAndDependencies(Default row) {
        var gate = Gate.named(row.name()).orElseThrow();
        assertThat(FeatureGates.DEFAULT.isOn(gate)).isEqualTo(row.on());
        assertThat(gate.isOnByDefault()).isEqualTo(row.on());
        assertThat(gate.isLocked()).isEqualTo(row.locked());
        assertThat(gate.dependencies().stream().map(Gate::kubernetesName))
                .containsExactlyElementsOf(row.dependencies());
    }

    @Test
    void everyGateHasARow() {
        assertThat(defaults().map(Default::name))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Gate.values()).map(Gate::kubernetesName).toList());
    }

    record Refusal(String sentence, String text, List<String> reasons) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static String depends(String gate, String missing) {
        return gate + " is enabled, but depends on features that are disabled: [" + missing + "]";
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                new Refusal(
                        "§10.1 turning PodLevelResources off requires turning off its default-on dependants",
                        "PodLevelResources=false",
                        List.of(
                                depends("PodLevelResourcesFixDefaulting", "PodLevelResources"),
                                depends("PodLevelResourcesFixKubeletQOSClass", "PodLevelResources"),
                                depends("InPlacePodLevelResourcesVerticalScaling", "PodLevelResources"))),
                new Refusal(
                        "§10.1 an alpha gate names what it lacks",
                        "PodLevelResources=false,PodLevelResourcesFixDefaulting=false,"
                                + "PodLevelResourcesFixKubeletQOSClass=false,"
                                + "InPlacePodLevelResourcesVerticalScaling=false,PodLevelResourceManagers=true",
                        List.of(depends("PodLevelResourceManagers", "PodLevelResources"))),
                new Refusal(
                        "§10.1 a locked gate stays",
                        "InPlacePodVerticalScaling=false",
                        List.of("cannot set feature gate InPlacePodVerticalScaling to false,"
                                + " feature is locked to true")),
                new Refusal(
                        "a gate needs a value",
                        "PodLevelResources",
                        List.of("missing bool value for PodLevelResources")),
                new Refusal(
                        "a value is true or false",
                        "PodLevelResources=on",
                        List.of("invalid value of PodLevelResources=on: must be true or false")),
                new Refusal(
                        "every reason is given",
                        "PodLevelResources, PodLevelResourceManagers=maybe",
                        List.of(
                                "missing bool value for PodLevelResources",
                                "invalid value of PodLevelResourceManagers=maybe: must be true or false")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void refusal(Refusal row) {
        assertThat(FeatureGates.parse(row.text())).isEqualTo(new Parsed.Refused(row.reasons()));
    }

    @Test
    void anUnknownGateIsRefusedWithTheKnownOnes() {
        var refused = (Parsed.Refused) FeatureGates.parse("PodLevelResource=true");
        assertThat(refused.reasons())
                .singleElement()
                .asString()
                .startsWith("unrecognized feature gate: PodLevelResource (known: ")
                .contains("PodLevelResources, ");
    }

    @Test
    void whatIsNotNamedStaysAtItsDefault() {
        assertThat(accepted(""))
                .hasToString(FeatureGates.DEFAULT.toString())
                .hasToString(accepted(" , ").toString());
        var gates = accepted("PodLevelResourceManagers=true");
        assertThat(gates.isOn(Gate.POD_LEVEL_RESOURCE_MANAGERS)).isTrue();
        assertThat(gates.isOn(Gate.POD_LEVEL_RESOURCES)).isTrue();
    }

    @Test
    void theNameInTheKepIsAnAlias() {
        var gates = accepted("PodLevelResourcesFixUpdateDefaulting=false");
        assertThat(gates.isOn(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING)).isFalse();
        assertThat(Gate.named("PodLevelResourcesFixUpdateDefaulting"))
                .contains(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING);
    }

    @Test
    void aLockedGateMayBeSetToWhatItIs() {
        assertThat(accepted("InPlacePodVerticalScaling=true").isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING))
                .isTrue();
    }

    @Test
    void podLevelResourcesGoOffWithTheirDependants() {
        var gates = accepted("PodLevelResources=false,PodLevelResourcesFixDefaulting=false,"
                + "PodLevelResourcesFixKubeletQOSClass=false,InPlacePodLevelResourcesVerticalScaling=false,"
                + "LimitRangePodLevelHugePages=false");
        assertThat(gates.isOn(Gate.POD_LEVEL_RESOURCES)).isFalse();
        assertThat(gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING)).isTrue();
    }

    private static FeatureGates accepted(String text) {
        return ((Parsed.Accepted) FeatureGates.parse(text)).gates();
    }
}
