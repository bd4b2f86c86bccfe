package dev.plimsoll.core.cgroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.ResourceRequirements;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node of 8Gi with 4Gi of swap (spec/node.md 6.4: the request's share of the node's memory, rounded down). */
class SwapShareTest {
    @ParameterizedTest
    @CsvSource({
        "BURSTABLE, memory=2Gi, memory=4Gi, 1073741824",
        "BURSTABLE, memory=2Gi, '', 1073741824",
        "BURSTABLE, memory=3, '', 1",
        "BURSTABLE, memory=1, '', 0",
        "BURSTABLE, memory=2Gi, memory=2Gi, 0",
        "BURSTABLE, '', memory=2Gi, 0",
        "BURSTABLE, cpu=1, '', 0",
        "GUARANTEED, memory=2Gi, memory=4Gi, 0",
        "BEST_EFFORT, '', '', 0"
    })
    void limitsOfSwap(QosClass qos, String requests, String limits, long expected) {
        var share = new SwapShare(8L << 30, 4L << 30);
        assertThat(share.of(qos, ResourceRequirements.parse(requests, limits))).isEqualTo(expected);
        assertThat(SwapShare.NONE.of(qos, ResourceRequirements.parse(requests, limits)))
                .isZero();
    }
}
