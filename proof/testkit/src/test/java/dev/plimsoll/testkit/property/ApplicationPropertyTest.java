package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Outcome;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.application.ResourcePlan;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.validation.PodValidation;
import dev.plimsoll.core.validation.ResizeValidation;
import dev.plimsoll.testkit.gen.Gen;
import dev.plimsoll.testkit.gen.LimitRanges;
import dev.plimsoll.testkit.gen.PodGen;
import dev.plimsoll.testkit.gen.Recommendations;
import dev.plimsoll.testkit.gen.Samples;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Whatever is recommended, a valid pod stays a valid pod: vpa.md §6.5 and T2, T3 of §6.11. {@code -Dplimsoll.applications=1000000}
 * holds it against a million pods.
 */
// Acceptance of the autoscaler: T2, T3
class ApplicationPropertyTest {
    private static final int COUNT = Integer.getInteger("plimsoll.applications", 20_000);
    private static final int BATCH = 10_000;

    record Case(PodSpec sent, ResourcePolicy policy, List<LimitRange> ranges, Recommendation recommendation) {
        Request request(PodSpec spec, Originals originals, Moment moment) {
            var level = ManagedLevel.of(sent, policy.podPolicies().mode());
            return new Request(
                    Pod.of("web", spec), originals, recommendation, policy, NamespaceRanges.of(ranges), level, moment);
        }

        Outcome applied(PodSpec spec, Originals originals, Moment moment) {
            return PodApplication.DEFAULT.apply(request(spec, originals, moment));
        }
    }

    private static final Gen<Case> CASES = random -> {
        var sent = PodCreation.DEFAULT.decoded(PodGen.soundSpecs().from(random)).spec();
        var policy = Recommendations.policies().from(random);
        var ranges = Gen.chance(random, 70)
                ? List.<LimitRange>of()
                : LimitRanges.ofNamespace().from(random);
        return new Case(sent, policy, ranges, Recommendations.of(sent, policy).from(random));
    };

    private static PodSpec stored(PodSpec spec) {
        return PodCreation.DEFAULT.prepared(spec).spec();
    }

    private static boolean isPodLevel(Case sample) {
        return ManagedLevel.of(sample.sent(), sample.policy().podPolicies().mode())
                .isPodLevel();
    }

    private static void check(int count, Consumer<Case> property) {
        for (var batch = 0; batch < count; batch += BATCH) {
            Samples.of(Math.min(BATCH, count - batch)).withSeed(2837L + batch).check(CASES, property);
        }
    }

    @Test
    void aPodThatCouldBeMadeCanBeMadeWithARecommendation() {
        var managed = new int[1];
        check(COUNT, sample -> {
            if (!isPodLevel(sample)) return;
            if (!PodValidation.DEFAULT
                    .checkNew(Pod.of("web", stored(sample.sent())))
                    .isEmpty()) return;
            var outcome = sample.applied(sample.sent(), Originals.of(sample.sent()), Moment.ADMISSION);
            var made = stored(outcome.edits().applyTo(sample.sent()));
            assertThat(PodValidation.DEFAULT.checkNew(Pod.of("web", made))).isEmpty();
            if (LimitRanger.DEFAULT
                    .check(stored(sample.sent()), sample.ranges())
                    .isEmpty()) {
                assertThat(LimitRanger.DEFAULT.check(made, sample.ranges())).isEmpty();
            }
            managed[0] += outcome.plans().stream().anyMatch(ResourcePlan.Fitted.class::isInstance) ? 1 : 0;
        });
        assertThat(managed[0]).as("pods that were changed").isGreaterThan(COUNT / 4);
    }

    @Test
    void aRunningPodCanBeResizedWhereItsClassStays() {
        var resized = new int[1];
        check(COUNT / 2, sample -> {
            var before = Pod.of("web", stored(sample.sent()));
            if (!isPodLevel(sample) || !PodValidation.DEFAULT.checkNew(before).isEmpty()) return;
            var outcome = sample.applied(before.spec(), Originals.of(sample.sent()), Moment.IN_PLACE);
            var after = before.withSpec(outcome.edits().applyTo(before.spec()));
            assertThat(PodValidation.DEFAULT.checkNew(after)).isEmpty();
            if (PodQos.DEFAULT.of(before.spec()) != PodQos.DEFAULT.of(after.spec())) return;
            if (outcome.edits().removesAny()) return;
            resized[0]++;
            var errors = ResizeValidation.DEFAULT.check(new ResizeValidation.Change(before, after));
            assertThat(errors).isEmpty();
        });
        assertThat(resized[0]).isGreaterThan(COUNT / 20);
    }

    @Test
    void whatIsAppliedTwiceIsAppliedOnce() {
        check(COUNT / 2, sample -> {
            if (!isPodLevel(sample)) return;
            var originals = Originals.of(sample.sent());
            var once = sample.applied(sample.sent(), originals, Moment.ADMISSION)
                    .edits()
                    .applyTo(sample.sent());
            var twice =
                    sample.applied(once, originals, Moment.ADMISSION).edits().applyTo(once);
            assertThat(twice.resources()).isEqualTo(once.resources());
            assertThat(twice.containers()).isEqualTo(once.containers());
        });
    }

    @Test
    void itDoesNotMatterWhetherTheApiServerHasFilledInPodLevelRequests() {
        check(COUNT / 2, sample -> {
            var mode = sample.policy().podPolicies().mode();
            if (!ManagedLevel.setsPodLevel(sample.sent()) || mode == PodMode.OFF) return;
            var filled = stored(sample.sent());
            var requestsOnly = sample.sent()
                    .withResources(sample.sent()
                            .resources()
                            .withRequests(filled.resources().requests()));
            var early = sample.applied(requestsOnly, Originals.of(requestsOnly), Moment.ADMISSION);
            var late = sample.applied(sample.sent(), Originals.of(sample.sent()), Moment.ADMISSION);
            for (var compute : sample.policy().podPolicies().controlledResources()) {
                assertThat(podEdits(early, compute.resource().text()))
                        .isEqualTo(podEdits(late, compute.resource().text()));
            }
        });
    }

    private static List<String> podEdits(Outcome outcome, String resource) {
        return outcome.edits().edits().stream()
                .filter(edit -> edit.compute().resource().text().equals(resource))
                .map(Object::toString)
                .toList();
    }
}
