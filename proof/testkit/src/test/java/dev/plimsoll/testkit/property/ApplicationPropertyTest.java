package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.Edit;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Outcome;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.application.ResourcePlan;
import dev.plimsoll.core.estimation.application.ValueLocation;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.PodValidation;
import dev.plimsoll.core.validation.ResizeValidation;
import dev.plimsoll.testkit.gen.Gen;
import dev.plimsoll.testkit.gen.LimitRanges;
import dev.plimsoll.testkit.gen.PodGen;
import dev.plimsoll.testkit.gen.Recommendations;
import dev.plimsoll.testkit.gen.Samples;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Whatever is recommended, a valid pod stays a valid pod: vpa.md §6.5 and T2, T3 of §6.11. {@code -Dplimsoll.applications=1000000}
 * holds it against a million pods.
 */
// Acceptance of the autoscaler: T2, T3, bounds, class, refused
class ApplicationPropertyTest {
    private static final int COUNT = Integer.getInteger("plimsoll.applications", 20_000);
    private static final int BATCH = 10_000;

    /** @param hasGate whether the autoscaler knows of the pod level */
    record Case(
            PodSpec sent,
            ResourcePolicy policy,
            List<LimitRange> ranges,
            Recommendation recommendation,
            boolean hasGate) {
        ManagedLevel level() {
            return hasGate ? ManagedLevel.of(sent, policy.podPolicies().mode()) : ManagedLevel.CONTAINERS;
        }

        Request request(PodSpec spec, Originals originals, Moment moment) {
            var level = level();
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
        var recommendation =
                Recommendations.of(sent, policy, NamespaceRanges.of(ranges)).from(random);
        return new Case(sent, policy, ranges, recommendation, Gen.chance(random, 80));
    };

    private static PodSpec stored(PodSpec spec) {
        return PodCreation.DEFAULT.prepared(spec).spec();
    }

    private static boolean isPodLevel(Case sample) {
        return sample.level().isPodLevel();
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
            var before = PodQos.DEFAULT.of(stored(sample.sent()));
            if (before != QosClass.BEST_EFFORT)
                assertThat(PodQos.DEFAULT.of(made)).isEqualTo(before);
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
    void recommenderUpdaterAndWebhookSayTheSame() {
        var same = new int[1];
        check(COUNT, sample -> {
            var level = sample.level();
            if (level != ManagedLevel.POD_AND_CONTAINERS && level != ManagedLevel.POD_ONLY) return;
            var originals = Originals.of(sample.sent());
            var webhook = sample.applied(sample.sent(), originals, Moment.ADMISSION);
            var running = stored(sample.sent());
            var evicting = PodApplication.DEFAULT.apply(
                    sample.request(running, originals, Moment.ADMISSION).recreated());
            var resizing = sample.applied(running, originals, Moment.IN_PLACE);
            for (var compute : Compute.ALL) {
                var made = podRequest(webhook, compute);
                if (made.isEmpty()) continue;
                var predicted = podRequest(evicting, compute);
                if (predicted.isPresent())
                    assertThat(predicted).as("webhook and eviction").isEqualTo(made);
                var resized = podRequest(resizing, compute);
                if (resized.isPresent() && level == ManagedLevel.POD_AND_CONTAINERS) {
                    assertThat(resized).as("webhook and resize").isEqualTo(made);
                }
                var status =
                        sample.recommendation().pod().orElseThrow().target().amount(compute.resource());
                assertThat(made.get()).as("status and webhook").isEqualByComparingTo(status);
                same[0]++;
            }
        });
        assertThat(same[0]).as("values that were compared").isGreaterThan(COUNT / 5);
    }

    private static Optional<Quantity> podRequest(Outcome outcome, Compute compute) {
        return outcome.edits().written(ValueLocation.POD, Edit.Side.REQUEST, compute.resource());
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
            if (!sample.hasGate() || !ManagedLevel.setsPodLevel(sample.sent()) || mode == PodMode.OFF) return;
            var filled = stored(sample.sent());
            // What a server fills in beforehand looks as if somebody had asked for it: where it is not controlled, it
            // stays.
            if (!Compute.ALL.stream().allMatch(sample.policy().podPolicies()::controls)) return;
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
