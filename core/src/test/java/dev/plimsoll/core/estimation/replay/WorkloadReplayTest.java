package dev.plimsoll.core.estimation.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.podlevel.PodRecommender.Known;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

// Acceptance of the autoscaler: whole, same-numbers
class WorkloadReplayTest {
    private static final long START = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    private static final long MINUTE = 60_000;
    private static final long MIB = 1L << 20;
    private static final List<ReplayLevel> ALL =
            List.of(ReplayLevel.UNCHANGED, ReplayLevel.CONTAINERS, ReplayLevel.POD);

    /** Two containers with limits of their own, which never want much at the same time. */
    private static final PodSpec TWO = PodSpec.builder()
            .container("a", "cpu=500m,memory=256Mi", "cpu=500m,memory=256Mi")
            .container("b", "cpu=500m,memory=256Mi", "cpu=500m,memory=256Mi")
            .build();

    private static ReplayPlan plan(PodSpec template) {
        return ReplayPlan.DEFAULT.withTemplate(template);
    }

    private static WorkloadOutcome replay(ReplayPlan plan, int minutes, Use use) {
        var replay = new WorkloadReplay("web", plan, ALL);
        for (var i = 0; i < minutes; i++) use.at(i, replay, START + i * MINUTE);
        return replay.finish();
    }

    private interface Use {
        void at(int minute, WorkloadReplay replay, long time);
    }

    private static LevelOutcome of(WorkloadOutcome outcome, ReplayLevel level) {
        return outcome.level(level).orElseThrow();
    }

    @Test
    void whatIsUsedAndWastedIsAddedUpOverTime() {
        var outcome = of(
                replay(plan(TWO), 60, (_, replay, time) -> {
                    replay.sample(time, "p", "a", 100, 64 * MIB);
                    replay.sample(time, "p", "b", 300, 64 * MIB);
                }),
                ReplayLevel.UNCHANGED);
        assertThat(outcome.podTime()).isEqualTo(Duration.ofHours(1));
        assertThat(outcome.cpu().requested()).isCloseTo(1.0, within(1e-9));
        assertThat(outcome.cpu().used()).isCloseTo(0.4, within(1e-9));
        assertThat(outcome.cpu().wasted()).isCloseTo(0.6, within(1e-9));
        assertThat(outcome.memory().used()).isCloseTo(128.0 * MIB, within(1e-3));
        assertThat(outcome.kills()).isZero();
    }

    @Test
    void aContainerIsThrottledAtItsOwnLimitWhereAPodWouldShare() {
        var shared = TWO.withResources(ResourceRequirements.parse("cpu=1,memory=512Mi", "cpu=1,memory=512Mi"))
                .withContainers(TWO.containers().stream()
                        .map(container -> container.withResources(ResourceRequirements.ABSENT))
                        .toList());
        Use use = (_, replay, time) -> {
            replay.sample(time, "p", "a", 800, 64 * MIB);
            replay.sample(time, "p", "b", 100, 64 * MIB);
        };
        var own = of(replay(plan(TWO), 60, use), ReplayLevel.UNCHANGED);
        assertThat(own.throttled()).isCloseTo(0.3, within(1e-9));
        assertThat(own.throttledFor()).isEqualTo(Duration.ofHours(1));
        assertThat(own.cpu().used()).isCloseTo(0.6, within(1e-9));
        var together = of(replay(plan(shared), 60, use), ReplayLevel.UNCHANGED);
        assertThat(together.throttled()).isZero();
    }

    @Test
    void aContainerIsKilledAtItsOwnLimitAndRestsLongerEachTime() {
        var outcome = of(
                replay(plan(TWO), 10, (_, replay, time) -> {
                    replay.sample(time, "p", "a", 100, 300 * MIB);
                    replay.sample(time, "p", "b", 100, 64 * MIB);
                }),
                ReplayLevel.UNCHANGED);
        // At 0:00, 1:00 (rest 20 s), 2:00 (40 s), 3:00 (80 s, until 4:20), 5:00 (160 s, until 7:40), 8:00 (300 s).
        assertThat(outcome.kills()).isEqualTo(6);
        assertThat(outcome.down()).isEqualTo(Duration.ofSeconds(10 + 20 + 40 + 80 + 160 + 300));
    }

