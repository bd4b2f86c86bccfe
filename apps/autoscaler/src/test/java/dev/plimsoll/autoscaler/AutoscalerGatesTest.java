package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.gates.AutoscalerGates.Parsed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AutoscalerGatesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PodLevelResources=true",
                "VPAPodLevelResources=true",
                "PodLevelResources=true,VPAPodLevelResources=true",
                "InPlace=false, PodLevelResources=true"
            })
    void thePodLevelHasTwoNames(String text) {
        assertThat(AutoscalerGates.parse(text)).isInstanceOfSatisfying(Parsed.Accepted.class, accepted -> {
            assertThat(accepted.gates().isOn(AutoscalerGate.POD_LEVEL_RESOURCES))
                    .isTrue();
            assertThat(accepted.gates().isOn(AutoscalerGate.IN_PLACE)).isFalse();
        });
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            PodLevelResources=true,VPAPodLevelResources=false | PodLevelResources is both true and false: VPAPodLevelResources is another name of it
            Sidecars=true | unrecognized feature gate: Sidecars (known: PerVPAConfig, CPUStartupBoost, InPlace, PodLevelResources, LargestNodeCap)
            InPlace | missing bool value for InPlace, such as InPlace=true
            InPlace=maybe | invalid value of InPlace=maybe: must be true or false
            """)
    void whatCannotBeIsSaid(String text, String reason) {
        assertThat(AutoscalerGates.parse(text))
                .isInstanceOfSatisfying(
                        Parsed.Refused.class,
                        refused -> assertThat(refused.reasons()).containsExactly(reason));
    }
}
