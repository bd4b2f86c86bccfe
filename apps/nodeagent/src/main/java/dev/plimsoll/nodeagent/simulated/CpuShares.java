package dev.plimsoll.nodeagent.simulated;

import java.util.ArrayList;
import java.util.List;

/** Divides the CPU that a pod may use among its containers, as the kernel does: by weight, and nobody gets more than it wants. */
final class CpuShares {
    private CpuShares() {}

    /**
     * One container.
     *
     * @param wanted what it would use by itself
     * @param weight how it counts beside the others
     */
    record Demand(double wanted, double weight) {}

    /**
     * What each gets. Goal: all of the total is used while somebody wants more. Step: everybody is offered a share by weight; who
     * wants no more than that is content, and what is left over is offered to the others.
     */
    static List<Double> divided(List<Demand> demands, double total) {
        var given = new ArrayList<Double>();
        for (var demand : demands) given.add(demand.wanted());
        if (given.stream().mapToDouble(Double::doubleValue).sum() <= total) return given;
        var left = total;
        var open = new ArrayList<Integer>();
        for (var i = 0; i < demands.size(); i++) open.add(i);
        while (!open.isEmpty()) {
            var weights =
                    open.stream().mapToDouble(i -> demands.get(i).weight()).sum();
            var perWeight = left / weights;
            var content = open.stream()
                    .filter(i -> demands.get(i).wanted()
                            <= perWeight * demands.get(i).weight())
                    .toList();
            if (content.isEmpty()) {
                for (var i : open) given.set(i, perWeight * demands.get(i).weight());
                return given;
            }
            for (var i : content) left -= demands.get(i).wanted();
            open.removeAll(content);
        }
        return given;
    }
}
