package dev.plimsoll.core.estimation.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** vpa.md §1.1 (lookup), §2.8 and §3.1. */
// Acceptance of the autoscaler: cap-policy
class PolicyBoundsTest {
    private static final PolicyBounds UNBOUNDED = new PolicyBounds(ResourceAmounts.ABSENT);

    private static ResourceAmounts amounts(String text) {
        return ResourceAmounts.parse(text);
    }

    private static final Estimate ESTIMATE = new Estimate(
            amounts("cpu=500m,memory=1Gi"),
            amounts("cpu=50m,memory=100Mi"),
            amounts("cpu=4,memory=8Gi"),
            amounts("cpu=500m,memory=1Gi"));

    @Test
    void targetAndBoundsAreHeldWithinThePolicyButNotTheUncappedTarget() {
        var policy = ContainerPolicy.of("app")
                .withMinAllowed(amounts("cpu=100m,memory=2Gi"))
                .withMaxAllowed(amounts("cpu=2,memory=4Gi"));
        var bounded = UNBOUNDED.apply(ESTIMATE, policy);
        assertThat(bounded.target()).hasToString("cpu=500m,memory=2Gi");
        assertThat(bounded.lowerBound()).hasToString("cpu=100m,memory=2Gi");
        assertThat(bounded.upperBound()).hasToString("cpu=2,memory=4Gi");
        assertThat(bounded.uncappedTarget()).isEqualTo(ESTIMATE.target());
    }

    @Test
    void theMaximumOfAllContainersHoldsForResourcesThatThePolicyLeavesOpen() {
        var bounds = new PolicyBounds(amounts("cpu=300m,memory=512Mi"));
        var policy = ContainerPolicy.of("app").withMaxAllowed(amounts("memory=4Gi"));
        assertThat(bounds.apply(ESTIMATE, policy).target()).hasToString("cpu=300m,memory=1Gi");
    }

    @Test
    void zeroMeansUnset() {
        var policy = ContainerPolicy.of("app").withMaxAllowed(amounts("cpu=0"));
        assertThat(UNBOUNDED.apply(ESTIMATE, policy)).isEqualTo(ESTIMATE);
    }

    @Test
    void theMaximumWinsOverTheMinimum() {
        var policy = ContainerPolicy.of("app").withMinAllowed(amounts("cpu=3")).withMaxAllowed(amounts("cpu=1"));
        assertThat(UNBOUNDED.apply(ESTIMATE, policy).target()).hasToString("cpu=1,memory=1Gi");
    }

    @Test
    void anEntryOfItsOwnWinsOverTheOneForAnyContainer() {
        var policy = ResourcePolicy.of(ContainerPolicy.of("*").withMode(ContainerMode.OFF), ContainerPolicy.of("app"));
        assertThat(policy.of("app").mode()).isEqualTo(ContainerMode.AUTO);
        assertThat(policy.of("proxy").mode()).isEqualTo(ContainerMode.OFF);
        assertThat(ResourcePolicy.NONE.of("proxy")).isEqualTo(ContainerPolicy.DEFAULT);
    }

    @Test
    void wholeCoresWhereTheAnnotationAsksForThem() {
        var annotations = Map.of("vpa-post-processor.kubernetes.io/app_integerCPU", "true");
        assertThat(IntegerCpu.isWanted(annotations, "app")).isTrue();
        assertThat(IntegerCpu.isWanted(annotations, "proxy")).isFalse();
        var whole = IntegerCpu.apply(ESTIMATE);
        assertThat(whole.target()).hasToString("cpu=1,memory=1Gi");
        assertThat(whole.uncappedTarget()).hasToString("cpu=1,memory=1Gi");
        assertThat(whole.upperBound()).hasToString("cpu=4,memory=8Gi");
    }
}
