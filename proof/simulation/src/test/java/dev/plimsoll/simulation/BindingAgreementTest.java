package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PreviousDemand;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.NodeCapacity;
import dev.plimsoll.core.fit.NodeFit;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.placement.filter.FilterResults;
import dev.plimsoll.core.placement.filter.Filters;
import dev.plimsoll.core.placement.filter.PlacementContext;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.Terms;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PlacementPod.SchedulingStatus;
import dev.plimsoll.core.placement.view.PlacementPod.Sized;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Whatever a node holds, and however old or wrong what the API shows of it: scheduler and binding guard agree, the guard counts no less
 * than the node, and no pod is refused by its node for want of room after a binding that the guard let through.
 * {@code -Dplimsoll.bindings=100000} runs as many histories, {@code -Dplimsoll.bindings.first=112} from that seed on.
 */
// Acceptance of KEP-1287: scheduler-race, restart-readmit
class BindingAgreementTest {
    private static final int HISTORIES = Integer.getInteger("plimsoll.bindings", 120);
    private static final long FIRST = Long.getLong("plimsoll.bindings.first", 1);
    private static final int EVENTS = 120;
    private static final long MI = 1L << 20;
    private static final ResourceAmounts ALLOCATABLE =
            ResourceAmounts.parse("cpu=4,memory=4Gi,ephemeral-storage=8Gi,hugepages-2Mi=64Mi,pods=7");

    @Test
    void noPodIsRefusedAfterABinding() {
        var bound = 0;
        var refused = 0;
        var refusedResizes = 0;
        for (var seed = FIRST; seed < FIRST + HISTORIES; seed++) {
            var history = new History(seed);
            for (var i = 0; i < EVENTS; i++) history.happen();
            history.end();
            bound += history.bound;
            refused += history.refused;
            refusedResizes += history.refusedResizes;
        }
        if (HISTORIES < 100) return;
        // All answers are given often, or nothing was tested.
        assertThat(bound).isGreaterThan(5 * HISTORIES);
        assertThat(refused).isGreaterThan(5 * HISTORIES);
        assertThat(refusedResizes).isGreaterThan(HISTORIES / 10);
    }

