package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.ResizePreparation;
import dev.plimsoll.core.admission.limitrange.ItemDefaults;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.application.PodEdits;
import dev.plimsoll.core.estimation.application.QuotaFit;
import dev.plimsoll.core.estimation.application.ResizeFit;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodLevelSupport;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.validation.PodValidation;
import dev.plimsoll.core.validation.ResizeValidation;
import dev.plimsoll.testkit.gen.Gen;
import dev.plimsoll.testkit.gen.LimitRanges;
import dev.plimsoll.testkit.gen.PodGen;
import dev.plimsoll.testkit.gen.Quotas;
import dev.plimsoll.testkit.gen.Recommendations;
import dev.plimsoll.testkit.gen.Samples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * No patch of the webhook, no eviction and no resize leads to a pod that the API server would refuse: over all modes, policies
 * (RequestsOnly too), gates of both sides, LimitRanges, quotas, classes, excluded containers, sidecars and init containers. What
 * the API server would say comes from its own admission and validation. {@code -Dplimsoll.applications=1000000} plays a million
 * pods.
 */
// Acceptance of the autoscaler: refused, class
class NoRefusedPodTest {
    private static final int COUNT = Integer.getInteger("plimsoll.applications", 20_000);
    private static final int BATCH = 10_000;
    private static final Instant NOW = Instant.parse("2026-01-10T10:00:00Z");

    /** An API server: what it makes of a pod, and every reason to refuse one. */
    static final class Server {
        private final PodCreation creation;
        private final PodValidation validation;
        private final ResizePreparation preparation;
        private final ResizeValidation resize;
        private final LimitRanger ranger;
        private final QuotaAdmission quota;
        private final PodQos qos;

        Server(FeatureGates gates) {
            this.creation = PodCreation.under(gates);
            this.validation = PodValidation.under(gates);
            this.preparation = ResizePreparation.under(gates);
            this.resize = ResizeValidation.under(gates);
            this.ranger = LimitRanger.under(gates);
            this.quota = QuotaAdmission.under(gates);
            this.qos = PodQos.under(gates);
        }

        /** As webhooks see it: with what is filled in at decoding and by LimitRanges. */
        Pod decoded(PodSpec spec, Namespace namespace) {
            var pod = Pod.of("web", creation.decoded(spec).spec());
            return filled(pod, namespace, LimitRanger.Operation.CREATE);
        }

        private Pod filled(Pod pod, Namespace namespace, LimitRanger.Operation operation) {
            return pod.withSpec(ranger.fill(pod, namespace.ranges(), operation).spec());
        }

        /** What becomes of a resize that is sent. */
        Pod resized(Pod running, PodSpec asked, Namespace namespace) {
            var sent = running.withSpec(creation.decoded(asked).spec());
            var filled = filled(sent, namespace, LimitRanger.Operation.RESIZE);
            return preparation.apply(new ResizePreparation.Stored(running), new ResizePreparation.Sent(filled));
        }

        Pod stored(PodSpec spec) {
            return Pod.of("web", creation.prepared(spec).spec());
        }

        private void checkObject(Pod pod, List<LimitRange> ranges, List<String> reasons) {
            validation.checkNew(pod).forEach(error -> reasons.add(error.toString()));
            ranger.check(pod.spec(), ranges).ifPresent(violation -> reasons.add(violation.text()));
        }

        List<String> refusesNew(Pod pod, Namespace namespace) {
            var reasons = new ArrayList<String>();
            checkObject(pod, namespace.ranges(), reasons);
            addRefusal(quota.create(pod, namespace.quotas(), NOW), reasons);
            return reasons;
        }

        /** Of a pod that takes the place of another one, which has left when it comes. */
        List<String> refusesInPlaceOf(Pod before, Pod after, Namespace namespace) {
            var reasons = new ArrayList<String>();
            checkObject(after, namespace.ranges(), reasons);
            addRefusal(quota.update(new QuotaAdmission.Update(before, after), namespace.quotas(), NOW), reasons);
            return reasons;
        }

