package dev.plimsoll.core.topology.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.util.Arrays;
import java.util.Set;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Choosing nodes by runs of like ones gives what going through all combinations gives. */
class DistributionPropertyTest {
    private static final int CASES = 3_000;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void fastIsSlow(long seed) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (var i = 0; i < CASES; i++) {
            var nodes = random.nextInt(1, 8);
            var free = new int[nodes];
            var socket = new int[nodes];
            var kinds = random.nextInt(1, 4);
            for (var n = 0; n < nodes; n++) {
                free[n] = 1 + random.nextInt(kinds) * random.nextInt(1, 5);
                socket[n] = n * random.nextInt(1, 3) / nodes;
            }
            Arrays.sort(socket);
            var group = random.nextInt(1, 3);
            var wanted = group * random.nextInt(1, 1 + Arrays.stream(free).sum());
            var size = random.nextInt(1, nodes + 1);
            var bySocket = random.nextBoolean();
            var what = "seed " + seed + " case " + i + ": free " + Arrays.toString(free) + " sockets "
                    + Arrays.toString(socket) + " wanted " + wanted + " group " + group + " over " + size + " bySocket "
                    + bySocket;
            assertThat(new NodeChoice(free, socket, wanted, group, bySocket).choose(size))
                    .as(what)
                    .isEqualTo(new SlowDistribution(free, socket, wanted, group, bySocket).choose(size));
        }
    }

    @Test
    @DisplayName("every input is answered: 64 nodes that are all different, over half of them")
    void manyNodes() {
        var machine = MachineNotation.literal("2s64n16c1t");
        var busy = CpuSet.collect(machine.cpus().stream().filter(cpu -> cpu % 16 < (cpu / 16 * 7) % 13));
        var free = machine.cpus().minus(busy);
        var picker = new CpuPicker(machine, Set.of(CpuOption.DISTRIBUTE_CPUS_ACROSS_NUMA));
        assertThat(picker.take(free, 400)).isInstanceOfSatisfying(Taken.Cpus.class, taken -> {
            assertThat(taken.cpus().size()).isEqualTo(400);
            assertThat(taken.cpus().isSubsetOf(free)).isTrue();
        });
    }
}
