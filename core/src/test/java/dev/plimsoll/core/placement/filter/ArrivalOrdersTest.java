package dev.plimsoll.core.placement.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.placement.view.PinnedPod;
import dev.plimsoll.core.placement.view.PublishedManagers;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pods that are on their way to a node, against all orders in which they may reach it. */
class ArrivalOrdersTest {
    private static ResourceManagers managers(String machine, String alignment, String scope) {
        var described = ((Machine.Described.Known) MachineNotation.parse(machine)).machine();
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of(1, QuantityFormat.DECIMAL_SI), Map.of())
                .withAlignment(alignment, scope, Map.of());
        return ((ResourceManagers.Configured.Ready)
                        ResourceManagers.configure(described, settings, FeatureGates.DEFAULT))
                .resourceManagers();
    }

    private static PinnedPod pod(int... cpus) {
        var spec = PodSpec.builder();
        for (var i = 0; i < cpus.length; i++) {
            var amounts = ResourceAmounts.parse("cpu=" + cpus[i] + ",memory=64Mi");
            spec.container(Container.of("c" + i, ResourceRequirements.of(amounts, amounts)));
        }
        return Objects.requireNonNull(PinnedPod.of(new Pod(ObjectMeta.named("p"), spec.build(), PodStatus.NONE)));
    }

    private static boolean allAdmit(ResourceManagers managers, List<PinnedPod> pods) {
        var orders = new ArrivalOrders(managers, managers.initialState());
        var state = managers.initialState();
        for (var i = 0; i < pods.size(); i++) {
            var pod = pods.get(i).withUid("u" + i);
            var isAdmitted = managers.admit(state, pod) instanceof TopologyAdmission.Admitted;
            if (managers.admit(state, pod) instanceof TopologyAdmission.Admitted(var after, var _)) state = after;
            orders.add(pods.get(i), pod, isAdmitted);
        }
        return orders.allAdmit();
    }

    @Test
    @DisplayName("pods that fit in the order of their bindings and in no order of three others do not fit")
    void threeInAnotherOrder() {
        var managers = managers("2s2n4c2t,memory=6Gi", "single-numa-node", "pod");
        // Zones of 7 and 8 CPUs: 5 and 2, then 2 and 4; but where both of 2 come first, 5 takes the place of 4.
        assertThat(allAdmit(managers, List.of(pod(5), pod(2), pod(1, 1), pod(4))))
                .isFalse();
        assertThat(allAdmit(managers, List.of(pod(5), pod(2), pod(1, 1), pod(3))))
                .isTrue();
    }

    @Test
    @DisplayName("a hundred equal pods have one order")
    void equalPods() {
        var managers = managers("2s2n64c1t,memory=64Gi", "single-numa-node", "pod");
        assertThat(allAdmit(
                        managers, IntStream.range(0, 100).mapToObj(_ -> pod(1)).toList()))
                .isTrue();
    }

    @Test
    @DisplayName("where there are more orders than are played through, nobody knows that all fit")
    void tooManyOrders() {
        var managers = managers("2s2n64c1t,memory=64Gi", "single-numa-node", "pod");
        assertThat(allAdmit(
                        managers,
                        IntStream.rangeClosed(1, 7).mapToObj(n -> pod(n)).toList()))
                .isFalse();
    }

    @Test
    @DisplayName(
            "a pod that a node admits beside one that is gone from the API, and refuses when it is empty, waits until the node has told")
    void besideOneThatIsLeaving() {
        var managers = managers("2s4n2c2t,memory=3Gi", "single-numa-node", "container");
        var init = ResourceAmounts.parse("cpu=3,memory=576Mi");
        var spec = PodSpec.builder().initContainer(Container.of("i", ResourceRequirements.of(init, init)));
        pod(1, 3).spec().containers().forEach(spec::container);
        var wide = Objects.requireNonNull(PinnedPod.of(new Pod(ObjectMeta.named("p"), spec.build(), PodStatus.NONE)));
        var empty = managers.initialState();
        var beside = ((TopologyAdmission.Admitted) managers.admit(empty, pod(3).withUid("other"))).state();
        assertThat(managers.admit(empty, wide.withUid("p"))).isInstanceOf(TopologyAdmission.Refused.class);
        assertThat(managers.admit(beside, wide.withUid("p"))).isInstanceOf(TopologyAdmission.Admitted.class);
        var fit = new ManagersFit(new PublishedManagers(managers, beside), List.of(), Set.of());
        assertThat(fit.reasonAgainst("p", wide)).isEqualTo(Reasons.NUMA_IN_PROGRESS);
        assertThat(fit.reasonAgainst("p", pod(1, 2))).isEmpty();
    }

    @Test
    @DisplayName("the answer is that of playing each permutation through, over 400 random sets of up to four pods")
    void asEachPermutation() {
        var random = new SplittableRandom(7);
        var answers = new int[2];
        for (var i = 0; i < 400; i++) {
            var machine = List.of("2s2n4c2t,memory=6Gi", "2s4n2c2t,memory=6Gi", "1s2n4c1t,memory=6Gi")
                    .get(random.nextInt(3));
            var alignment = List.of("single-numa-node", "restricted", "best-effort", "none")
                    .get(random.nextInt(4));
            var managers = managers(machine, alignment, random.nextBoolean() ? "pod" : "container");
            var pods = new ArrayList<PinnedPod>();
            var count = random.nextInt(2, 5);
            for (var j = 0; j < count; j++)
                pods.add(
                        random.nextInt(3) == 0
                                ? pod(random.nextInt(1, 4), random.nextInt(1, 4))
                                : pod(random.nextInt(1, 6)));
            var expected = permutationsAdmit(managers, pods);
            assertThat(allAdmit(managers, pods))
                    .as(machine + " " + alignment + " " + pods)
                    .isEqualTo(expected);
            answers[expected ? 1 : 0]++;
        }
        assertThat(answers[0]).isGreaterThan(20);
        assertThat(answers[1]).isGreaterThan(20);
    }

    /** Slow and obvious: as many of each kind of pods are admitted in every permutation as in the order of the list. */
    private static boolean permutationsAdmit(ResourceManagers managers, List<PinnedPod> pods) {
        var wanted = admitted(managers, pods);
        return permutations(pods).stream().allMatch(order -> {
            var got = admitted(managers, order);
            return wanted.entrySet().stream().allMatch(each -> got.getOrDefault(each.getKey(), 0) >= each.getValue());
        });
    }

    private static Map<PinnedPod, Integer> admitted(ResourceManagers managers, List<PinnedPod> order) {
        var counts = new HashMap<PinnedPod, Integer>();
        ManagersState state = managers.initialState();
        for (var i = 0; i < order.size(); i++) {
            if (!(managers.admit(state, order.get(i).withUid("u" + i))
                    instanceof TopologyAdmission.Admitted(var after, var _))) continue;
            state = after;
            counts.merge(order.get(i), 1, Integer::sum);
        }
        return counts;
    }

    private static List<List<PinnedPod>> permutations(List<PinnedPod> pods) {
        if (pods.isEmpty()) return List.of(List.of());
        var all = new ArrayList<List<PinnedPod>>();
        for (var i = 0; i < pods.size(); i++) {
            var rest = new ArrayList<>(pods);
            var first = rest.remove(i);
            for (var order : permutations(rest)) {
                var whole = new ArrayList<>(List.of(first));
                whole.addAll(order);
                all.add(whole);
            }
        }
        return all;
    }
}
