package dev.plimsoll.codec.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.view.PlacementNodeReader;
import dev.plimsoll.codec.view.PlacementReader;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.placement.Decision;
import dev.plimsoll.core.placement.Placement;
import dev.plimsoll.core.placement.filter.PlacementContext;
import dev.plimsoll.core.placement.preemption.Preemption;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheduler that reads what a node publishes decides as the node does: the same documents go to both. */
class PublishedManagersTest {
    private static final int HISTORIES = 500;
    private static final int STEPS = 8;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PlacementReader PODS = PlacementReader.under(FeatureGates.DEFAULT, true);
    private static final Placement PLACEMENT = new Placement(new PlacementContext(Profile.DEFAULT, Map.of(), true));
    private static final List<String> MACHINES = List.of(
            "1s1n4c2t,memory=2Gi",
            "2s2n4c1t,memory=1Gi,hugepages-2Mi=128Mi",
            "2s2n8c2t,memory=2Gi",
            "2s4n3c2t,memory=1Gi,hugepages-2Mi=64Mi,l3=1",
            "1s3n4c1t,memory=1Gi,cpuless=1,memoryless=1");
    private static final List<String> OPTIONS = List.of(
            "full-pcpus-only",
            "strict-cpu-reservation",
            "distribute-cpus-across-numa",
            "distribute-cpus-across-cores",
            "prefer-align-cpus-by-uncorecache",
            "align-by-socket");

    private final PlacementNodeReader nodes = new PlacementNodeReader(true);

    /** Null where what was drawn cannot be combined. */
    private static @Nullable ResourceManagers resourceManagers(RandomGenerator random) {
        var options = new HashMap<String, String>();
        for (var option : OPTIONS) if (random.nextInt(5) == 0) options.put(option, "true");
        var settings = KubeletSettings.DEFAULT;
        if (random.nextInt(8) > 0) settings = settings.withStaticCpus(random.nextBoolean() ? "0" : "0,1", options);
        if (random.nextInt(3) > 0) {
            settings = settings.withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=64Mi")));
        }
        settings = settings.withAlignment(
                List.of("none", "best-effort", "restricted", "single-numa-node").get(random.nextInt(4)),
                random.nextBoolean() ? "container" : "pod",
                random.nextBoolean() ? Map.of() : Map.of("prefer-closest-numa-nodes", "true"));
        var gates = FeatureGates.DEFAULT.with(Gate.CPU_MANAGER_POLICY_ALPHA_OPTIONS, true);
        for (var gate : List.of(
                Gate.POD_LEVEL_RESOURCE_MANAGERS,
                Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_CPUS,
                Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_MEMORY)) {
            gates = gates.with(gate, random.nextBoolean());
        }
        if (random.nextInt(8) == 0) gates = gates.with(Gate.POD_LEVEL_RESOURCES, false);
        var machine = MachineNotation.literal(MACHINES.get(random.nextInt(MACHINES.size())));
        return switch (ResourceManagers.configure(machine, settings, gates)) {
            case ResourceManagers.Configured.Ready(var ready) -> ready;
            case ResourceManagers.Configured.Refused _ -> null;
        };
    }

    private static ResourceManagers anyPinning(RandomGenerator random) {
        var drawn = resourceManagers(random);
        while (drawn == null) drawn = resourceManagers(random);
        return drawn;
    }

    /** A pod as the API has it, of any shape: own and pod-level resources, fractions, huge pages, all kinds of containers. */
    private static ObjectNode pod(RandomGenerator random, String uid) {
        var document = JSON.createObjectNode();
        document.putObject("metadata")
                .put("namespace", "default")
                .put("name", uid)
                .put("uid", uid);
        var spec = document.putObject("spec");
        var podLevel = random.nextBoolean();
        var budget = 0;
        for (var list : List.of("initContainers", "containers")) {
            var containers = spec.putArray(list);
            var isInit = list.equals("initContainers");
            for (var i = isInit ? random.nextInt(3) : random.nextInt(1, 4); i > 0; i--) {
                var container = containers
                        .addObject()
                        .put("name", list.charAt(0) + "" + i)
                        .put("image", "i");
                if (isInit && random.nextBoolean()) container.put("restartPolicy", "Always");
                var cpus = random.nextInt(1, 5);
                if (podLevel && random.nextInt(3) == 0) continue;
                budget += cpus;
                resources(
                        random, container, cpus * 1000 - (random.nextInt(6) == 0 ? 500 : 0), 16L << random.nextInt(5));
            }
        }
        if (podLevel) {
            resources(random, spec, (budget + random.nextInt(3)) * 1000 + (random.nextInt(8) == 0 ? 500 : 0), 512);
        }
        if (random.nextInt(3) == 0) {
            document.putObject("status").put("qosClass", random.nextInt(4) == 0 ? "Burstable" : "Guaranteed");
        }
        return document;
    }

