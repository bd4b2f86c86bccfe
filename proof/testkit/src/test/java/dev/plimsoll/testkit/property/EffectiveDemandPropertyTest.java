package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.testkit.gen.PodGen;
import dev.plimsoll.testkit.gen.PodStatusGen;
import dev.plimsoll.testkit.gen.Samples;
import org.junit.jupiter.api.Test;

// Acceptance of KEP-1287: scheduler-max
class EffectiveDemandPropertyTest {
    private static final EffectiveDemand DEMAND = EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.INCLUDED);

    @Test
    void afterConvergenceAPodCountsForWhatItDesires() {
        Samples.of(100_000).check(PodGen.sound(), pod -> {
            var converged = pod.withStatus(PodStatusGen.converged(pod.spec()));
            assertEquals(PodDemand.AS_WRITTEN.requests(pod.spec()), DEMAND.requests(converged));
            assertEquals(PodDemand.AS_WRITTEN.limits(pod.spec()), DEMAND.limits(converged));
        });
    }

    @Test
    void afterConvergenceWithoutPodLevelStatusToo() {
        Samples.of(5_000).check(PodGen.sound(), pod -> {
            var converged = pod.withStatus(PodStatusGen.ofContainers(pod.spec()));
            assertEquals(PodDemand.AS_WRITTEN.requests(pod.spec()), DEMAND.requests(converged));
            assertEquals(PodDemand.AS_WRITTEN.limits(pod.spec()), DEMAND.limits(converged));
        });
    }

    @Test
    void withoutStatusAPodCountsForWhatItDesires() {
        Samples.of(5_000).check(PodGen.sound(), pod -> {
            assertEquals(PodDemand.AS_WRITTEN.requests(pod.spec()), DEMAND.requests(pod));
            assertEquals(PodDemand.AS_WRITTEN.limits(pod.spec()), DEMAND.limits(pod));
        });
    }

    @Test
    void anInfeasibleResizeNeverCountsForMore() {
        Samples.of(5_000).check(PodGen.resizing(), pod -> {
            var deferred = pending(pod, Condition.DEFERRED);
            var infeasible = pending(pod, Condition.INFEASIBLE);
            assertNotMore(DEMAND.requests(infeasible), DEMAND.requests(deferred));
            assertNotMore(DEMAND.limits(infeasible), DEMAND.limits(deferred));
        });
    }

    @Test
    void aFeasiblePodNeverCountsForLessThanItDesires() {
        Samples.of(5_000).check(PodGen.resizing(), pod -> {
            var deferred = pending(pod, Condition.DEFERRED);
            assertNotMore(PodDemand.AS_WRITTEN.requests(pod.spec()), DEMAND.requests(deferred));
            assertNotMore(PodDemand.AS_WRITTEN.limits(pod.spec()), DEMAND.limits(deferred));
        });
    }

    @Test
    void aPodNeverCountsForLessThanItsNodeReports() {
        Samples.of(5_000).check(PodGen.resizing(), pod -> {
            var status = pod.status();
            var both = status.allocatedResources().isDeclared()
                    && status.resources().requests().isDeclared();
            if (!both) return;
            assertNotMore(status.allocatedResources(), DEMAND.requests(pod));
            assertNotMore(status.resources().requests(), DEMAND.requests(pod));
        });
    }

    @Test
    void scoringNeverCountsForLessThanFit() {
        Samples.of(5_000).check(PodGen.sound(), pod -> {
            assertNotMore(DEMAND.requests(pod), DEMAND.scoringRequests(pod));
            assertThat(DEMAND.scoringRequests(pod).names())
                    .containsAll(DEMAND.requests(pod).names());
        });
    }

    private static Pod pending(Pod pod, String reason) {
        PodStatus status = PodStatusGen.pending(pod.status(), reason);
        return pod.withStatus(status);
    }

    private static void assertNotMore(ResourceAmounts less, ResourceAmounts more) {
        for (var name : less.names()) {
            assertThat(less.amount(name)).as("%s", name).isLessThanOrEqualTo(more.amount(name));
        }
    }
}