        List<String> refusesResize(Pod before, Pod after, Namespace namespace) {
            var reasons = new ArrayList<>(refusesInPlaceOf(before, after, namespace));
            resize.check(new ResizeValidation.Change(before, after)).forEach(error -> reasons.add(error.toString()));
            return reasons;
        }

        private static void addRefusal(QuotaDecision decision, List<String> reasons) {
            if (decision instanceof QuotaDecision.Refused(var _, var message)) reasons.add(message);
        }
    }

    record Namespace(List<LimitRange> ranges, List<ResourceQuota> quotas) {}

    /**
     * One pod.
     *
     * @param support whether autoscaler and API server have their gates for the pod level
     * @param told whether the API server has said it to the autoscaler
     * @param madeBefore whether the pod that runs was made while the API server had its gate
     */
    record Case(
            PodSpec sent,
            ResourcePolicy policy,
            Namespace namespace,
            Recommendation recommendation,
            UpdateMode mode,
            PodLevelSupport support,
            boolean told,
            boolean madeBefore,
            boolean fillsInLast) {
        Server server() {
            return server(support.kept());
        }

        /** The one that made the pod that runs. */
        Server earlier() {
            return server(support.kept() || madeBefore);
        }

        private Server server(boolean keepsPodLevel) {
            return new Server(gates(keepsPodLevel, fillsInLast));
        }

        /** What the autoscaler knows. */
        PodLevelSupport known() {
            return told ? support : new PodLevelSupport(support.managed(), PodLevelSupport.Server.UNKNOWN);
        }

        PodApplication application() {
            return known().kept() ? PodApplication.DEFAULT : PodApplication.WITHOUT_POD_LEVEL;
        }

        QuotaFit quotaFit() {
            return QuotaFit.under(known().serverGates(), namespace.quotas(), NOW);
        }

        /** What a pod asked for, as far as the API server keeps it. */
        Originals originals(Pod sent) {
            return Originals.of(support.keptOf(sent.spec()));
        }

        boolean isLeftAlone(Pod running) {
            var inTemplate = !sent.resources().isEmpty();
            return known().leavesAlone(
                            running.spec(), inTemplate, policy.podPolicies().mode());
        }

        Request request(Pod pod, Originals originals, Moment moment) {
            var podMode = policy.podPolicies().mode();
            var level = known().level(originals.applyTo(pod.spec()), podMode);
            var stays = moment == Moment.IN_PLACE && mode == UpdateMode.IN_PLACE;
            if (stays && level == ManagedLevel.POD_ONLY) level = ManagedLevel.POD_AND_CONTAINERS;
            var ranges = NamespaceRanges.of(namespace.ranges());
            return new Request(pod, originals, recommendation, policy, ranges, level, moment);
        }
    }

    private static final Gen<Case> CASES = random -> {
        var sent = PodGen.soundSpecs().from(random);
        var policy = Recommendations.policies().from(random);
        var ranges = Gen.chance(random, 60)
                ? List.<LimitRange>of()
                : LimitRanges.ofNamespace().from(random).stream()
                        .map(ItemDefaults::apply) // as an API server keeps them
                        .toList();
        var fillsInLast = Gen.chance(random, 80);
        var support = new PodLevelSupport(Gen.chance(random, 80), Gen.chance(random, 75));
        var told = Gen.chance(random, 90);
        var madeBefore = Gen.chance(random, 30);
        var gates = gates(support.kept() || madeBefore, fillsInLast);
        var stored = Pod.of("web", PodCreation.under(gates).apply(sent).spec());
        var quotas = Gen.chance(random, 50)
                ? List.<ResourceQuota>of()
                : Quotas.counting(stored, NOW).from(random);
        var recommendation =
                Recommendations.of(sent, policy, NamespaceRanges.of(ranges)).from(random);
        var mode = Gen.oneOf(UpdateMode.values()).from(random);
        var namespace = new Namespace(ranges, quotas);
        return new Case(sent, policy, namespace, recommendation, mode, support, told, madeBefore, fillsInLast);
    };

