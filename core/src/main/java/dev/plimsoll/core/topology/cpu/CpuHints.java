package dev.plimsoll.core.topology.cpu;

import dev.plimsoll.core.topology.hints.Enough;
import dev.plimsoll.core.topology.hints.HintList;
import dev.plimsoll.core.topology.hints.Preference;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** From which sets of nodes a number of CPUs could be taken. */
public record CpuHints(CpuPicker picker) {
    /**
     * All sets that have enough free CPUs and on which every reusable one lies. The preferred size is the smallest that could
     * hold the number if all CPUs were free.
     */
    public HintList of(CpuSet available, CpuSet reusable, int wanted) {
        var machine = picker.machine();
        var amounts = new long[NodeMask.MOST_NODES];
        machine.cpusByNode().forEach((node, cpus) -> amounts[node] = cpus.countIn(available));
        var enough = new Enough(
                machine.nodesOf(machine.cpus()),
                machine.nodesOf(reusable),
                List.of(new Enough.Dimension(amounts, wanted - reusable.size())));
        if (!enough.isPossible()) return HintList.UNSATISFIABLE;
        return new HintList.Family(List.of(), enough, preference(wanted), 1);
    }

    /** How many nodes would hold the number if all CPUs were free; all of them where that is too few. */
    public int preferredSize(int wanted) {
        var machine = picker.machine();
        var sizes = machine.cpusByNode().values().stream()
                .map(CpuSet::size)
                .sorted(Comparator.reverseOrder())
                .toList();
        var size = 0;
        var held = 0;
        while (held < wanted && size < sizes.size()) held += sizes.get(size++);
        return size;
    }

    private Preference preference(int wanted) {
        var machine = picker.machine();
        var size = preferredSize(wanted);
        var nodesPerSocket = machine.nodesWithCpus() / machine.sockets();
        if (!picker.has(CpuOption.ALIGN_BY_SOCKET) || nodesPerSocket == 0) return Preference.ofSize(size);
        var sockets = new ArrayList<Long>();
        for (var cpus : machine.cpusBySocket().values())
            sockets.add(machine.nodesOf(cpus).bits());
        return new Preference(size, (size + nodesPerSocket - 1) / nodesPerSocket, sockets);
    }
}
