package dev.plimsoll.core.topology.hints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The merge gives what weighing every combination gives, by each of its ways, for all policies and options. */
// Acceptance of KEP-5526: merge-unchanged
class HintMergePropertyTest {
    private static final int CASES = 4_000;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void fastIsSlow(long seed) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (var i = 0; i < CASES; i++) {
            var inputs = new Inputs(random);
            var what = "seed " + seed + " case " + i + ": " + inputs;
            var slow = new SlowMerge(inputs.all, inputs.lists, inputs.fitness).best();
            var merge = new HintMerge(inputs.all, inputs.lists, inputs.fitness);
            assertThat(merge.best()).as(what).isEqualTo(slow);
            assertThat(merge.preferred().isPresent()).as(what).isEqualTo(slow.preferred());
            var single = new SlowMerge(inputs.all, inputs.lists, Fitness.BY_NUMBER).onSingleNode();
            assertThat(merge.onSingleNode().isPresent()).as(what).isEqualTo(single.preferred());
            merge.onSingleNode().ifPresent(hint -> assertThat(hint).as(what).isEqualTo(single));
            if (!slow.preferred()) assertThat(sparse(inputs)).as(what).isEqualTo(slow.nodes());
        }
    }

    @ParameterizedTest(name = "search and tables agree on up to 12 nodes, seed {0}")
    @ValueSource(longs = {4, 5})
    void sparseIsDense(long seed) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (var i = 0; i < 400; i++) {
            var inputs = new Inputs(random, 2, random.nextInt(2, 7));
            var found = new DenseIntersections(inputs.all, inputs.constraining(), inputs.fitness).best();
            var what = "seed " + seed + " case " + i + ": " + inputs;
            assertThat(sparse(inputs)).as(what).isEqualTo(found == 0 ? inputs.all : new NodeMask(found));
        }
    }

    @Test
    @DisplayName("64 equal nodes: as many as the largest family needs, and the lowest of them")
    void largeMachine() {
        var all = new NodeMask(-1L);
        var lists = new ArrayList<HintList>();
        var amounts = new long[64];
        Arrays.fill(amounts, 16);
        for (var needed = 20; needed < 24; needed++) {
            var enough = new Enough(all, NodeMask.NONE, List.of(new Enough.Dimension(amounts, needed * 16L)));
            lists.add(new HintList.Family(List.of(), enough, Preference.ofSize(needed), 1));
        }
        var lowest = new NodeMask((1L << 23) - 1);
        assertThat(new HintMerge(all, lists, Fitness.BY_NUMBER).best()).isEqualTo(new Hint(lowest, false));
    }

    private static NodeMask sparse(Inputs inputs) {
        var found = new SparseIntersections(inputs.all, inputs.constraining(), inputs.fitness).best();
        return found == 0 ? inputs.all : new NodeMask(found);
    }

    /** One to four nodes per socket, CPU-like, memory-like and listed hints, distances that count or not. */
    private static final class Inputs {
        private final NodeMask all;
        private final Machine machine;
        private final List<HintList> lists = new ArrayList<>();
        private final Fitness fitness;
        private final RandomGenerator random;
        private final int nodes;

        Inputs(RandomGenerator random) {
            this(random, random.nextInt(1, 3), random.nextInt(1, 3));
        }

        Inputs(RandomGenerator random, int sockets, int nodesPerSocket) {
            this.random = random;
            nodes = sockets * nodesPerSocket;
            machine = MachineNotation.literal(sockets + "s" + nodes + "n1c1t");
            all = machine.allNodes();
            fitness = random.nextBoolean() ? Fitness.BY_NUMBER : Fitness.byDistance(machine);
            var count = random.nextInt(1, 4);
            for (var i = 0; i < count; i++) lists.add(list());
        }

        List<HintList> constraining() {
            return lists.stream()
                    .filter(list -> !(list instanceof HintList.Indifferent || list instanceof HintList.Unsatisfiable))
                    .toList();
        }

        private HintList list() {
            return switch (random.nextInt(8)) {
                case 0 -> HintList.INDIFFERENT;
                case 1 -> HintList.UNSATISFIABLE;
                case 2 -> listed();
                case 3, 4 -> memoryLike();
                default -> cpuLike();
            };
        }

        private HintList listed() {
            var hints = new ArrayList<Hint>();
            var seen = new HashSet<NodeMask>();
            for (var i = 0; i < random.nextInt(1, 5); i++) {
                var mask = subset(all.bits());
                if (mask.isEmpty() || !seen.add(mask)) continue;
                hints.add(new Hint(mask, random.nextBoolean()));
            }
            return hints.isEmpty() ? HintList.UNSATISFIABLE : new HintList.Listed(hints);
        }

        private NodeMask subset(long of) {
            return new NodeMask(of & random.nextLong());
        }

        private HintList cpuLike() {
            var within = random.nextInt(4) == 0 ? subset(all.bits()) : all;
            var required = random.nextInt(4) == 0 ? subset(within.bits()) : NodeMask.NONE;
            var enough = new Enough(within, required, List.of(dimension()));
            if (!enough.isPossible()) return HintList.UNSATISFIABLE;
            var size = random.nextInt(1, nodes + 1);
            if (random.nextInt(3) > 0) return new HintList.Family(List.of(), enough, Preference.ofSize(size), 1);
            var sockets = machine.cpusBySocket().values().stream()
                    .map(cpus -> machine.nodesOf(cpus).bits())
                    .toList();
            return new HintList.Family(List.of(), enough, new Preference(size, random.nextInt(1, 3), sockets), 1);
        }

        private Enough.Dimension dimension() {
            var amounts = new long[nodes];
            var sum = 0L;
            for (var i = 0; i < nodes; i++) {
                amounts[i] = random.nextInt(5);
                sum += amounts[i];
            }
            return new Enough.Dimension(amounts, random.nextLong(sum + 2));
        }

        private HintList memoryLike() {
            var unassigned = subset(all.bits());
            var fixed = new ArrayList<NodeMask>();
            var rest = all.bits() & ~unassigned.bits();
            while (rest != 0) {
                var group = new NodeMask(Long.lowestOneBit(rest) | subset(rest).bits());
                rest &= ~group.bits();
                if (random.nextInt(4) > 0) fixed.add(group);
            }
            var copies = random.nextInt(1, 3);
            var dimensions = new ArrayList<Enough.Dimension>();
            for (var i = 0; i < copies; i++) dimensions.add(dimension());
            var enough = new Enough(unassigned, NodeMask.NONE, dimensions);
            if (fixed.isEmpty() && !enough.isPossible()) return HintList.INDIFFERENT;
            return new HintList.Family(fixed, enough, Preference.ofSize(random.nextInt(1, nodes + 1)), copies);
        }

        @Override
        public String toString() {
            return nodes + " nodes, distances " + fitness.countsDistances() + ", " + lists;
        }
    }
}
