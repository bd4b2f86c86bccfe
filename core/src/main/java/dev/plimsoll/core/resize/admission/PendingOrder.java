package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which waiting resizes are tried: those that ask for no more first, then by priority, Guaranteed pods first, those
 * that have waited longest, and last by uid, so that no two are equal.
 */
public final class PendingOrder {
    private final PodDemand demand;
    private final PodQos qos;

    private PendingOrder(PodDemand demand, PodQos qos) {
        this.demand = demand;
        this.qos = qos;
    }

    public static PendingOrder under(FeatureGates gates) {
        return new PendingOrder(PodDemand.under(gates), PodQos.under(gates));
    }

    /** What one pod is ordered by. */
    public record Rank(boolean increases, long priority, boolean isGuaranteed, Instant since, String uid)
            implements Comparable<Rank> {
        private static final Comparator<Rank> ORDER = Comparator.comparing(Rank::increases)
                .thenComparing(Comparator.comparingLong(Rank::priority).reversed())
                .thenComparing(Comparator.comparing(Rank::isGuaranteed).reversed())
                .thenComparing(Rank::since)
                .thenComparing(Rank::uid);

        @Override
        public int compareTo(Rank other) {
            return ORDER.compare(this, other);
        }
    }

    public Rank rank(PodRecord record) {
        var since = record.conditions()
                .pending()
                .map(condition -> condition.lastTransitionTime())
                .orElse(Instant.MAX);
        var isGuaranteed = qos.of(record.allocatedSpec()) == QosClass.GUARANTEED;
        return new Rank(increases(record), record.priority(), isGuaranteed, since, record.uid());
    }

    private boolean increases(PodRecord record) {
        var desired = demand.requests(record.pod().spec());
        var allocated = demand.requests(record.allocatedSpec());
        return desired.amount(ResourceName.CPU).isGreaterThan(allocated.amount(ResourceName.CPU))
                || desired.amount(ResourceName.MEMORY).isGreaterThan(allocated.amount(ResourceName.MEMORY));
    }

    /** All that wait, first to be tried first. */
    public List<String> order(NodeState state) {
        var ranks = new ArrayList<Rank>();
        for (var uid : state.pending().uids()) {
            var record = state.pod(uid);
            if (record != null) ranks.add(rank(record));
        }
        ranks.sort(Comparator.naturalOrder());
        return ranks.stream().map(Rank::uid).toList();
    }
}
