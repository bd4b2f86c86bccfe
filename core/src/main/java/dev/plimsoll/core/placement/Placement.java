package dev.plimsoll.core.placement;

import dev.plimsoll.core.placement.filter.FilterResults;
import dev.plimsoll.core.placement.filter.Filters;
import dev.plimsoll.core.placement.filter.PlacementContext;
import dev.plimsoll.core.placement.filter.Trial;
import dev.plimsoll.core.placement.profile.SearchWidth;
import dev.plimsoll.core.placement.score.Scores;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides on which node a pod runs.
 *
 * <ol>
 *   <li>The node for which it is nominated is tried alone.
 *   <li>Nodes are filtered in turn, from where the search before ended, until enough would do.
 *   <li>Of those the one with most points is taken; of several, the first.
 * </ol>
 *
 * <p>Nothing but the arrays that are filled anew for each decision belongs to it: one thread at a time.
 */
public final class Placement {
    private final PlacementContext around;
    private final ScoreCache memory = new ScoreCache();
    private int[] rows = new int[0];
    private long[] totals = new long[0];

    public Placement(PlacementContext around) {
        this.around = around;
    }

    public PlacementContext around() {
        return around;
    }

    /** Where the pod goes, with the labels that namespaces have now. */
    public Placement withNamespaces(Map<String, Map<String, String>> namespaces) {
        return new Placement(
                new PlacementContext(around.profile(), namespaces, around.alignsNuma(), around.volumesOrNull()));
    }

    /**
     * Decides.
     *
     * @param start where the search begins: the {@code next} of the decision before
     */
    public Decision decide(PlacementPod pod, NodeTable table, int start) {
        var order = table.order();
        var filters = Filters.of(pod, table, around);
        var findings = new FilterResults(table.capacity());
        if (order.length == 0 || filters.contradicts() != null) {
            return new Decision.Refused(order.length, filters, new FilterResults(0), start);
        }
        var nominated = tryNominated(pod, table, filters, start);
        if (nominated != null) return nominated;
        if (filters.only() != null) return decideAmong(pod, table, filters, start);
        var wanted = SearchWidth.of(order.length, around.profile().percentageOfNodesToScore());
        if (filters.areRowByRow() && table.nominations().isEmpty()) {
            var scores = Scores.of(pod, table, around.profile(), around.namespaces());
            if (scores.areRowByRow(table)) {
                var remembered = decideByMemory(pod, table, filters, scores, start % order.length, wanted);
                if (remembered != null) return remembered;
            }
        }
        if (rows.length < wanted) {
            rows = new int[wanted];
            totals = new long[wanted];
        }
        var feasible = 0;
        var looked = 0;
        var at = start % order.length;
        while (looked < order.length && feasible < wanted) {
            var row = order[at];
            if (admits(pod, table, row, filters, findings)) rows[feasible++] = row;
            looked++;
            if (++at == order.length) at = 0;
        }
        if (feasible == 0) return new Decision.Refused(order.length, filters, findings, at);
        return best(pod, table, feasible, looked, at);
    }

    /** The same decision by what is remembered of pods of this kind; null if no node will do, and then it must be said why. */
    private @Nullable Decision decideByMemory(
            PlacementPod pod, NodeTable table, Filters filters, Scores scores, int start, int wanted) {
        var points = memory.of(pod, table);
        var order = table.order();
        var best = -1;
        var bestPoints = Long.MIN_VALUE;
        var tied = 0;
        var feasible = 0;
        var looked = 0;
        var at = start;
        while (looked < order.length && feasible < wanted) {
            var row = order[at];
            var found = points.known(table, row) ? points.at(row) : points.find(table, row, filters, scores);
            if (found != ScoreCache.REFUSED) {
                feasible++;
                if (found == bestPoints) tied++;
                if (found > bestPoints) {
                    best = row;
                    bestPoints = found;
                    tied = 1;
                }
            }
            looked++;
            if (++at == order.length) at = 0;
        }
        if (feasible == 0) return null;
        return new Decision.Placed(table.node(best).name(), feasible == 1 ? 0 : bestPoints, feasible, tied, looked, at);
    }

    private Decision best(PlacementPod pod, NodeTable table, int feasible, int looked, int next) {
        if (feasible == 1) return new Decision.Placed(table.node(rows[0]).name(), 0, 1, 1, looked, next);
        Scores.of(pod, table, around.profile(), around.namespaces()).total(table, rows, feasible, totals);
        var best = 0;
        for (var i = 1; i < feasible; i++) if (totals[i] > totals[best]) best = i;
        var tied = 0;
        for (var i = 0; i < feasible; i++) if (totals[i] == totals[best]) tied++;
        return new Decision.Placed(table.node(rows[best]).name(), totals[best], feasible, tied, looked, next);
    }

    private static boolean admits(PlacementPod pod, NodeTable table, int row, Filters filters, FilterResults findings) {
        var nominated = Trial.nominated(table, row, pod);
        if (nominated.isEmpty()) return filters.admit(table, row, findings);
        var trial = new Trial(table, row, filters, pod);
        var against = trial.reasonsAgainst();
        if (against.isRefused(0)) findings.copy(row, against, 0);
        return !against.isRefused(0);
    }

    private static @Nullable Decision tryNominated(PlacementPod pod, NodeTable table, Filters filters, int start) {
        var name = table.nominations().nodeOf(pod.key().uid());
        if (name.isEmpty()) name = pod.schedulingStatus().nominatedNode();
        if (name.isEmpty()) return null;
        var row = table.row(name);
        if (row < 0 || !table.isNode(row)) return null;
        var findings = new FilterResults(table.capacity());
        if (!admits(pod, table, row, filters, findings)) return null;
        return new Decision.Placed(name, 0, 1, 1, 1, start);
    }

    /** The few nodes that the pod names are looked up instead of searched for. */
    private Decision decideAmong(PlacementPod pod, NodeTable table, Filters filters, int start) {
        var findings = new FilterResults(table.capacity());
        var only = filters.only();
        if (only == null) throw new IllegalStateException("all nodes come into question");
        if (rows.length < only.size()) {
            rows = new int[only.size()];
            totals = new long[only.size()];
        }
        var feasible = 0;
        for (var name : only.stream().sorted().toList()) {
            var row = table.row(name);
            if (row < 0 || !table.isNode(row)) continue;
            if (admits(pod, table, row, filters, findings)) rows[feasible++] = row;
        }
        if (feasible > 0) return best(pod, table, feasible, only.size(), start);
        filters.refuseOthers(table, findings);
        return new Decision.Refused(table.nodeCount(), filters, findings, start);
    }
}