    private static void resources(RandomGenerator random, ObjectNode owner, int milli, long mebibytes) {
        var pages = random.nextInt(5) == 0;
        var resources = owner.putObject("resources");
        for (var kind : List.of("requests", "limits")) {
            var amounts = resources.putObject(kind);
            amounts.put("cpu", milli + "m").put("memory", mebibytes + "Mi");
            if (pages) amounts.put("hugepages-2Mi", "32Mi");
        }
        if (random.nextInt(10) == 0) resources.withObject("/requests").put("memory", mebibytes / 2 + "Mi");
    }

    private static ObjectNode node(String annotation) {
        var document = JSON.createObjectNode();
        document.putObject("metadata")
                .put("name", "n")
                .putObject("annotations")
                .put(NumaZonesAnnotation.NAME, annotation);
        document.putObject("status")
                .putObject("allocatable")
                .put("cpu", "1000")
                .put("memory", "1Ti")
                .put("hugepages-2Mi", "1Ti")
                .put("pods", "1000");
        return document;
    }

    private static PlacementPod view(JsonNode pod) {
        return PODS.pod(pod).pod();
    }

    private static Pod model(JsonNode pod) {
        return PodReader.read(pod).orThrow();
    }

    /** What the scheduler says of a pod for a node with others on it, told in the order in which they were bound. */
    private static Decision decision(PlacementNode node, List<ObjectNode> others, ObjectNode pod) {
        var table = new NodeTable();
        table.set(node);
        for (var other : others) table.add(view(other).on("n"));
        return PLACEMENT.decide(view(pod), table, 0);
    }

    private static boolean isPlaced(Decision decision) {
        return decision instanceof Decision.Placed;
    }

    /** A node that pods come to and go from. */
    private static final class Node {
        private final ResourceManagers resourceManagers;
        private final RandomGenerator random;
        private final Map<String, ObjectNode> running = new TreeMap<>();
        private ManagersState state;
        private int next;

        Node(ResourceManagers resourceManagers, RandomGenerator random) {
            this.resourceManagers = resourceManagers;
            this.random = random;
            this.state = resourceManagers.initialState();
        }

        ObjectNode anotherPod() {
            return pod(random, "p" + next++);
        }

        boolean admit(ObjectNode pod) {
            var model = model(pod);
            if (!(resourceManagers.admit(state, model) instanceof TopologyAdmission.Admitted(var after, var placement)))
                return false;
            state = after;
            running.put(model.metadata().uid(), pod);
            if (random.nextBoolean()) {
                for (var container : placement.containers()) {
                    state = resourceManagers.started(state, model, container.container());
                }
            }
            return true;
        }

        void perhapsRemove() {
            if (running.isEmpty() || random.nextInt(4) > 0) return;
            var uid = List.copyOf(running.keySet()).get(random.nextInt(running.size()));
            running.remove(uid);
            state = resourceManagers.remove(state, uid);
        }