    private static FeatureGates gates(boolean keepsPodLevel, boolean fillsInLast) {
        return FeatureGates.DEFAULT
                .with(Gate.POD_LEVEL_RESOURCES, keepsPodLevel)
                .with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, fillsInLast);
    }

    private int patched;
    private int evicted;
    private int resized;
    private int left;

    @Test
    @DisplayName("no patch, eviction or resize leads to a pod that the API server would refuse")
    void noneIsRefused() {
        for (var batch = 0; batch < COUNT; batch += BATCH) {
            Samples.of(Math.min(BATCH, COUNT - batch)).withSeed(7571L + batch).check(CASES, sample -> {
                var server = sample.server();
                var sent = server.decoded(sample.sent(), sample.namespace());
                var running = sample.earlier().stored(sent.spec());
                if (!server.refusesInPlaceOf(running, running, sample.namespace())
                        .isEmpty()) return;
                webhook(sample, server, sent);
                evict(sample, server, sent, running);
                resize(sample, server, sent, running);
            });
        }
        assertThat(List.of(patched, evicted, resized, left))
                .as("patched, evicted, resized, left alone, of " + COUNT)
                .allSatisfy(count -> assertThat(count).isGreaterThan(COUNT / 100));
    }

    /** A new pod that the API server takes as it is sent, it takes as it is patched. */
    private void webhook(Case sample, Server server, Pod sent) {
        var unpatched = server.stored(sent.spec());
        if (!server.refusesNew(unpatched, sample.namespace()).isEmpty()) return;
        var edits = sample.quotaFit().choose(sent, List.of(made(sample, sent)));
        var made = server.stored(edits.applyTo(sent.spec()));
        if (made.equals(unpatched)) left++;
        else patched++;
        assertThat(server.refusesNew(made, sample.namespace())).as("patched").isEmpty();
        keepsClass(sample, server, unpatched, made);
    }

    /** What the webhook does to a pod that is sent, before quotas are asked. */
    private static PodEdits made(Case sample, Pod sent) {
        var kept = sent.withSpec(sample.known().keptOf(sent.spec()));
        var request = sample.request(kept, Originals.of(kept.spec()), Moment.ADMISSION);
        return sample.application().apply(request).edits();
    }

    private static void keepsClass(Case sample, Server server, Pod before, Pod after) {
        var qosClass = server.qos.of(before.spec());
        if (qosClass == QosClass.BEST_EFFORT || !sample.fillsInLast()) return;
        assertThat(server.qos.of(after.spec())).as("class").isEqualTo(qosClass);
    }

    /** A pod that is evicted can come back. */
    private void evict(Case sample, Server server, Pod sent, Pod running) {
        if (sample.isLeftAlone(running)) return;
        var request = sample.request(running, sample.originals(sent), Moment.ADMISSION);
        var then = sample.application().recreated(request);
        if (then.equals(running.spec())) return;
        if (sample.quotaFit().refusal(running, then).isPresent()) return;
        evicted++;
        var made = server.stored(made(sample, sent).applyTo(sent.spec()));
        if (sample.fillsInLast()) {
            assertThat(made.spec()).as("what was foreseen").isEqualTo(then);
        }
        assertThat(server.refusesInPlaceOf(running, made, sample.namespace()))
                .as("recreated")
                .isEmpty();
    }

    /** A resize that is sent is done. */
    private void resize(Case sample, Server server, Pod sent, Pod running) {
        if (sample.isLeftAlone(running)) return;
        var request = sample.request(running, sample.originals(sent), Moment.IN_PLACE);
        var outcome = sample.application().apply(request);
        var after = running.withSpec(outcome.edits().applyTo(running.spec()));
        if (after.equals(running) || outcome.edits().removesAny()) return;
        if (sample.quotaFit().refusal(running, after.spec()).isPresent()) return;
        if (!ResizeFit.errors(running, after.spec()).isEmpty()) return;
        resized++;
        var done = server.resized(running, after.spec(), sample.namespace());
        assertThat(server.refusesResize(running, done, sample.namespace()))
                .as("resized")
                .isEmpty();
    }
}
