package dev.plimsoll.core.topology.cpu;

import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import java.util.List;
import java.util.Optional;

/**
 * Takes CPUs from as few NUMA nodes as can hold them, evenly: an equal share from each, the rest in groups going round.
 *
 * <p>Steps: for each number of nodes, from the smallest that could do, the nodes with the best balance are chosen
 * ({@link NodeChoice}) and give packed CPUs; where no number of nodes will do, all CPUs are taken packed.
 */
final class DistributedCpus {
    private final Machine machine;
    private final int count;
    private final int group;
    private final boolean spread;
    private CpuSet free;
    private CpuSet taken = CpuSet.EMPTY;

    private DistributedCpus(Machine machine, CpuSet free, int count, int group, boolean spread) {
        this.machine = machine;
        this.free = free;
        this.count = count;
        this.group = group;
        this.spread = spread;
    }

    /** @param group how many CPUs are handed out together; 1, or a core's threads */
    static Taken take(Machine machine, CpuSet from, int count, int group, boolean spread, boolean bySocket) {
        if (count % group != 0) return PackedCpus.take(machine, from, count, spread, false);
        if (count < 1) return new Taken.Cpus(CpuSet.EMPTY);
        var free = from.intersection(machine.cpus());
        if (count > free.size()) return PackedCpus.tooFew(count, from);
        var attempt = new DistributedCpus(machine, free, count, group, spread);
        return attempt.run(bySocket).orElseGet(() -> PackedCpus.take(machine, from, count, spread, false));
    }

    private Optional<Taken> run(boolean bySocket) {
        var nodes = new FreeCpus(machine, free).nodes();
        var freePerNode = nodes.stream().mapToInt(free::countIn).toArray();
        var socket =
                NodeChoice.socketsOf(nodes, List.copyOf(machine.cpusBySocket().values()));
        var groups = (machine.cpus().size() - 1) / group + 1;
        var groupsPerNode = (groups - 1) / machine.nodesWithCpus() + 1;
        var wantedGroups = (count - 1) / group + 1;
        var fewest = (wantedGroups - 1) / groupsPerNode + 1;
        for (var size = fewest; size <= Math.min(wantedGroups, nodes.size()); size++) {
            var chosen = new NodeChoice(freePerNode, socket, count, group, bySocket).choose(size);
            if (chosen.isPresent()) return Optional.of(takeFrom(nodes, chosen.get(), freePerNode));
        }
        return Optional.empty();
    }

    private Taken takeFrom(List<CpuSet> nodes, NodeChoice.Chosen chosen, int[] freePerNode) {
        var share = chosen.shareOf(count, group, freePerNode);
        for (var node : chosen.nodes()) takePacked(nodes.get(node), share);
        while (taken.size() < count) {
            var before = taken.size();
            for (var node : chosen.takers()) {
                if (taken.size() >= count) break;
                if (free.countIn(nodes.get(node)) >= group) takePacked(nodes.get(node), group);
            }
            // Upstream goes round for ever here.
            if (taken.size() == before) {
                return new Taken.Failed(
                        "accounting error, not enough CPUs allocated, remaining: " + (count - taken.size()));
            }
        }
        return new Taken.Cpus(taken);
    }

    private void takePacked(CpuSet node, int wanted) {
        switch (PackedCpus.take(machine, free.intersection(node), wanted, spread, false)) {
            case Taken.Cpus(var cpus) -> {
                taken = taken.union(cpus);
                free = free.minus(cpus);
            }
            case Taken.Failed(var reason) ->
                throw new IllegalStateException("a node that has " + wanted + " free CPUs: " + reason);
        }
    }
}
