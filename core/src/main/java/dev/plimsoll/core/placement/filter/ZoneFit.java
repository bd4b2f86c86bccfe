package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.topology.claims.PinnedNeed;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;

/**
 * A judgement by sums, for nodes that publish only what each NUMA node has free.
 *
 * <p>It refuses what cannot fit whatever the node's gates and options are, and nothing else: (1) more CPUs than all NUMA nodes have
 * free together; (2) where everything must come from one NUMA node, more than any one has free. Memory that no set of nodes has is no
 * reason to refuse before it is asked for, so it is not counted.
 */
final class ZoneFit {
    private ZoneFit() {}

    static String reasonAgainst(NumaZones node, Pod pod) {
        if (!node.pinsCpus()) return "";
        var need = PinnedNeed.of(pod);
        var free = node.zones().stream().mapToLong(ZoneFit::wholeCpus).sum();
        if (need.pod() > free) return Reasons.NUMA; // 1
        if (node.alignment() != TopologyManagerPolicy.SINGLE_NUMA_NODE) return "";
        var most = node.zones().stream().mapToLong(ZoneFit::wholeCpus).max().orElse(0);
        return need.largestPiece(node.scope()) > most ? Reasons.NUMA : ""; // 2
    }

    private static long wholeCpus(Amounts zone) {
        return zone.milliCpu() / 1000;
    }
}
