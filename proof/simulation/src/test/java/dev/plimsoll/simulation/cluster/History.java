package dev.plimsoll.simulation.cluster;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** A cluster and what happens to it, all of it drawn from one seed. */
public record History(long seed, List<NodePlan> nodes, List<Step> steps) {
    private static final List<String> MACHINES = List.of(
            "1s1n4c1t,memory=4Gi",
            "1s1n8c1t,memory=8Gi,hugepages-2Mi=256Mi",
            "1s2n4c1t,memory=4Gi",
            "2s2n4c2t,memory=6Gi,hugepages-2Mi=128Mi",
            "2s4n2c2t,memory=3Gi");
    private static final List<String> ALIGNMENTS = List.of("none", "best-effort", "restricted", "single-numa-node");

    public History {
        nodes = List.copyOf(nodes);
        steps = List.copyOf(steps);
    }

    /** Only these of its steps. */
    History with(List<Step> kept) {
        return new History(seed, nodes, kept);
    }

    static History of(long seed, Set<Area> areas) {
        var random = new SplittableRandom(seed);
        var nodes = new ArrayList<NodePlan>();
        for (var i = random.nextInt(4); i >= 0; i--) nodes.add(node(nodes.size(), random, areas));
        var steps = new ArrayList<Step>();
        // Most mistakes show within a few steps, so most histories are short, and there are more of them.
        var count = random.nextInt(8) == 0 ? 18 + random.nextInt(28) : 6 + random.nextInt(8);
        // Little can go wrong in a cluster without pods.
        for (var i = 1 + random.nextInt(3); i >= 0; i--) steps.add(create(random));
        if (random.nextInt(16) > 0) steps.add(new Step.Settle(random.nextLong()));
        while (steps.size() < count) steps.add(step(random, nodes.size(), areas));
        return new History(seed, nodes, steps);
    }

    /** One node and few kinds of steps: those in which a mistake shows soon. */
    static History aimedAt(Mutation mutation, long seed) {
        var random = new SplittableRandom(seed);
        var steps = new ArrayList<Step>();
        while (steps.size() < 30) {
            var what = random.nextInt(100);
            if (what < 30) steps.add(create(random));
            else if (what < 45) steps.add(resize(random));
            else if (what < 48) steps.add(new Step.Delete(random.nextInt(12)));
            else if (what < 75) steps.add(new Step.Settle(random.nextLong()));
            else if (mutation == Mutation.GUARD_SAYS_YES) {
                // A binding is on its way while another pod grows.
                steps.add(create(random));
                steps.add(new Step.Act(0, 1 + random.nextInt(6), random.nextLong()));
                steps.add(resize(random));
            } else {
                steps.add(new Step.Kill(2, -1));
                steps.add(new Step.Start(2));
            }
        }
        return new History(seed, List.of(aimedAt(mutation, random)), steps);
    }

    private static Step create(SplittableRandom random) {
        return new Step.CreatePod(random.nextInt(12), random.nextLong());
    }

    private static Step resize(SplittableRandom random) {
        return new Step.Resize(random.nextInt(12), random.nextLong());
    }

    private static NodePlan aimedAt(Mutation mutation, SplittableRandom random) {
        var pins = mutation == Mutation.NODE_FORGETS_CPUS || mutation == Mutation.SCHEDULER_IGNORES_PINNING;
        return pins
                ? alignedNode(0, random)
                : new NodePlan(0, MACHINES.get(1), 110, "", scope(random), false, FeatureGates.DEFAULT);
    }

    /** A machine of several NUMA nodes that turns away what it cannot align. */
    public static NodePlan alignedNode(int index, SplittableRandom random) {
        var machine = MACHINES.get(2 + random.nextInt(3));
        var alignment = ALIGNMENTS.get(2 + random.nextInt(2));
        return new NodePlan(index, machine, 110, alignment, scope(random), random.nextBoolean(), FeatureGates.DEFAULT);
    }

    private static String scope(SplittableRandom random) {
        return random.nextBoolean() ? "pod" : "container";
    }

    public static NodePlan node(int index, SplittableRandom random, Set<Area> areas) {
        var machine = MACHINES.get(random.nextInt(MACHINES.size()));
        var pins = random.nextInt(3) == 0 && areas.contains(Area.PINNING);
        var pods = random.nextInt(4) == 0 ? 2 + random.nextInt(4) : 110;
        return new NodePlan(
                index,
                machine,
                pods,
                pins ? ALIGNMENTS.get(random.nextInt(ALIGNMENTS.size())) : "",
                random.nextBoolean() ? "pod" : "container",
                pins && random.nextBoolean(),
                gates(random.nextInt(8)));
    }

    /** The gates of a node: the usual ones, or one of them the other way. */
    static FeatureGates gates(int number) {
        return switch (number) {
            case 0 -> FeatureGates.DEFAULT.with(Gate.MEMORY_SHRINK_BY_RECLAIM, true);
            case 1 -> FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);
            case 2 -> FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_CPUS, true);
            case 3 -> FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false);
            default -> FeatureGates.DEFAULT;
        };
    }

    private static Step step(SplittableRandom random, int nodes, Set<Area> areas) {
        var node = random.nextInt(nodes);
        var program = random.nextInt(4) > 0 ? 2 + node : random.nextInt(2);
        var what = random.nextInt(100);
        if (what < 16) return create(random);
        if (what < 19) return new Step.CreateDeployment(random.nextInt(2), 1 + random.nextInt(3), random.nextLong());
        if (what < 22) return new Step.Scale(random.nextInt(2), random.nextInt(4));
        if (what < 38) return resize(random);
        if (what < 43) return new Step.Delete(random.nextInt(12));
        if (what < 65) return new Step.Act(random.nextInt(2 + nodes), 1 + random.nextInt(12), random.nextLong());
        if (what < 75) return new Step.Settle(random.nextLong());
        if (what < 83) return new Step.Pass(1 + random.nextInt(40), random.nextLong());
        if (what < 88) return new Step.Kill(program, random.nextInt(3) == 0 ? -1 : random.nextInt(20));
        if (what < 92) return new Step.Start(program);
        if (what < 94) {
            var gates = random.nextInt(8);
            return areas.contains(Area.GATE_FLIPS) ? new Step.Flip(node, gates) : new Step.Start(2 + node);
        }
        if (what < 96) return new Step.Fault(node, random.nextInt(6));
        if (what < 98) return new Step.Slow(node, random.nextInt(3) > 0);
        return areas.contains(Area.DISK_FAULTS)
                ? new Step.DiskFull(node, 1 + random.nextInt(2))
                : new Step.Start(2 + node);
    }
}
