package dev.plimsoll.core.placement.table;

import dev.plimsoll.core.placement.terms.PodAffinity;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.Map;

/**
 * Pods that look the same to every selector and term, and the rows that they are in. A question about neighbours is asked of each
 * group once instead of each pod.
 */
public final class PodGroup {
    /** What pods of a group have in common. */
    record Key(String namespace, Map<String, String> labels, PodAffinity affinity, boolean isDeleting) {
        static Key of(PlacementPod pod) {
            return new Key(
                    pod.key().namespace(),
                    pod.labels(),
                    pod.terms().podAffinity(),
                    pod.schedulingStatus().isDeleting());
        }
    }

    private final Key key;
    final RowCounts counts = new RowCounts();

    PodGroup(Key key) {
        this.key = key;
    }

    public String namespace() {
        return key.namespace();
    }

    public Map<String, String> labels() {
        return key.labels();
    }

    public PodAffinity affinity() {
        return key.affinity();
    }

    public boolean isDeleting() {
        return key.isDeleting();
    }

    /** Tells each row that has pods of this group, and how many. */
    public void forEachRow(Visitor visitor) {
        counts.forEach(visitor::visit);
    }

    /** Is told the rows of a group. */
    @FunctionalInterface
    public interface Visitor {
        void visit(int row, int pods);
    }
}