    /** As issue and cluster have it: a pod of 800Mi, one container of 450Mi that is off, and one of 60Mi. */
    @Test
    void aContainerThatIsOffIsNotStarvedByItsPod() {
        var spec = PodSpec.builder()
                .podLevel("cpu=500m,memory=800Mi", "cpu=500m,memory=800Mi")
                .container("a", "", "")
                .container("b", "", "")
                .build();
        var off = ResourcePolicy.of(ContainerPolicy.of("a").withMode(ContainerMode.OFF));
        var outcome = of(
                replay(plan(spec).withPolicy(off), 7 * 24 * 60, (_, replay, time) -> {
                    replay.sample(time, "p", "a", 40, 450 * MIB);
                    replay.sample(time, "p", "b", 20, 60 * MIB);
                }),
                ReplayLevel.POD);
        assertThat(outcome.kills()).isZero();
        var average = outcome.memory().requested() / outcome.podTime().toHours();
        assertThat(average).isBetween(510.0 * MIB, 800.0 * MIB);
    }

    @Test
    void theLargestIsKilledWhereAllTogetherHoldMoreThanThePodMay() {
        var spec = PodSpec.builder()
                .podLevel("memory=256Mi", "memory=256Mi")
                .container("a", "", "")
                .container("b", "", "")
                .build();
        var outcome = of(
                replay(plan(spec), 1, (_, replay, time) -> {
                    replay.sample(time, "p", "a", 100, 100 * MIB);
                    replay.sample(time, "p", "b", 100, 200 * MIB);
                    replay.sample(time + MINUTE, "p", "a", 100, 100 * MIB);
                    replay.sample(time + MINUTE, "p", "b", 100, 20 * MIB);
                }),
                ReplayLevel.UNCHANGED);
        assertThat(outcome.kills()).isEqualTo(1);
        assertThat(outcome.memory().used() * 60).isCloseTo(220.0 * MIB, within(1.0));
    }

    @Test
    void theRecommendationIsWhatTheRecommenderMakesOfTheSameSamples() {
        var spec = PodSpec.builder().container("a", "cpu=1", "").build();
        var outcome = replay(
                plan(spec),
                2880,
                (minute, replay, time) ->
                        replay.sample(time, "p", "a", 100 + minute % 50, (100L + minute % 700) * MIB));
        var usage = new ContainerUsage(ReplayPlan.DEFAULT.scales());
        var sampler = new SampledContainer();
        for (var i = 0; i < 2880; i++) {
            sampler.cpu(START + i * MINUTE, 100 + i % 50, usage);
            sampler.memory(START + i * MINUTE, (100L + i % 700) * MIB, usage, ReplayPlan.DEFAULT.sampling());
        }
        var known = new TreeMap<String, ContainerUsage>();
        known.put("a", usage);
        var expected =
                ReplayPlan.DEFAULT.recommender().containers(new Known(known, Set.of(), Set.of(), ResourcePolicy.NONE));
        var seen = of(outcome, ReplayLevel.CONTAINERS).recommendation();
        assertThat(seen.container("a").orElseThrow().target())
                .isEqualTo(expected.container("a").orElseThrow().target());
        // The pod as a whole is the sum of its containers, here of one.
        assertThat(of(outcome, ReplayLevel.POD)
                        .recommendation()
                        .pod()
                        .orElseThrow()
                        .target())
                .isEqualTo(expected.container("a").orElseThrow().target());
    }

    /** One container is busy in the first half of each hour, the other in the second. */
    private static void inTurns(int minute, WorkloadReplay replay, long time) {
        var isFirst = minute % 60 < 30;
        replay.sample(time, "p", "a", isFirst ? 800 : 50, (isFirst ? 900 : 100) * MIB);
        replay.sample(time, "p", "b", isFirst ? 50 : 800, (isFirst ? 100 : 900) * MIB);
    }

