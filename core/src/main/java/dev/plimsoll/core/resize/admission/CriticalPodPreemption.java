package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which pods go so that a critical one fits: as few as possible of the better classes. Guaranteed pods only for what all others
 * together cannot free, then Burstable ones for what BestEffort ones cannot, then those.
 */
public final class CriticalPodPreemption {
    private final PodDemand demand;
    private final PodQos qos;

    private CriticalPodPreemption(PodDemand demand, PodQos qos) {
        this.demand = demand;
        this.qos = qos;
    }

    public static CriticalPodPreemption under(FeatureGates gates) {
        return new CriticalPodPreemption(PodDemand.under(gates), PodQos.under(gates));
    }

    /** Who has to go. */
    public sealed interface Choice {
        /** In the order in which they are stopped. */
        record Victims(List<String> uids) implements Choice {
            public Victims {
                uids = List.copyOf(uids);
            }
        }

        /**
         * Not even all of them together would do.
         *
         * @param missing what could not be found, as text
         */
        record NotEnough(String missing) implements Choice {}
    }

    public Choice victims(NodeState state, PodRecord preemptor, List<InsufficientResource> shortages) {
        var bestEffort = new ArrayList<PodRecord>();
        var burstable = new ArrayList<PodRecord>();
        var guaranteed = new ArrayList<PodRecord>();
        var needed = shortages.stream()
                .map(shortage -> new Need(shortage.resource(), shortage.missing()))
                .toList();
        for (var pod : state.holders()) {
            // What is on its way out already will be free without anybody else going.
            if (pod.stage() == Stage.TERMINATING) {
                needed = without(needed, List.of(pod));
                continue;
            }
            if (pod.uid().equals(preemptor.uid()) || !mayPreempt(preemptor, pod)) continue;
            switch (qos.of(pod.allocatedSpec())) {
                case BEST_EFFORT -> bestEffort.add(pod);
                case BURSTABLE -> burstable.add(pod);
                case GUARANTEED -> guaranteed.add(pod);
            }
        }
        var all = new ArrayList<>(bestEffort);
        all.addAll(burstable);
        all.addAll(guaranteed);
        var left = without(needed, all);
        if (!left.isEmpty()) return new Choice.NotEnough(text(left));
        var fromGuaranteed = pick(guaranteed, without(without(needed, bestEffort), burstable));
        var fromBurstable = pick(burstable, without(without(needed, bestEffort), fromGuaranteed));
        var fromBestEffort = pick(bestEffort, without(without(needed, fromBurstable), fromGuaranteed));
        var victims = new ArrayList<>(fromBestEffort);
        victims.addAll(fromBurstable);
        victims.addAll(fromGuaranteed);
        return new Choice.Victims(victims.stream().map(PodRecord::uid).toList());
    }

    private static boolean mayPreempt(PodRecord preemptor, PodRecord victim) {
        return (preemptor.isCritical() && !victim.isCritical()) || preemptor.priority() > victim.priority();
    }

    private record Need(ResourceName resource, long amount) {}

    private List<PodRecord> pick(List<PodRecord> from, List<Need> needed) {
        var picked = new ArrayList<PodRecord>();
        var candidates = new ArrayList<>(from);
        var left = needed;
        while (!left.isEmpty() && !candidates.isEmpty()) {
            var now = left;
            var best = candidates.stream()
                    .min(Comparator.<PodRecord>comparingDouble(pod -> distance(pod, now))
                            .thenComparingLong(pod -> freed(pod, ResourceName.MEMORY))
                            .thenComparingLong(pod -> freed(pod, ResourceName.CPU))
                            .thenComparing(PodRecord::uid))
                    .orElseThrow();
            candidates.remove(best);
            picked.add(best);
            left = without(left, List.of(best));
        }
        return picked;
    }

    /** How far from what is needed the node stays without this pod: nearest first. */
    private double distance(PodRecord pod, List<Need> needed) {
        var sum = 0.0;
        for (var need : needed) {
            var remaining = need.amount - freed(pod, need.resource);
            if (remaining > 0) sum += Math.pow((double) remaining / need.amount, 2);
        }
        return sum;
    }

    private List<Need> without(List<Need> needed, List<PodRecord> gone) {
        var left = new ArrayList<Need>();
        for (var need : needed) {
            var amount = need.amount;
            for (var pod : gone) amount -= freed(pod, need.resource);
            if (amount > 0) left.add(new Need(need.resource, amount));
        }
        return left;
    }

    private long freed(PodRecord pod, ResourceName resource) {
        if (resource.equals(ResourceName.PODS)) return 1;
        return Amounts.units(demand.requests(pod.allocatedSpec()), resource);
    }

    private static String text(List<Need> needs) {
        return needs.stream()
                .map(need -> "(res: " + need.resource + ", q: " + need.amount + "), ")
                .collect(Collectors.joining("", "[", "]"));
    }

    /** The class by which a pod is counted here. */
    QosClass classOf(PodRecord pod) {
        return qos.of(pod.allocatedSpec());
    }
}
