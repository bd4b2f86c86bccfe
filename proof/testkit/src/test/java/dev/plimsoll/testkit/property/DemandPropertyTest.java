package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.demand.OomScore;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.testkit.gen.Gen;
import dev.plimsoll.testkit.gen.PodGen;
import dev.plimsoll.testkit.gen.Quantities;
import dev.plimsoll.testkit.gen.Samples;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

// Acceptance of KEP-5419: one-formula
// Acceptance of KEP-2837: library
class DemandPropertyTest {
    private static final Samples SAMPLES = Samples.of(5_000);
    private static final Gen<PodSpec> SPECS = Gen.anyOf(
            PodGen.soundSpecs(), PodGen.anySpecs(Quantities.amounts()), PodGen.anySpecs(Quantities.quantities()));

    @Test
    void theAggregateIsTheLargestMomentOfAPodsLife() {
        SAMPLES.check(SPECS, spec -> {
            assertThat(Naive.numbers(ContainerAggregate.requests(spec)))
                    .isEqualTo(Naive.aggregate(
                            spec, container -> container.resources().requests()));
            assertThat(Naive.numbers(ContainerAggregate.limits(spec)))
                    .isEqualTo(Naive.aggregate(
                            spec, container -> container.resources().limits()));
        });
    }

    @Test
    void requestsAndLimitsAreThoseOfTheTwin() {
        SAMPLES.check(SPECS, spec -> {
            assertThat(Naive.numbers(PodDemand.AS_WRITTEN.requests(spec))).isEqualTo(Naive.podRequests(spec));
            assertThat(Naive.numbers(PodDemand.AS_WRITTEN.limits(spec))).isEqualTo(Naive.podLimits(spec));
        });
    }

    @Test
    void theClassIsThatOfTheTwin() {
        SAMPLES.check(SPECS, spec -> assertThat(PodQos.DEFAULT.of(spec)).hasToString(Naive.qos(spec)));
    }

    @Test
    void oomScoresStayWithinTheirClass() {
        SAMPLES.check(PodGen.soundSpecs(), spec -> {
            var qos = PodQos.DEFAULT.of(spec);
            Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                    .forEach(container -> {
                        var score = OomScore.DEFAULT.of(spec, container, 64L << 30);
                        if (qos == QosClass.BURSTABLE) assertThat(score).isBetween(3, 999);
                        else assertThat(score).isEqualTo(qos == QosClass.GUARANTEED ? -997 : 1000);
                    });
        });
    }

    @Test
    void whatAWeightReadsBackIsAtMostWhatWasWrittenAndNeverFarBelow() {
        var before = 0L;
        for (var milli = 1L; milli <= 256_000; milli++) {
            var shares = Math.clamp(milli * 1024 / 1000, 2L, 262_144L);
            var weight = shares == 262_144 ? 10_000 : 1 + (shares - 2) * 9_999 / 262_142;
            var back = (weight - 1) * 262_142 / 9_999 + 2;
            assertEquals(shares, CpuScale.shares(milli));
            assertEquals(weight, CpuScale.linearWeight(shares));
            assertEquals(back, CpuScale.roundTripShares(shares));
            assertTrue(before <= back && back <= shares && shares - back <= 27);
            before = back;
        }
    }

    @Test
    void everyWeightStandsForSharesThatAreNotWrittenHigher() {
        for (var weight = 1L; weight <= 10_000; weight++) {
            var shares = CpuScale.sharesOfLinearWeight(weight);
            assertThat(CpuScale.linearWeight(shares)).isBetween(weight - 1, weight);
        }
    }

    @Test
    void containersWeighMoreTheMoreTheyAskFor() {
        var before = 0L;
        for (var shares = 1L; shares <= 262_145; shares++) {
            var weight = CpuScale.curvedWeight(shares);
            assertTrue(before <= weight);
            before = weight;
        }
        assertThat(before).isEqualTo(10_000);
    }
}