        String text() {
            return NumaZonesAnnotation.text(resourceManagers, state);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22, 23})
    void theFilterSaysNoExactlyWhenTheNodeWouldRefuse(long seed) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        var answers = new int[2];
        for (var i = 0; i < HISTORIES; i++) {
            var node = new Node(anyPinning(random), random);
            for (var step = 0; step < STEPS; step++) {
                var pod = node.anotherPod();
                var read = nodes.node(node(node.text())).orThrow();
                var managers = read.zones().managersOrNull();
                assertThat(managers).isNotNull();
                assertThat(managers.state()).as("state, through JSON").isEqualTo(node.state);
                var decision = decision(read, List.copyOf(node.running.values()), pod);
                var when = "seed " + seed + " history " + i + " step " + step;
                var admitted = node.admit(pod);
                if (isPlaced(decision) != admitted) {
                    throw new AssertionError(when + ": node admits " + admitted + ", scheduler " + decision + ": " + pod
                            + " on " + node.text());
                }
                answers[admitted ? 1 : 0]++;
                node.perhapsRemove();
            }
        }
        assertThat(answers[0]).as("refused").isGreaterThan(HISTORIES / 2);
        assertThat(answers[1]).as("admitted").isGreaterThan(HISTORIES);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {31, 32})
    void podsOnTheirWayCountInWhateverOrderTheLastArrives(long seed) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        var moved = 0;
        for (var i = 0; i < HISTORIES; i++) {
            var node = new Node(anyPinning(random), random);
            for (var before = random.nextInt(3); before > 0; before--) node.admit(node.anotherPod());
            var published = nodes.node(node(node.text())).orThrow();
            var known = new ArrayList<>(node.running.values());
            var start = node.state;
            var bound = new ArrayList<ObjectNode>();
            for (var step = 0; step < 4; step++) {
                var pod = node.anotherPod();
                var all = new ArrayList<>(known);
                all.addAll(bound);
                if (!isPlaced(decision(published, all, pod))) continue;
                var position = random.nextInt(bound.size() + 1);
                if (position < bound.size()) moved++;
                var arriving = new ArrayList<>(bound);
                arriving.add(position, pod);
                var state = start;
                for (var each : arriving) {
                    var answer = node.resourceManagers.admit(state, model(each));
                    assertThat(answer).as("seed %d history %d", seed, i).isInstanceOf(TopologyAdmission.Admitted.class);
                    state = ((TopologyAdmission.Admitted) answer).state();
                }
                bound.add(pod);
            }
        }
        assertThat(moved).isPositive();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {41, 42})
    void aPublisherThatSaysLessIsNeverJudgedMoreStrictlyThanItsNode(long seed) throws JsonProcessingException {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        var refused = 0;
        for (var i = 0; i < HISTORIES; i++) {
            var node = new Node(anyPinning(random), random);
            for (var step = 0; step < STEPS; step++) {
                var pod = node.anotherPod();
                var brief = (ObjectNode) JSON.readTree(node.text());
                brief.remove("managers");
                var read = nodes.node(node(brief.toString())).orThrow();
                assertThat(read.zones().managersOrNull()).isNull();
                var decision = decision(read, List.copyOf(node.running.values()), pod);
                var admitted = node.admit(pod);
                if (!isPlaced(decision)) {
                    assertThat(admitted)
                            .as("seed %d history %d: %s on %s", seed, i, pod, node.text())
                            .isFalse();
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    private static ObjectNode whole(String uid, int cpus, int priority) {
        var document = JSON.createObjectNode();
        document.putObject("metadata")
                .put("namespace", "default")
                .put("name", uid)
                .put("uid", uid);
        var spec = document.putObject("spec").put("priority", priority);
        var resources = spec.putArray("containers")
                .addObject()
                .put("name", "c")
                .put("image", "i")
                .putObject("resources");
        for (var kind : List.of("requests", "limits")) {
            resources.putObject(kind).put("cpu", Integer.toString(cpus)).put("memory", "64Mi");
        }
        return document;
    }

    private static Node singleNumaNode(String notation) {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus("0", Map.of())
                .withAlignment("single-numa-node", "pod", Map.of());
        var configured = ResourceManagers.configure(MachineNotation.literal(notation), settings, FeatureGates.DEFAULT);
        return new Node(
                ((ResourceManagers.Configured.Ready) configured).resourceManagers(),
                RandomGeneratorFactory.of("L64X128MixRandom").create(1));
    }

    @Test
    void roomIsMadeOnOneNumaNodeAndNoMoreThanNeeded() {
        var node = singleNumaNode("2s2n4c1t,memory=1Gi");
        assertThat(node.admit(whole("a", 3, 0))).isTrue();
        assertThat(node.admit(whole("b", 4, 0))).isTrue();
        var table = new NodeTable();
        table.set(nodes.node(node(node.text())).orThrow());
        for (var other : node.running.values()) table.add(view(other).on("n"));
        var pod = view(whole("c", 4, 10));
        var refused = (Decision.Refused) PLACEMENT.decide(pod, table, 0);
        assertThat(refused.message())
                .isEqualTo("0/1 nodes are available: 1 node(s) could not align the pod's resources to NUMA nodes.");
        var outcome = new Preemption(pod, table, refused.filters(), refused.findings(), List.of()).plan(0);
        assertThat(((Preemption.Outcome.Chosen) outcome).candidate().victims())
                .extracting(victim -> victim.key().name())
                .containsExactly("b");
    }

    @Test
    void damagedManagersAreNotTrustedAndTheNodeIsStillJudged() throws JsonProcessingException {
        var node = singleNumaNode("2s2n4c1t,memory=1Gi");
        node.admit(whole("a", 4, 0));
        for (var path : List.of("/managers/state/cpus", "/managers/machine", "/managers/configuration")) {
            var document = (ObjectNode) JSON.readTree(node.text());
            document.withObject(path)
                    .put("defaultCpuSet", "0-99")
                    .put("cpusByNode", "")
                    .put("cpuManagerPolicy", "new");
            var read = nodes.node(node(document.toString())).orThrow();
            assertThat(read.zones().managersOrNull()).as(path).isNull();
            assertThat(isPlaced(decision(read, List.of(), whole("b", 4, 0)))).isFalse();
            assertThat(isPlaced(decision(read, List.of(), whole("b", 3, 0)))).isTrue();
        }
    }
}
