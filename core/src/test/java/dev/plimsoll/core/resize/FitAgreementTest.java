package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.fit.NodeCapacity;
import dev.plimsoll.core.fit.NodeFit;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.placement.Given;
import dev.plimsoll.core.placement.filter.FilterResults;
import dev.plimsoll.core.placement.filter.ResourceFit;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.resize.admission.CriticalPodPreemption;
import dev.plimsoll.core.resize.admission.NodeAdmissionRules;
import dev.plimsoll.core.resize.admission.PodAdmission;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.PodSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scheduler, binding guard and node are asked about the same pods on the same nodes. */
class FitAgreementTest {
    private static final int ROUNDS = 3_000;
    private static final List<String> OTHERS =
            List.of("ephemeral-storage", "hugepages-2Mi", "example.com/gpu", "example.com/fpga");

    private final PodDemand demand = PodDemand.under(FeatureGates.DEFAULT);
    private final PodAdmission admission = new PodAdmission(
            NodeAdmissionRules.under(FeatureGates.DEFAULT), CriticalPodPreemption.under(FeatureGates.DEFAULT), null);

    private record Question(String allocatable, List<PodSpec> residents, PodSpec asks) {}

    private static Question question(SplittableRandom random) {
        var allocatable = new StringBuilder("cpu=" + (2 + random.nextInt(14)) + ",memory=" + random.nextInt(16) + "Gi");
        for (var name : OTHERS)
            if (random.nextBoolean())
                allocatable.append(',').append(name).append('=').append(amount(random, name, 16));
        allocatable.append(",pods=").append(2 + random.nextInt(4));
        var residents = new ArrayList<PodSpec>();
        for (var count = random.nextInt(4); count > 0; count--) residents.add(spec(random));
        return new Question(allocatable.toString(), residents, spec(random));
    }

    private static String amount(SplittableRandom random, String name, int most) {
        var number = random.nextInt(most + 1);
        return name.contains("/") ? String.valueOf(number) : number + "Gi";
    }

    /** Fractions that are rounded, sums that just fit, and requests of nothing. */
    private static PodSpec spec(SplittableRandom random) {
        var builder = PodSpec.builder();
        for (var i = 0; i <= random.nextInt(2); i++) {
            var requests = new ArrayList<String>();
            if (random.nextInt(4) > 0) requests.add("cpu=" + random.nextInt(4_000) + "500u");
            if (random.nextInt(4) > 0) requests.add("memory=" + random.nextInt(3_000) + "Mi");
            for (var name : OTHERS) if (random.nextInt(3) == 0) requests.add(name + "=" + amount(random, name, 4));
            builder.container("c" + i, String.join(",", requests), "");
        }
        return builder.build();
    }

    private List<InsufficientResource> guard(Question question) {
        var used = new HashMap<ResourceName, Long>();
        for (var spec : question.residents()) {
            var requests = demand.requests(spec);
            for (var name : requests.names()) used.merge(name, Amounts.units(requests, name), Long::sum);
            used.merge(ResourceName.PODS, 1L, Long::sum);
        }
        var allocatable = ResourceAmounts.parse(question.allocatable());
        return NodeFit.insufficient(
                demand.requests(question.asks()), NodeCapacity.of(allocatable, name -> used.getOrDefault(name, 0L)));
    }

    private List<InsufficientResource> node(Question question) {
        var facts = NodeFacts.of("node", ResourceAmounts.parse(question.allocatable()));
        var residents = new ArrayList<PodRecord>();
        for (var spec : question.residents()) residents.add(Records.running("r" + residents.size(), spec));
        var meta = ObjectMeta.named("new").withUid("uid-new").withGeneration(1);
        var asks = PodRecordDraft.heardOf(new Pod(meta, question.asks(), PodStatus.NONE), PodSource.API, Records.NOW);
        var state = Records.node(facts, residents.toArray(PodRecord[]::new)).with(asks);
        return switch (admission.admit(state, asks, false).answer()) {
            case PodAdmission.Answer.Refused(var refusal) -> refusal.shortages();
            case PodAdmission.Answer.Admitted _, PodAdmission.Answer.AfterVictims _ -> List.of();
        };
    }

    private List<String> scheduler(Question question) {
        var table = Given.table(Given.node("node", question.allocatable()).build());
        var row = table.row("node");
        var names = 0;
        for (var spec : question.residents()) {
            table.add(Given.pod("r" + names++, demand.requests(spec).toString())
                    .on("node")
                    .build());
        }
        var fit = ResourceFit.of(Amounts.of(demand.requests(question.asks())), Profile.DEFAULT);
        var results = new FilterResults(table.capacity());
        assertThat(fit.admits(table, row, results)).isEqualTo(fit.fits(table, row));
        return results.reasons(row);
    }

    @Test
    @DisplayName("what is short is short for all three, and each names the same resources in the same order")
    void agree() {
        var refused = 0;
        for (var seed = 0; seed < ROUNDS; seed++) {
            var question = question(new SplittableRandom(seed));
            var allocatable = ResourceAmounts.parse(question.allocatable());
            var guard = guard(question);
            assertThat(node(question)).as("seed %d, %s", seed, question).isEqualTo(guard);
            // What the node does not know of a vendor is the scheduler's business alone.
            var scheduler = new ArrayList<>(scheduler(question));
            for (var name : OTHERS) {
                var resource = ResourceName.of(name);
                var isUnknown = resource.isExtended() && !allocatable.contains(resource);
                if (isUnknown) scheduler.remove(InsufficientResource.schedulerReason(resource));
            }
            assertThat(scheduler)
                    .as("seed %d, %s", seed, question)
                    .isEqualTo(guard.stream()
                            .map(InsufficientResource::schedulerReason)
                            .toList());
            if (!guard.isEmpty()) refused++;
        }
        assertThat(refused).isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    }
}
