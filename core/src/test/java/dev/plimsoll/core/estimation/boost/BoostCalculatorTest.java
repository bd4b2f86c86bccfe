package dev.plimsoll.core.estimation.boost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.Edit;
import dev.plimsoll.core.estimation.application.PodEdits;
import dev.plimsoll.core.estimation.application.ValueLocation;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ControlledValues;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** vpa.md §5.4. */
class BoostCalculatorTest {
    private static final CpuBoost TWICE = new CpuBoost.Factor(2, Duration.ZERO);
    private static final CpuBoost HALF_A_CORE_MORE = new CpuBoost.Extra(500, Duration.ofSeconds(30));

    private ResourcePolicy policy = ResourcePolicy.NONE;
    private OptionalLong most = OptionalLong.empty();

    private static PodSpec pod(String requests, String limits) {
        return PodSpec.builder()
                .build()
                .withContainers(List.of(Container.of("main", ResourceRequirements.parse(requests, limits))));
    }

    private static PodEdits recommended(long milliCores) {
        return new PodEdits(List.of(Edit.request(ValueLocation.container(0), Compute.CPU, milliCores)), List.of());
    }

    private BoostCalculator.Boosted boosted(CpuBoost boost, PodSpec spec, PodEdits edits) {
        return new BoostCalculator(new StartupBoosts(boost, Map.of()), policy, most).apply(spec, edits);
    }

    private static String after(PodSpec spec, BoostCalculator.Boosted boosted) {
        return boosted.edits().applyTo(spec).containers().getFirst().resources().toString();
    }

    @Test
    void aFactorMultipliesWhatIsRecommended() {
        var spec = pod("cpu=100m", "");
        assertThat(after(spec, boosted(TWICE, spec, recommended(300)))).contains("cpu=600m");
    }

    @Test
    void withoutARecommendationTheOriginalRequestIsTheBase() {
        var spec = pod("cpu=100m", "");
        assertThat(after(spec, boosted(TWICE, spec, PodEdits.NONE))).contains("cpu=200m");
    }

    @Test
    void aQuantityIsAddedToTheBase() {
        var spec = pod("cpu=100m", "");
        assertThat(after(spec, boosted(HALF_A_CORE_MORE, spec, recommended(300))))
                .contains("cpu=800m");
    }

    @Test
    void aLimitKeepsItsOriginalRatio() {
        var spec = pod("cpu=100m", "cpu=400m");
        assertThat(after(spec, boosted(TWICE, spec, recommended(300))))
                .contains("cpu=600m")
                .contains("cpu=2400m");
    }

    @Test
    void aLimitThatIsLeftAloneKeepsTheRequestBelowIt() {
        policy = ResourcePolicy.of(ContainerPolicy.of("main").withControlledValues(ControlledValues.REQUESTS_ONLY));
        var spec = pod("cpu=100m", "cpu=400m");
        assertThat(after(spec, boosted(TWICE, spec, recommended(300))))
                .contains("cpu=399m")
                .contains("cpu=400m");
    }

    @Test
    void theBoostIsHeldToTheMostAllowedButNeverLessThanTheBase() {
        most = OptionalLong.of(500);
        var spec = pod("cpu=100m", "");
        assertThat(after(spec, boosted(TWICE, spec, recommended(300)))).contains("cpu=500m");
        assertThat(after(spec, boosted(TWICE, spec, recommended(700)))).contains("cpu=700m");
    }

    @Test
    void whatAContainerHadAtFirstIsTold() {
        var spec = pod("cpu=100m,memory=1Gi", "");
        assertThat(boosted(TWICE, spec, recommended(300)).boosted().get("main"))
                .isEqualTo(ResourceRequirements.parse("cpu=100m,memory=1Gi", ""));
    }

    @Test
    void aContainerThatIsOffOrAsksForNoCpuIsNotBoosted() {
        var nothing = pod("memory=1Gi", "");
        assertThat(boosted(TWICE, nothing, PodEdits.NONE).boosted()).isEmpty();
        policy = ResourcePolicy.of(ContainerPolicy.of("main").withMode(ContainerMode.OFF));
        assertThat(boosted(TWICE, pod("cpu=100m", ""), PodEdits.NONE).boosted()).isEmpty();
    }

    @Test
    void theBoostOfAContainerComesBeforeTheOneOfAllAndThatOfThePod() {
        var boosts =
                new StartupBoosts(TWICE, Map.of("*", new CpuBoost.Factor(3, Duration.ZERO), "a", HALF_A_CORE_MORE));
        assertThat(boosts.of("a")).contains(HALF_A_CORE_MORE);
        assertThat(boosts.of("b")).contains(new CpuBoost.Factor(3, Duration.ZERO));
        assertThat(new StartupBoosts(TWICE, Map.of()).of("b")).contains(TWICE);
        assertThat(boosts.longest(Set.of("a", "b"))).isEqualTo(Duration.ofSeconds(30));
    }
}