    private static LevelOutcome inTurns(int minutes, ReplayLevel level) {
        var spec = PodSpec.builder()
                .podLevel("cpu=2,memory=2Gi", "cpu=2,memory=2Gi")
                .container("a", "", "")
                .container("b", "", "")
                .build();
        var replay = new WorkloadReplay("web", plan(spec), List.of(ReplayLevel.POD, ReplayLevel.WHOLE));
        for (var i = 0; i < minutes; i++) inTurns(i, replay, START + i * MINUTE);
        return of(replay.finish(), level);
    }

    private static long target(LevelOutcome outcome, Compute compute) {
        return compute.unitsOf(outcome.recommendation().pod().orElseThrow().target());
    }

    @Test
    void peaksThatDoNotCoincideAreCountedOnceByTheEstimatorOverWholePods() {
        var minutes = 3 * 1440;
        var sum = inTurns(minutes, ReplayLevel.POD);
        var whole = inTurns(minutes, ReplayLevel.WHOLE);
        // 850m and 1000Mi are in use at any time; each container by itself needs 800m and 900Mi.
        assertThat(target(whole, Compute.CPU)).isBetween(850L, 1100L);
        assertThat(target(whole, Compute.MEMORY)).isBetween(1000 * MIB, 1250 * MIB);
        assertThat(target(sum, Compute.CPU)).isGreaterThan(1600);
        assertThat(target(sum, Compute.MEMORY)).isGreaterThan(1800 * MIB);
        assertThat(whole.kills()).isZero();
        assertThat(whole.throttled()).isZero();
    }

    @Test
    void beforeADayHasPassedWholePodsAreSummedUp() {
        var whole = inTurns(1200, ReplayLevel.WHOLE);
        assertThat(target(whole, Compute.MEMORY)).isEqualTo(target(inTurns(1200, ReplayLevel.POD), Compute.MEMORY));
    }

    @Test
    void podsAreResizedTowardsTheRecommendation() {
        var outcome = replay(plan(TWO), 3 * 1440, (_, replay, time) -> {
            replay.sample(time, "p", "a", 50, 64 * MIB);
            replay.sample(time, "p", "b", 50, 64 * MIB);
        });
        var containers = of(outcome, ReplayLevel.CONTAINERS);
        assertThat(containers.resizes()).isPositive();
        assertThat(containers.recreations()).isZero();
        var spec = containers.pods().getFirst().spec();
        assertThat(spec.containers()
                        .getFirst()
                        .resources()
                        .requests()
                        .amount(ResourceName.CPU)
                        .milliValue())
                .isEqualTo(63);
        assertThat(containers.cpu().requested())
                .isLessThan(of(outcome, ReplayLevel.UNCHANGED).cpu().requested());
        var pod = of(outcome, ReplayLevel.POD);
        assertThat(pod.recreations()).isZero();
        assertThat(pod.resizes()).isPositive();
        assertThat(pod.pods()
                        .getFirst()
                        .spec()
                        .resources()
                        .requests()
                        .amount(ResourceName.CPU)
                        .milliValue())
                .isEqualTo(126);
        assertThat(pod.pods()
                        .getFirst()
                        .spec()
                        .containers()
                        .getFirst()
                        .resources()
                        .requests()
                        .isEmpty())
                .isTrue();
    }

    @Test
    void withModeOffOnlyRecommendationsAreMade() {
        var outcome = replay(plan(TWO).withMode(UpdateMode.OFF), 1440, (_, replay, time) -> {
            replay.sample(time, "p", "a", 50, 64 * MIB);
            replay.sample(time, "p", "b", 50, 64 * MIB);
        });
        assertThat(of(outcome, ReplayLevel.CONTAINERS).resizes()).isZero();
        assertThat(of(outcome, ReplayLevel.CONTAINERS).recommendation().containers())
                .hasSize(2);
    }

