package dev.plimsoll.core.workloads.deployment;

import static dev.plimsoll.core.workloads.deployment.OwnedReplicaSet.sum;

import java.util.ArrayList;
import java.util.List;

/**
 * The steps of a rolling update. One step either scales the new set up or old sets down, and the next one waits for what the sets
 * report.
 *
 * <p>Goals: never more pods than {@link RollingBounds#most}, never fewer available than {@link RollingBounds#leastAvailable} as far
 * as that is in our hands. What a set reports may be older than its spec, so of a set that shrinks only as many pods count as
 * available as it will keep, and as many count as present as it still reports.
 */
final class RollingUpdate {
    private RollingUpdate() {}

    /** How many replicas the new set gets, now that the others have what they have. */
    static int newReplicas(RollingBounds bounds, int before, List<OwnedReplicaSet> all) {
        if (before >= bounds.replicas()) return bounds.replicas();
        var room = bounds.most() - sum(all, OwnedReplicaSet::held);
        return room <= 0 ? before : before + Math.min(room, bounds.replicas() - before);
    }

    /** Old sets with their new sizes; those that stay are left out. */
    static List<OwnedReplicaSet> shrunk(RollingBounds bounds, OwnedReplicaSet current, List<OwnedReplicaSet> old) {
        var oldest = old.stream().sorted(OwnedReplicaSet.OLDEST_FIRST).toList();
        var wanted = sum(old, OwnedReplicaSet::wanted);
        if (wanted == 0) return List.of();
        var coming = current.wanted() - current.lastingAvailable();
        var most = wanted + current.wanted() - bounds.leastAvailable() - coming;
        if (most <= 0) return List.of();
        var sizes = new ArrayList<OwnedReplicaSet>();
        // 1. Pods that are not available are no loss.
        for (var set : oldest) {
            var gone = Math.clamp(set.wanted() - set.lastingAvailable(), 0, most);
            sizes.add(set.scaledTo(set.wanted() - gone));
            most -= gone;
        }
        // 2. Available ones go as far as enough others are.
        var spare =
                sum(sizes, OwnedReplicaSet::lastingAvailable) + current.lastingAvailable() - bounds.leastAvailable();
        for (var i = 0; i < sizes.size() && spare > 0; i++) {
            var gone = Math.min(sizes.get(i).wanted(), spare);
            sizes.set(i, sizes.get(i).scaledTo(sizes.get(i).wanted() - gone));
            spare -= gone;
        }
        var changed = new ArrayList<OwnedReplicaSet>();
        for (var i = 0; i < sizes.size(); i++) {
            if (sizes.get(i).wanted() != oldest.get(i).wanted()) changed.add(sizes.get(i));
        }
        return changed;
    }
}
