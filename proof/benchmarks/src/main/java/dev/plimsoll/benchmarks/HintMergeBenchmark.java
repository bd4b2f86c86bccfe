package dev.plimsoll.benchmarks;

import dev.plimsoll.core.topology.hints.Enough;
import dev.plimsoll.core.topology.hints.Fitness;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.hints.HintList;
import dev.plimsoll.core.topology.hints.HintMerge;
import dev.plimsoll.core.topology.hints.Preference;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Merging the hints of four resources. Upstream weighs every combination: 21 minutes on 8 nodes, never on 34.
 *
 * <p>The families ask for more than a third of the machine, are unlike from node to node, and agree on no preferred set, so
 * that the search for the best of the rest is measured as well.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HintMergeBenchmark {
    private static final int PROVIDERS = 4;

    /** Every set of 8 nodes is listed by each of four providers: 255 to the power of 4 combinations. */
    @State(Scope.Benchmark)
    public static class FullLists {
        private final Machine machine = MachineNotation.literal("2s8n8c2t");
        private final List<HintList> lists = lists();

        private static List<HintList> lists() {
            var lists = new ArrayList<HintList>();
            for (var provider = 0; provider < PROVIDERS; provider++) {
                var hints = new ArrayList<Hint>();
                // Each provider prefers another size, as for a pod whose resources never fit the same nodes.
                for (var mask = 1L; mask < 256; mask++) {
                    hints.add(new Hint(new NodeMask(mask), Long.bitCount(mask) == provider + 1));
                }
                lists.add(new HintList.Listed(hints));
            }
            return lists;
        }
    }

    /** Four families over all nodes of a large machine. */
    @State(Scope.Benchmark)
    public static class Families {
        @Param({"8", "34", "64"})
        private int nodes;

        /** Whether some set is preferred by all. */
        @Param({"true", "false"})
        private boolean agree;

        private Machine machine(int count) {
            return MachineNotation.literal("2s" + count + "n8c2t");
        }

        private List<HintList> lists(Machine machine) {
            var lists = new ArrayList<HintList>();
            for (var provider = 0; provider < PROVIDERS; provider++) {
                var amounts = new long[nodes];
                var sum = 0L;
                for (var node = 0; node < nodes; node++) {
                    amounts[node] = 16L - (node * 7 + provider * 5) % 11;
                    sum += amounts[node];
                }
                var enough = new Enough(
                        machine.allNodes(), NodeMask.NONE, List.of(new Enough.Dimension(amounts, sum * 2 / 5)));
                var size = nodes * 2 / 5 + (agree ? 1 : provider);
                lists.add(new HintList.Family(List.of(), enough, Preference.ofSize(size), 1));
            }
            return lists;
        }

        HintMerge merge(boolean closest) {
            var machine = machine(nodes);
            var fitness = closest ? Fitness.byDistance(machine) : Fitness.BY_NUMBER;
            return new HintMerge(machine.allNodes(), lists(machine), fitness);
        }
    }

    /** Made once: the machine is read at start, the lists are what is measured with. */
    @State(Scope.Benchmark)
    public static class Prepared {
        private HintMerge byNumber = new HintMerge(NodeMask.NONE, List.of(), Fitness.BY_NUMBER);
        private HintMerge byDistance = byNumber;

        @Setup
        public void prepare(Families families) {
            byNumber = families.merge(false);
            byDistance = families.merge(true);
        }
    }

    @Benchmark
    public Hint fullLists(FullLists input) {
        return new HintMerge(input.machine.allNodes(), input.lists, Fitness.BY_NUMBER).best();
    }

    @Benchmark
    public Hint families(Prepared input) {
        return input.byNumber.best();
    }

    @Benchmark
    public Hint familiesByDistance(Prepared input) {
        return input.byDistance.best();
    }
}