    @Test
    void inPlaceAloneNeverRecreatesAndKeepsContainerValues() {
        var policy = ResourcePolicy.NONE.withPodPolicies(PodPolicies.DEFAULT.withMode(PodMode.POD_ONLY));
        var outcome = replay(plan(TWO).withMode(UpdateMode.IN_PLACE).withPolicy(policy), 1440, (_, replay, time) -> {
            replay.sample(time, "p", "a", 50, 64 * MIB);
            replay.sample(time, "p", "b", 50, 64 * MIB);
        });
        assertThat(of(outcome, ReplayLevel.POD).recreations()).isZero();
    }

    @Test
    void memoryThatIsInUseIsNotTakenAway() {
        var spec = PodSpec.builder()
                .container("a", "cpu=100m,memory=2Gi", "cpu=100m,memory=2Gi")
                .build();
        var policy = ResourcePolicy.of(ContainerPolicy.DEFAULT.withMaxAllowed(ResourceAmounts.parse("memory=1Gi")));
        Use use = (_, replay, time) -> replay.sample(time, "p", "a", 50, 1900 * MIB);
        var inPlace = of(replay(plan(spec).withPolicy(policy), 2 * 1440, use), ReplayLevel.CONTAINERS);
        assertThat(inPlace.kills()).isZero();
        assertThat(inPlace.resizes()).isZero();
        var recreated = of(
                replay(plan(spec).withPolicy(policy).withMode(UpdateMode.RECREATE), 2 * 1440, use),
                ReplayLevel.CONTAINERS);
        assertThat(recreated.recreations()).isEqualTo(1);
        assertThat(recreated.kills()).isPositive();
    }

    @Test
    void aGapInTheRecordingIsNotCounted() {
        var outcome = of(
                replay(
                        plan(TWO),
                        60,
                        (minute, replay, time) ->
                                replay.sample(time + (minute < 30 ? 0 : 100 * MINUTE), "p", "a", 100, MIB)),
                ReplayLevel.UNCHANGED);
        assertThat(outcome.podTime()).isEqualTo(Duration.ofMinutes(30 + 30));
    }

    @Test
    void podsThatComeAndGoAreForgotten() {
        var outcome = replay(
                plan(TWO), 24 * 60, (minute, replay, time) -> replay.sample(time, "p" + minute / 30, "a", 100, MIB));
        assertThat(of(outcome, ReplayLevel.UNCHANGED).podTime()).isEqualTo(Duration.ofHours(24));
        assertThat(of(outcome, ReplayLevel.UNCHANGED).pods()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void aContainerThatTheManifestLacksIsTakenIn() {
        var outcome = replay(plan(TWO), 60, (_, replay, time) -> {
            replay.sample(time, "p", "a", 100, MIB);
            replay.sample(time, "p", "injected", 100, MIB);
        });
        assertThat(outcome.unlisted()).containsExactly("injected");
        assertThat(of(outcome, ReplayLevel.CONTAINERS).recommendation().container("injected"))
                .isPresent();
    }

    @Test
    void theCourseHasABoundedNumberOfSteps() {
        var outcome = replay(plan(TWO), 20 * 1440, (minute, replay, time) -> {
            if (minute % 10 == 0) replay.sample(time, "p", "a", minute == 5000 ? 900 : 100, MIB);
        });
        assertThat(outcome.steps()).hasSizeBetween(Timeline.STEPS / 2, Timeline.STEPS);
        assertThat(outcome.stepMillis()).isEqualTo(64 * MINUTE);
        assertThat(outcome.steps().stream().mapToDouble(step -> step.cpuPeak()).max())
                .hasValue(0.9);
        assertThat(outcome.steps().getFirst().cpuMean()).isCloseTo(0.1, within(1e-9));
        assertThat(of(outcome, ReplayLevel.UNCHANGED).steps().getFirst().cpuRequest())
                .isCloseTo(1.0, within(1e-9));
    }
}
