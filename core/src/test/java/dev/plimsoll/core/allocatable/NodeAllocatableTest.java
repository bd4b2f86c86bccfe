package dev.plimsoll.core.allocatable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NodeAllocatableTest {
    record Row(String rule, String capacity, String reserved, String managed, EvictionHard eviction, String expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    private static EvictionHard hard(String text) {
        return switch (EvictionHard.parse(text)) {
            case EvictionHard.Parsed.Ok(var thresholds) -> thresholds;
            case EvictionHard.Parsed.Malformed(var why) -> throw new AssertionError(why);
        };
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        "capacity without reserved and without what eviction keeps free (spec/node.md 6.5)",
                        "cpu=8,memory=16Gi,pods=110",
                        "cpu=500m,memory=700Mi",
                        "",
                        hard("memory.available<100Mi"),
                        "cpu=7500m,memory=16341008384,pods=110"),
                new Row(
                        "the same for ephemeral storage",
                        "cpu=8,memory=16Gi,ephemeral-storage=100Gi",
                        "ephemeral-storage=5Gi",
                        "",
                        hard("nodefs.available<10%"),
                        "cpu=8,memory=16Gi,ephemeral-storage=85Gi"),
                new Row(
                        "memory in huge pages is nobody else's, be they reserved",
                        "cpu=8,memory=16Gi,hugepages-2Mi=1Gi,hugepages-1Gi=2Gi",
                        "hugepages-2Mi=512Mi",
                        "",
                        EvictionHard.OFF,
                        "cpu=8,memory=13Gi,hugepages-2Mi=512Mi,hugepages-1Gi=2Gi"),
                new Row(
                        "CPUs that are reserved for good are not counted",
                        "cpu=32,memory=16Gi",
                        "",
                        "cpu=1",
                        EvictionHard.OFF,
                        "cpu=31,memory=16Gi"),
                new Row(
                        "both settings are about the same CPUs: the larger one counts",
                        "cpu=32,memory=16Gi",
                        "cpu=1500m",
                        "cpu=1",
                        EvictionHard.OFF,
                        "cpu=30500m,memory=16Gi"),
                new Row(
                        "memory that the memory manager keeps includes what eviction keeps free",
                        "cpu=8,memory=16Gi",
                        "memory=500Mi",
                        "memory=1Gi",
                        hard("memory.available<100Mi"),
                        "cpu=8,memory=15Gi"),
                new Row(
                        "less than nothing is nothing",
                        "cpu=1,memory=1Gi",
                        "cpu=2,memory=2Gi",
                        "",
                        EvictionHard.DEFAULT,
                        "cpu=0,memory=0"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void amounts(Row row) {
        var allocatable = new NodeAllocatable(
                ResourceAmounts.parse(row.capacity),
                row.reserved.isEmpty() ? ResourceAmounts.EMPTY : ResourceAmounts.parse(row.reserved),
                row.managed.isEmpty() ? ResourceAmounts.EMPTY : ResourceAmounts.parse(row.managed),
                row.eviction);
        assertThat(allocatable.amounts()).isEqualTo(ResourceAmounts.parse(row.expected));
    }

    @Test
    void whatBoundsAllPodsLeavesRoomForEviction() {
        var allocatable = new NodeAllocatable(
                ResourceAmounts.parse("cpu=8,memory=16Gi"),
                ResourceAmounts.parse("cpu=500m,memory=700Mi"),
                ResourceAmounts.EMPTY,
                EvictionHard.DEFAULT);
        assertThat(allocatable.enforced()).isEqualTo(ResourceAmounts.parse("cpu=7500m,memory=16445865984"));
    }

    /** What is promised can be given: pods of whole CPUs that fill what is allocatable are all placed, whatever is reserved. */
    @Test
    void allThatIsAllocatableCanBeGiven() {
        var random = new Random(18);
        for (var round = 0; round < 300; round++) {
            var sockets = 1 + random.nextInt(2);
            var machine = MachineNotation.literal(sockets + "s" + sockets + "n" + (2 + random.nextInt(7)) + "c"
                    + (1 + random.nextInt(2)) + "t,memory=16Gi");
            var cpus = machine.cpus().size();
            var kept = 1 + random.nextInt(cpus - 1);
            var settings = KubeletSettings.DEFAULT.withStaticCpus(Quantity.of(Integer.toString(kept)), Map.of());
            var resourceManagers = switch (ResourceManagers.configure(machine, settings, FeatureGates.DEFAULT)) {
                case ResourceManagers.Configured.Ready(var ready) -> ready;
                case ResourceManagers.Configured.Refused(var reasons) -> throw new AssertionError(reasons);
            };
            var capacity = ResourceAmounts.EMPTY.with(ResourceName.CPU, Quantity.of(cpus, QuantityFormat.DECIMAL_SI));
            var reserved = random.nextBoolean()
                    ? ResourceAmounts.EMPTY
                    : ResourceAmounts.parse("cpu=" + random.nextInt(1000 * cpus) + "m");
            var left = new NodeAllocatable(capacity, reserved, resourceManagers.reserved(), EvictionHard.DEFAULT)
                    .amounts()
                    .amount(ResourceName.CPU)
                    .milliValue();
            var state = resourceManagers.initialState();
            for (var number = 0; left >= 1000; number++) {
                var asked = 1 + random.nextInt((int) (left / 1000));
                left -= asked * 1000L;
                var amounts = "cpu=" + asked + ",memory=1Mi";
                var pod = new Pod(
                        new ObjectMeta("p" + number, "", "default", "uid-" + number, 1, Map.of(), Map.of(), null),
                        PodSpec.builder().container("c", amounts, amounts).build(),
                        PodStatus.NONE);
                var admission = resourceManagers.admit(state, pod);
                assertThat(admission).as("round " + round).isInstanceOf(TopologyAdmission.Admitted.class);
                state = ((TopologyAdmission.Admitted) admission).state();
            }
        }
    }
}