    /** One container has grown, the other has not shrunk yet: together they have more than anybody was promised. */
    @Test
    void restartKeepsPodsBesideOneInTheMiddleOfAResize() {
        var node = new SteppedNode(NodeFacts.of("node", ALLOCATABLE), FeatureGates.DEFAULT, null).started();
        node.add("resized", containers("1500m", "200m"));
        node.add("other", containers("1900m", "100m"));
        node.run();
        node.runtime().faults(act -> act instanceof Act.UpdateContainer ? "not now" : "");
        node.resize("resized", _ -> containers("200m", "1500m"));
        node.run();
        node.exit("resized", "c1", 1);
        node.run();
        node.pass(Duration.ofMinutes(1));
        var shown = node.published().getFirst();
        var counted = EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.INCLUDED)
                .requests(shown)
                .amount(ResourceName.CPU);
        assertThat(counted.milliValue()).as("%s", shown).isEqualTo(3000);
        node.restart();
        node.run();
        for (var name : List.of("resized", "other"))
            assertThat(node.status(name).phase())
                    .as("%s: %s", name, node.status(name).message())
                    .isEqualTo("Running");
    }

    /** Whoever waits to be let in is not shown as somebody who was. */
    @Test
    void podThatWaitsForRoomIsNotShownAsAdmitted() {
        var node = new SteppedNode(NodeFacts.of("node", ALLOCATABLE), FeatureGates.DEFAULT, null).started();
        node.add("removed", containers("1500m", "1500m"));
        node.run();
        node.remove("removed");
        node.add("waiting", containers("1", "1"));
        node.turn();
        node.turn();
        assertThat(node.record("waiting"))
                .isNotNull()
                .extracting(PodRecord::stage)
                .isEqualTo(Stage.WAITING);
        assertThat(node.published().getFirst().status().showsAdmission()).isFalse();
        node.run();
        node.pass(Duration.ofMinutes(1));
        assertThat(node.status("waiting").phase()).isEqualTo("Running");
        assertThat(node.published().getFirst().status().showsAdmission()).isTrue();
    }

    /** A resize that is granted takes nothing from a pod that was sent here and waits; it is granted when that pod needs it no more. */
    @Test
    void resizeDoesNotTakeTheRoomOfAPodThatWaits() {
        for (var end : List.of("admitted", "deleted")) {
            var node = new SteppedNode(NodeFacts.of("node", ALLOCATABLE), FeatureGates.DEFAULT, null).started();
            node.add("removed", containers("1500m", "500m"));
            node.add("resized", containers("500m", "500m"));
            node.run();
            node.runtime().faults(act -> act instanceof Act.StopContainers ? "not now" : "");
            node.remove("removed");
            node.add("waiting", containers("1", "1500m"));
            node.resize("resized", _ -> containers("1", "1"));
            node.run();
            assertThat(node.record("waiting"))
                    .isNotNull()
                    .extracting(PodRecord::stage)
                    .isEqualTo(Stage.WAITING);
            var resized = node.record("resized");
            assertThat(resized).isNotNull();
            assertThat(resized.conditions().isDeferred()).isTrue();
            if (end.equals("deleted")) node.delete("waiting");
            node.runtime().faults(act -> "");
            node.pass(Duration.ofMinutes(1));
            if (end.equals("admitted")) {
                assertThat(node.status("waiting").phase()).isEqualTo("Running");
                node.delete("waiting");
                node.run();
            }
            assertThat(demandOf(node, "resized")).as("%s", end).isEqualTo(2000);
        }
    }

    /** After a restart a resize that nobody has judged yet is not called infeasible because the one before it was: it may be granted. */
    @Test
    void whatWasSaidOfAnEarlierResizeIsNotSaidOfTheNext() {
        var node = new SteppedNode(NodeFacts.of("node", ALLOCATABLE), FeatureGates.DEFAULT, null).started();
        node.add("resized", containers("500m", "500m"));
        node.run();
        node.resize("resized", _ -> containers("5", "500m"));
        node.run();
        assertThat(node.status("resized").conditions())
                .anyMatch(each -> each.reason().equals("Infeasible"));
        node.restart();
        node.resize("resized", _ -> containers("2", "500m"));
        node.restart();
        node.turn();
        node.turn();
        var shown = node.published().getFirst();
        var counted = EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.INCLUDED)
                .requests(shown)
                .amount(ResourceName.CPU);
        assertThat(counted.milliValue()).as("%s", shown).isEqualTo(2500);
        node.run();
        assertThat(demandOf(node, "resized")).isEqualTo(2500);
    }

    private static long demandOf(SteppedNode node, String name) {
        var record = node.record(name);
        assertThat(record).isNotNull();
        return record.held().cpu();
    }

    private static PodSpec containers(String first, String second) {
        return PodSpec.builder()
                .container(Container.of("c0", ResourceRequirements.parse("cpu=" + first, "")))
                .container(Container.of("c1", ResourceRequirements.parse("cpu=" + second, "")))
                .build();
    }

    /** A node, and an API that hears of it late. */
    private static final class History {
        private final long seed;
        private final SplittableRandom random;
        private final FeatureGates gates;
        private final EffectiveDemand effective;
        private final PodDemand demand;
        private final SteppedNode node;
        /** What the API shows, by uid; the spec is always the newest. */
        private final Map<String, PodStatus> shown = new HashMap<>();

        private final Map<String, PreviousDemand> earlier = new HashMap<>();
        private int names;
        private int bound;
        private int refused;
        private int refusedResizes;

        History(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            this.gates = FeatureGates.DEFAULT
                    .with(Gate.MEMORY_SHRINK_BY_RECLAIM, random.nextBoolean())
                    .with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, random.nextInt(4) > 0);
            this.effective = EffectiveDemand.under(gates, StatusOverhead.INCLUDED);
            this.demand = PodDemand.under(gates);
            this.node = new SteppedNode(NodeFacts.of("node", ALLOCATABLE), gates, null).started();
            if (random.nextBoolean()) node.takesTimeToStop(Duration.ofSeconds(random.nextInt(40)));
        }

        void happen() {
            var all = node.names();
            var name = all.isEmpty() ? "" : all.get(random.nextInt(all.size()));
            switch (random.nextInt(16)) {
                case 0, 1, 2, 3 -> bind(spec());
                case 4, 5, 6, 7, 8 -> resize(name);
                case 9 -> node.delete(name);
                case 10 -> remove(name);
                case 11 -> node.exit(name, "c" + random.nextInt(3), random.nextInt(2));
                case 12 ->
                    node.uses(name, "c" + random.nextInt(3), random.nextInt(1500) * MI, random.nextInt(300) * MI);
                case 13 -> {
                    var kind = random.nextInt(7);
                    node.runtime().faults(act -> fails(act, kind) ? "fault " + kind : "");
                }
                case 14 -> node.disk().failNext(random.nextInt(2));
                default -> {
                    if (random.nextInt(3) == 0) restart();
                    else overwrite(name);
                }
            }
            if (random.nextInt(3) > 0) for (var turns = random.nextInt(12); turns > 0; turns--) node.turn();
            if (random.nextInt(6) == 0) node.pass(Duration.ofSeconds(random.nextInt(90)));
            for (var pod : node.published()) {
                if (random.nextInt(3) > 0) shown.put(pod.metadata().uid(), pod.status());
            }
            check();
        }

        void end() {
            node.run();
            check();
        }

        private void check() {
            for (var name : node.names()) {
                assertThat(node.status(name).reason())
                        .as("seed %d: %s: %s", seed, name, node.status(name).message())
                        .doesNotStartWith("OutOf");
            }
        }

        /** What the API shows at this moment. */
        private List<Pod> api() {
            return node.published().stream()
                    .map(pod -> pod.withStatus(shown.getOrDefault(pod.metadata().uid(), PodStatus.NONE)))
                    .filter(pod -> !pod.status().isTerminal())
                    .toList();
        }

        private void bind(PodSpec spec) {
            var asked = demand.requests(spec);
            var byStatus = new HashMap<ResourceName, Long>();
            var counted = new HashMap<ResourceName, Long>();
            for (var pod : api()) {
                add(byStatus, effective.requests(pod));
                var least = counted(pod);
                add(counted, least);
                assertCountedBy(pod, least);
            }
            var fits = NodeFit.insufficient(
                            asked, NodeCapacity.of(ALLOCATABLE, name -> byStatus.getOrDefault(name, 0L)))
                    .isEmpty();
            assertThat(scheduler(asked)).as("seed %d", seed).isEqualTo(fits);
            var guard = NodeFit.insufficient(
                            asked, NodeCapacity.of(ALLOCATABLE, name -> counted.getOrDefault(name, 0L)))
                    .isEmpty();
            if (guard) {
                bound++;
                node.add("p" + names++, spec);
            } else {
                refused++;
            }
        }

        /** What the node holds for the pod is counted. */
        private void assertCountedBy(Pod pod, ResourceAmounts counted) {
            var record = node.record(pod.metadata().name());
            if (record == null) return;
            for (var name : record.held().amounts().names()) {
                assertThat(Amounts.units(record.held().amounts(), name))
                        .as("seed %d: %s of %s, of which the API shows %s", seed, name, record.name(), pod)
                        .isLessThanOrEqualTo(Amounts.units(counted, name));
            }
        }

        private static void add(Map<ResourceName, Long> sum, ResourceAmounts requests) {
            for (var name : requests.names()) sum.merge(name, Amounts.units(requests, name), Long::sum);
            sum.merge(ResourceName.PODS, 1L, Long::sum);
        }

        /** Whether the scheduler would send such a pod here. */
        private boolean scheduler(ResourceAmounts asked) {
            var table = new NodeTable();
            table.set(new PlacementNode(
                    "node",
                    Map.of(),
                    false,
                    List.of(),
                    Amounts.of(ALLOCATABLE),
                    ALLOCATABLE.amount(ResourceName.PODS).value(),
                    Set.of(),
                    Map.of(),
                    Map.of(),
                    false,
                    NumaZones.NONE));
            for (var pod : api()) table.add(placed(pod.metadata().name(), "node", effective.requests(pod)));
            var filters =
                    Filters.of(placed("new", "", asked), table, new PlacementContext(Profile.DEFAULT, Map.of(), false));
            return filters.admit(table, table.row("node"), new FilterResults(table.capacity()));
        }

        private static PlacementPod placed(String name, String node, ResourceAmounts requests) {
            var size = new Sized(Amounts.of(requests), Amounts.of(requests));
            return new PlacementPod(
                    new PlacementPod.Key("default", name, name),
                    Map.of(),
                    node,
                    "default-scheduler",
                    0,
                    true,
                    size,
                    size,
                    Terms.NONE,
                    List.of(),
                    SchedulingStatus.NEW,
                    null);
        }

        private void resize(String name) {
            var found = api().stream()
                    .filter(pod -> pod.metadata().name().equals(name))
                    .findFirst();
            if (found.isEmpty()) return;
            var before = found.get();
            var next = changed(before.spec());
            if (!guardAllows(before, next)) {
                refusedResizes++;
                return;
            }
            var generation = before.metadata().generation() + 1;
            earlier.merge(
                    before.metadata().uid(),
                    PreviousDemand.of(null, before, effective.requests(before), generation),
                    (known, _) -> PreviousDemand.of(known, before, effective.requests(before), generation));
            node.resize(name, _ -> next);
        }

        /** As the guard decides: a resize may wait for room, but not that of a pod which its node may not have let in. */
        private boolean guardAllows(Pod before, PodSpec next) {
            if (before.status().showsAdmission()) return true;
            var others = new HashMap<ResourceName, Long>();
            for (var pod : api()) {
                if (!pod.metadata().uid().equals(before.metadata().uid())) add(others, counted(pod));
            }
            return NodeFit.insufficientForGrowth(
                            demand.requests(before.spec()),
                            demand.requests(next),
                            NodeCapacity.of(ALLOCATABLE, name -> others.getOrDefault(name, 0L)))
                    .isEmpty();
        }

        private ResourceAmounts counted(Pod pod) {
            var requests = effective.requests(pod);
            var before = earlier.get(pod.metadata().uid());
            return before == null ? requests : before.counted(pod, requests);
        }

        /** The new process reads what the API shows. */
        private void restart() {
            for (var pod : node.published()) shown.put(pod.metadata().uid(), pod.status());
            node.restart();
        }

        private void remove(String name) {
            if (random.nextInt(3) == 0) node.remove(name);
        }

        /** Somebody writes a status that says nothing. */
        private void overwrite(String name) {
            shown.computeIfPresent(SteppedNode.uid(name), (_, _) -> PodStatus.NONE);
        }

        /** As validation would have it: containers within their pod, limits no less than requests. */
        private PodSpec spec() {
            var hasPodLevel = random.nextBoolean();
            var builder = PodSpec.builder();
            for (var i = random.nextInt(3); i >= 0; i--) {
                var container = Container.of("c" + i, hasPodLevel ? small() : resources(900));
                builder.container(
                        random.nextInt(3) == 0 ? container.withResizePolicy(Scenarios.restartsForMemory()) : container);
            }
            if (random.nextInt(3) == 0) builder.sidecar("s", "cpu=" + random.nextInt(1, 100) + "m", "");
            if (random.nextInt(4) == 0) builder.overhead("cpu=" + random.nextInt(1, 200) + "m,memory=33Mi");
            var spec = builder.build();
            return hasPodLevel ? spec.withResources(podLevel()) : spec;
        }

        private ResourceRequirements podLevel() {
            var cpu = random.nextInt(400, 2000);
            var memory = random.nextInt(200, 2000);
            return ResourceRequirements.parse(
                    "cpu=" + cpu + "m,memory=" + memory + "Mi",
                    "cpu=" + (cpu + random.nextInt(500)) + "m,memory=" + (memory + random.nextInt(200)) + "Mi");
        }

        private ResourceRequirements small() {
            if (random.nextBoolean()) return ResourceRequirements.ABSENT;
            var amounts = "cpu=" + random.nextInt(1, 100) + "m,memory=" + random.nextInt(16, 64) + "Mi";
            return ResourceRequirements.parse(amounts, amounts);
        }

        private ResourceRequirements resources(int mostCpu) {
            var cpu = random.nextInt(1, mostCpu);
            var memory = random.nextInt(16, 700);
            var storage = random.nextInt(12) == 0 ? ",ephemeral-storage=3Gi" : "";
            return ResourceRequirements.parse(
                    "cpu=" + cpu + "m,memory=" + memory + "Mi" + storage,
                    "cpu=" + (cpu + random.nextInt(300)) + "m,memory=" + (memory + random.nextInt(100)) + "Mi"
                            + storage);
        }

        private PodSpec changed(PodSpec spec) {
            var hasPodLevel = spec.resources().isDeclared();
            var changed = spec.mappingContainers(container -> {
                if (!container.name().startsWith("c") || random.nextBoolean()) return container;
                var own = container.resources();
                var drawn = hasPodLevel ? small() : resources(random.nextInt(8) == 0 ? 6000 : 900);
                return container.withResources(ResourceRequirements.of(
                        own.requests().overriddenBy(computing(drawn.requests())),
                        own.limits().overriddenBy(computing(drawn.limits()))));
            });
            var isResized = hasPodLevel && gates.isOn(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING);
            return isResized && random.nextInt(4) > 0 ? changed.withResources(podLevel()) : changed;
        }

        private static ResourceAmounts computing(ResourceAmounts amounts) {
            return amounts.retaining(name -> !name.equals(ResourceName.EPHEMERAL_STORAGE));
        }

        private static boolean fails(Act act, int kind) {
            return switch (kind) {
                case 0 -> act instanceof Act.UpdateContainer;
                case 1 -> act instanceof Act.UpdatePodSandbox;
                case 2 -> act instanceof Act.WritePodCgroup;
                case 3 -> act instanceof Act.StartContainer || act instanceof Act.MeasureMemory;
                default -> false;
            };
        }
    }
}
