package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.admission.PendingOrder;
import dev.plimsoll.core.resize.admission.PendingOrder.Rank;
import dev.plimsoll.core.resize.state.PodRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

// Acceptance of KEP-1287: order-not-increasing, order-priority, order-qos, order-time
class PendingOrderTest {
    private static PodRecord pending(String name, long priority, boolean isGuaranteed, String wants, String since) {
        var limits = isGuaranteed ? "cpu=1,memory=1Gi" : "";
        var spec = PodSpec.builder()
                .container("c1", "cpu=1,memory=1Gi", limits)
                .placement(new PodPlacement("", "", priority, PodPlacement.UNSET, false, List.of()))
                .build();
        var wanted = ResourceRequirements.parse(wants, isGuaranteed ? wants : "");
        var record = Records.wanting(
                Records.running(name, spec), before -> before.mappingContainers(each -> each.withResources(wanted)));
        if (since.isEmpty()) return record;
        return Records.with(
                record,
                draft -> draft.conditions = draft.conditions.pending(
                        Condition.DEFERRED, "", 1, Instant.parse("2026-01-01T" + since + ":00Z")));
    }

    @Test
    void thoseThatAskForNoMoreThenPriorityThenGuaranteedThenThoseThatHaveWaitedLongest() {
        var state = Records.node(
                Records.NODE,
                pending("p1", 0, false, "cpu=2,memory=1Gi", "10:00"),
                pending("p2", 1000, false, "cpu=1,memory=2Gi", "10:05"),
                pending("p3", 0, true, "cpu=2,memory=1Gi", "10:06"),
                pending("p4", 0, false, "cpu=500m,memory=1Gi", ""),
                pending("p5", 0, false, "cpu=2,memory=1Gi", ""));
        assertThat(PendingOrder.under(FeatureGates.DEFAULT).order(state))
                .containsExactly("uid-p4", "uid-p2", "uid-p3", "uid-p1", "uid-p5");
    }

    @Test
    void itIsATotalOrder() {
        var random = new SplittableRandom(7);
        var ranks = new ArrayList<Rank>();
        for (var i = 0; i < 60; i++) {
            ranks.add(new Rank(
                    random.nextBoolean(),
                    random.nextInt(3),
                    random.nextBoolean(),
                    Instant.ofEpochSecond(random.nextInt(3)),
                    "uid-" + i));
        }
        for (var a : ranks) {
            for (var b : ranks) {
                assertThat(Integer.signum(a.compareTo(b))).isEqualTo(-Integer.signum(b.compareTo(a)));
                assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
                for (var c : ranks) {
                    if (a.compareTo(b) < 0 && b.compareTo(c) < 0)
                        assertThat(a.compareTo(c)).isNegative();
                }
            }
        }
    }
}
