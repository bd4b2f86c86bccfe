package dev.plimsoll.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.resize.RequestedResize;
import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.prediction.PodOutcome;
import dev.plimsoll.core.prediction.PredictedOutcome;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.core.prediction.ResizeFate;
import dev.plimsoll.core.prediction.comparison.PredictionDifference;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.EvictionDraft;
import dev.plimsoll.objects.pod.PodResizePatch;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Clusters that run are read, a change is simulated on what was read, and then really made: the cluster does what was
 * said.
 *
 * <p>{@code -Dplimsoll.truth.clusters=N} sets the number of random clusters, {@code -Dplimsoll.truth=N} that of changes of each, {@code
 * -Dplimsoll.seed=N} the first cluster.
 */
// Acceptance of simulate: truth-changes
@Timeout(1800)
class SimulationTruthTest {
    private static final int CLUSTERS = Integer.getInteger("plimsoll.truth.clusters", 4);
    private static final int CHANGES = Integer.getInteger("plimsoll.truth", 25);
    /** In it, once, two of three victims seemed to have gone: the third had ended and was still shown. */
    private static final long FIRST_SEED = 1155;

    private static final long SEED = Long.getLong("plimsoll.seed", 21);
    private static final List<String> SIZES = List.of("100m", "300m", "500m", "900m", "1500m");

    /** How many pods of a workload run and how many wait, by the label of the workload. */
    private record Counts(int running, int waiting) {
        Counts plus(boolean runs) {
            return runs ? new Counts(running + 1, waiting) : new Counts(running, waiting + 1);
        }
    }

    private Random random = new Random(SEED);
    private final Map<String, Integer> replicas = new TreeMap<>();
    private final Map<String, String> sizes = new TreeMap<>();
    private final TreeMap<String, Integer> checked = new TreeMap<>();
    private int made;

    @Test
    void clustersDoWhatWasSaid() throws Exception {
        if (Long.getLong("plimsoll.seed") == null) cluster(FIRST_SEED);
        for (var i = 0; i < CLUSTERS; i++) cluster(SEED + i);
        assertThat(checked)
                .as("what was compared")
                .containsKeys("scale", "new", "resize", "drain", "rollout", "consolidation", "preemption");
        assertThat(checked.getOrDefault("place", 0))
                .as("places without a tie, of " + checked)
                .isPositive();
    }

    private void cluster(long seed) throws Exception {
        random = new Random(seed);
        replicas.clear();
        sizes.clear();
        var small = 1 + random.nextInt(2);
        var large = 1 + random.nextInt(2);
        var nodes = List.of(
                NodeGroup.of("small", small, MachineNotation.literal("1s1n2c1t,memory=4Gi")),
                NodeGroup.of(
                        "large", large, MachineNotation.literal("1s1n" + (4 + random.nextInt(3)) + "c1t,memory=8Gi")));
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS);
                var observedNodes = new Observed(cluster.client(), ApiResource.NODES)) {
            var urgent = SampleCluster.json("""
                    {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"urgent"},"value":1000}""");
            assertThat(cluster.client()
                            .create(SnapshotKinds.PRIORITY_CLASSES.resource(), urgent)
                            .problem())
                    .isEmpty();
            for (var i = 0; i < CHANGES; i++) {
                var about = "seed " + seed + ", change " + i;
                // Taints of nodes that were not ready or cordoned go a moment later than what they are for.
                observedNodes.awaitAll(
                        about + ": all nodes are ready, and without taints",
                        list -> list.size() == small + large
                                && list.stream()
                                        .allMatch(node -> condition(node, "Ready")
                                                        .equals("True")
                                                && node.at("/spec/taints").isEmpty()));
                step(cluster.client(), pods, observedNodes, about);
            }
        }
    }

    private void step(ApiClient client, Observed pods, Observed nodes, String about) throws InterruptedException {
        var before = snapshot(client);
        var kind = replicas.size() < 3 ? 1 : random.nextInt(12);
        switch (kind) {
            case 10, 11 -> preempt(client, pods, before, about);
            case 0, 8, 9 -> scale(client, pods, before, about);
            case 1 -> create(client, pods, before, about);
            case 2, 3 -> drain(client, pods, nodes, about);
            case 4 -> rollout(client, pods, before, about);
            case 5, 7 -> consolidate(client, pods, nodes, about);
            default -> resize(client, pods, before, about);
        }
        // The next change begins with a cluster in which nobody waits: who comes first of those that wait is chance.
        for (var attempt = 0; attempt < 20; attempt++) {
            settle(pods, "all are settled after " + about);
            var waiting = live(pods.all()).entrySet().stream()
                    .filter(entry -> entry.getValue().waiting() > 0)
                    .toList();
            if (waiting.isEmpty()) return;
            for (var entry : waiting)
                scaleTo(client, entry.getKey(), entry.getValue().running());
        }
        throw new AssertionError(about + ": somebody waits, however few there are");
    }

    private static RequestedChanges drained(String node) {
        return new RequestedChanges("default", List.of(), List.of(), List.of(), List.of(node), List.of(), List.of(), 0);
    }

    /** One node, with a budget for one of the workloads, as {@code kubectl drain} does it: what is refused is tried again. */
    private void drain(ApiClient client, Observed pods, Observed nodes, String about) throws InterruptedException {
        var names = nodes.all().stream()
                .map(node -> node.at("/metadata/name").asText())
                .sorted()
                .toList();
        var node = names.get(random.nextInt(names.size()));
        var app = List.copyOf(replicas.keySet()).get(random.nextInt(replicas.size()));
        var least = random.nextInt(3);
        var budget = SampleCluster.json("""
                {"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"namespace":"default","name":"kept"},
                "spec":{"minAvailable":%d,"selector":{"matchLabels":{"app":"%s"}}}}""".formatted(least, app));
        assertThat(client.create(ApiResource.BUDGETS, budget).problem())
                .as(about)
                .isEmpty();
        try (var budgets = new Observed(client, ApiResource.BUDGETS)) {
            budgets.await(
                    about + ": the budget is counted",
                    each -> each.at("/status/observedGeneration").asLong() > 0);
        }
        var said = said(snapshot(client), drained(node));
        var where = about + ", drain " + node + ", " + least + " of " + app + " stay";
        cordon(client, nodes, node, true);
        drain(client, pods, node, said.after().blocked().keySet(), where);
        // Where there is not room for all, who comes first is chance; and where nodes are equal, which is taken, and so
        // what fits behind it.
        var isFull = waits(counts(said.after())) || (hasTies(said) && waits(live(pods.all())));
        if (isFull) {
            checked.merge("drain without room for all", 1, Integer::sum);
        } else {
            evictAll(client, pods, node, said.after().blocked().keySet(), where);
            compare(said, pods, where);
            assertThat(said.after().blocked().keySet()).as(where).hasSameSizeAs(on(pods, node));
        }
        assertThat(client.delete(ApiResource.BUDGETS, new ObjectName("default", "kept"), DeleteOptions.DEFAULT)
                        .isDeleted())
                .isTrue();
        cordon(client, nodes, node, false);
        checked.merge(said.after().blocked().isEmpty() ? "drain" : "drain that a budget stops", 1, Integer::sum);
    }

    /** One pod after the other, in the order in which new ones are placed. */
    private void drain(ApiClient client, Observed pods, String node, Set<String> blocked, String about)
            throws InterruptedException {
        var order = on(pods, node).stream()
                .sorted(Comparator.comparing(pod -> pod.at("/metadata/name").asText()))
                .toList();
        for (var pod : order) {
            if (!blocked.contains(ObjectName.of(pod).toString())) evict(client, pods, List.of(pod), about);
        }
    }

    private static boolean waits(Map<String, Counts> counts) {
        return counts.values().stream().anyMatch(each -> each.waiting() > 0);
    }

    private static boolean hasTies(Simulation.Result said) {
        return said.after().pods().stream()
                .anyMatch(fate -> fate.ending() instanceof PodOutcome.Placed placed && placed.tied() > 1);
    }

    private void evictAll(ApiClient client, Observed pods, String node, Set<String> blocked, String about)
            throws InterruptedException {
        for (var attempt = 0; attempt < 50; attempt++) {
            if (on(pods, node).size() <= blocked.size()) return;
            evict(client, pods, on(pods, node), about);
        }
        throw new AssertionError(about + ": pods stay on the node that were said to go");
    }

    /** Each is evicted once; some may be refused. */
    private void evict(ApiClient client, Observed pods, List<ObjectNode> those, String about)
            throws InterruptedException {
        var evicted = new ArrayList<String>();
        for (var pod : those) {
            var name = ObjectName.of(pod);
            var uid = pod.at("/metadata/uid").asText();
            var done = client.create(ApiResource.PODS.sub("eviction"), name, new EvictionDraft(name, uid).document());
            if (done.problem().isEmpty()) evicted.add(uid);
        }
        pods.awaitAll(
                about + ": evicted pods are gone",
                all -> all.stream()
                        .noneMatch(
                                pod -> evicted.contains(pod.at("/metadata/uid").asText())));
        settle(pods, about);
    }

    private static List<ObjectNode> on(Observed pods, String node) {
        return pods.all().stream()
                .filter(pod -> pod.at("/spec/nodeName").asText().equals(node))
                .toList();
    }

    /** Its taint comes and goes a moment later. */
    private static void cordon(ApiClient client, Observed nodes, String node, boolean isCordoned)
            throws InterruptedException {
        var patch = new Patch.Merge(SampleCluster.json("{\"spec\":{\"unschedulable\":" + isCordoned + "}}"));
        assertThat(client.patch(ApiResource.NODES, ObjectName.ofCluster(node), patch)
                        .problem())
                .isEmpty();
        nodes.await(
                node + (isCordoned ? " is cordoned" : " is not cordoned"),
                each -> each.at("/metadata/name").asText().equals(node)
                        && each.at("/spec/unschedulable").asBoolean() == isCordoned
                        && each.at("/spec/taints").isEmpty() != isCordoned);
    }

    /** Another size of all pods of a workload, with one pod more than wanted at most. */
    private void rollout(ApiClient client, Observed pods, Snapshot before, String about) throws InterruptedException {
        var name = List.copyOf(replicas.keySet()).get(random.nextInt(replicas.size()));
        var size = SIZES.get(random.nextInt(SIZES.size()));
        if (size.equals(sizes.get(name))) return;
        var text = SampleCluster.deploymentText(
                "default", name, replicas.getOrDefault(name, 0), SampleCluster.requests(size, "64Mi"));
        var loaded = (Loaded.Documents) new ManifestLoader().read("changed.yaml", text);
        var said = said(
                before,
                new RequestedChanges(
                        "default", loaded.manifests(), List.of(), List.of(), List.of(), List.of(), List.of(), 0));
        var expected = counts(said.after());
        var there = names(before);
        var old = sizes.getOrDefault(name, "");
        var patch = new Patch.Merge(SampleCluster.json("""
                {"spec":{"template":{"spec":{"containers":[{"name":"app","image":"i","resources":
                {"requests":{"cpu":"%s","memory":"64Mi"}}}]}}}}""".formatted(size)));
        assertThat(client.patch(ApiResource.DEPLOYMENTS, new ObjectName("default", name), patch)
                        .problem())
                .as(about)
                .isEmpty();
        var where = about + ", " + name + " rolled out with " + size + ": " + expected;
        var isAsSaid = true;
        try {
            pods.awaitAll(
                    where,
                    all -> areSettled(all)
                            && live(all).equals(expected)
                            && requests(all, name, there, old).equals(requests(said, name, size, old)));
        } catch (AssertionError other) {
            // Of equal nodes the live scheduler took another one, and so there is no room for the last pod.
            if (!hasTies(said) || !waits(live(pods.all()))) throw other;
            isAsSaid = false;
        }
        sizes.put(name, size);
        checked.merge(isAsSaid ? "rollout" : "rollout that ends by chance", 1, Integer::sum);
        // What is stuck is taken away: from zero it begins with one template.
        if (!isAsSaid
                || expected.getOrDefault(name, new Counts(0, 0)).waiting() > 0
                || requests(pods.all(), name, there, old).size() > 1) {
            scaleTo(client, name, 0);
            settle(pods, "none left after " + where);
        }
    }

    /** The sizes that pods of a workload have in the end: one, or two where the rollout is stuck. */
    private static Set<String> requests(Simulation.Result said, String name, String now, String before) {
        var found = new TreeSet<String>();
        for (var fate : said.after().pods()) {
            if (!fate.workload().equals("Deployment default/" + name) || fate.ending() instanceof PodOutcome.Gone)
                continue;
            found.add(fate.isMade() ? now : before);
        }
        return found;
    }

    /** The same of pods that are there; one that was there before may have been resized. */
    private static Set<String> requests(Collection<ObjectNode> pods, String name, Set<String> there, String before) {
        var found = new TreeSet<String>();
        for (var pod : pods) {
            if (!pod.at("/metadata/labels/app").asText().equals(name)) continue;
            var isOld = there.contains(ObjectName.of(pod).toString());
            found.add(
                    isOld
                            ? before
                            : pod.at("/spec/containers/0/resources/requests/cpu")
                                    .asText());
        }
        return found;
    }

    /** The nodes that could go are drained in the order that was said: nobody waits. */
    private void consolidate(ApiClient client, Observed pods, Observed nodes, String about)
            throws InterruptedException {
        var result = new Simulation(snapshot(client), PredictionSettings.DEFAULT)
                .run(RequestedChanges.NONE, SimulationOptions.DEFAULT.consolidating());
        var outcome = result.consolidations().getFirst().outcome();
        var where =
                about + ", drain " + outcome.drained() + " of " + nodes.all().size();
        if (outcome.drained().isEmpty()) return;
        // The first can be taken at its word; after it, who of several equal nodes was taken is chance.
        var node = outcome.drained().getFirst();
        cordon(client, nodes, node, true);
        // One pod after the other, as was said: of pods that go together, who comes first is chance, and all may not
        // fit in another order.
        var order = on(pods, node).stream()
                .sorted(Comparator.comparing((ObjectNode pod) ->
                                pod.at("/metadata/creationTimestamp").asText())
                        .thenComparing(pod -> pod.at("/metadata/name").asText()))
                .toList();
        for (var pod : order) evict(client, pods, List.of(pod), where);
        // The scheduler may have seen that the node is cordoned a moment late.
        evictAll(client, pods, node, Set.of(), where);
        assertThat(live(pods.all()).values()).as(where).allMatch(counts -> counts.waiting() == 0);
        assertThat(on(pods, node)).as(where).isEmpty();
        cordon(client, nodes, node, false);
        checked.merge("consolidation", 1, Integer::sum);
    }

    private void scale(ApiClient client, Observed pods, Snapshot before, String about) throws InterruptedException {
        var name = List.copyOf(replicas.keySet()).get(random.nextInt(replicas.size()));
        var wanted = random.nextInt(7);
        var change = new RequestedChanges.Scale(ApiResource.DEPLOYMENTS, new ObjectName("default", name), wanted);
        var said = said(
                before,
                new RequestedChanges(
                        "default", List.of(), List.of(change), List.of(), List.of(), List.of(), List.of(), 0));
        scaleTo(client, name, wanted);
        compare(said, pods, about + ", scale " + name + " to " + wanted);
        checked.merge("scale", 1, Integer::sum);
    }

    private void create(ApiClient client, Observed pods, Snapshot before, String about) throws InterruptedException {
        var name = "app" + made++;
        var count = 1 + random.nextInt(4);
        var size = SIZES.get(random.nextInt(SIZES.size()));
        var text = SampleCluster.deploymentText("default", name, count, SampleCluster.requests(size, "64Mi"));
        var loaded = (Loaded.Documents) new ManifestLoader().read("new.yaml", text);
        var said = said(
                before,
                new RequestedChanges(
                        "default", loaded.manifests(), List.of(), List.of(), List.of(), List.of(), List.of(), 0));
        assertThat(client.create(ApiResource.DEPLOYMENTS, SampleCluster.json(text))
                        .problem())
                .as(about)
                .isEmpty();
        replicas.put(name, count);
        sizes.put(name, size);
        compare(said, pods, about + ", " + count + " of " + size);
        checked.merge("new", 1, Integer::sum);
    }

    /**
     * A pod of a higher class comes. Which of several equal nodes makes room is chance, and with it who finds another place; whether one does,
     * and whether pods go for it, is not.
     */
    private void preempt(ApiClient client, Observed pods, Snapshot before, String about) throws InterruptedException {
        var name = "urgent" + made++;
        var size = List.of("500m", "1500m", "3").get(random.nextInt(3));
        var there = names(before);
        var text = """
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%1$s","labels":{"app":"%1$s"}},
                "spec":{"priorityClassName":"urgent","containers":[{"name":"app","image":"i","resources":
                {"requests":{"cpu":"%2$s","memory":"64Mi"}}}]}}""".formatted(name, size);
        var loaded = (Loaded.Documents) new ManifestLoader().read("urgent.yaml", text);
        var said = said(
                before,
                new RequestedChanges(
                        "default", loaded.manifests(), List.of(), List.of(), List.of(), List.of(), List.of(), 0));
        var expected = said.after().pods().stream()
                .filter(fate -> fate.name().equals(name))
                .findFirst()
                .orElseThrow()
                .ending();
        var victims = expected instanceof PodOutcome.Placed placed ? placed.victims() : List.<String>of();
        assertThat(client.create(ApiResource.PODS, SampleCluster.json(text)).problem())
                .as(about)
                .isEmpty();
        var where = about + ", " + size + " of a higher class: " + expected;
        pods.await(
                where,
                pod -> pod.at("/metadata/name").asText().equals(name)
                        && (expected instanceof PodOutcome.Placed
                                ? isSettled(pod)
                                : reason(pod, "PodScheduled").equals("Unschedulable")));
        // Whose containers have ended holds nothing any more, and is still shown for a moment.
        pods.awaitAll(
                where + ": who goes is gone",
                all -> all.stream()
                        .allMatch(pod -> pod.at("/metadata/deletionTimestamp").isMissingNode()));
        var gone = new TreeSet<>(there);
        gone.removeAll(names(pods.all()));
        assertThat(gone.isEmpty()).as(where).isEqualTo(victims.isEmpty());
        // On one of several equal nodes others go.
        if (expected instanceof PodOutcome.Placed(var node, var _, var _, var _) && isOn(pods, name, node))
            assertThat(gone).as(where).isEqualTo(new TreeSet<>(victims));
        assertThat(client.delete(ApiResource.PODS, new ObjectName("default", name), DeleteOptions.DEFAULT)
                        .isDeleted())
                .as(where)
                .isTrue();
        pods.awaitAll(
                where + ", and goes again",
                all -> all.stream()
                        .noneMatch(pod -> pod.at("/metadata/name").asText().equals(name)));
        checked.merge(victims.isEmpty() ? "urgent pod" : "preemption", 1, Integer::sum);
    }

    private static boolean isOn(Observed pods, String name, String node) {
        return on(pods, node).stream()
                .anyMatch(pod -> pod.at("/metadata/name").asText().equals(name));
    }

    /** Those that are not on their way out. */
    private static Set<String> names(Snapshot snapshot) {
        var names = new TreeSet<String>();
        for (var pod : snapshot.objects(SnapshotKinds.PODS))
            if (!pod.metadata().isBeingDeleted()) names.add(pod.name().toString());
        return names;
    }

    private static Set<String> names(Collection<ObjectNode> pods) {
        var names = new TreeSet<String>();
        for (var pod : pods) names.add(ObjectName.of(pod).toString());
        return names;
    }

    /** Pods with whole CPUs come to nodes that give CPUs to one pod alone, and go again: who is let in, and who has to wait. */
    @Test
    void nodesWithManagersDoWhatWasSaid() throws Exception {
        for (var i = 0; i < Math.max(1, CLUSTERS / 4); i++) managers(SEED + i);
        assertThat(checked).as("what was compared").containsKeys("let in", "waits for a node");
    }

    private void managers(long seed) throws Exception {
        random = new Random(seed);
        var machine = MachineNotation.literal("2s2n4c1t,memory=16Gi");
        var policy = List.of("single-numa-node", "restricted").get(random.nextInt(2));
        var scope = List.of("pod", "container").get(random.nextInt(2));
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), Map.of())
                .withAlignment(policy, scope, Map.of());
        var managers =
                (ResourceManagers.Configured.Ready) ResourceManagers.configure(machine, settings, FeatureGates.DEFAULT);
        var nodes =
                List.of(NodeGroup.of("pinned", 1 + random.nextInt(2), machine).pinnedBy(managers.resourceManagers()));
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS);
                var observedNodes = new Observed(cluster.client(), ApiResource.NODES)) {
            observedNodes.awaitAll(
                    "all nodes are ready, and without taints",
                    list -> list.size() == nodes.getFirst().count()
                            && list.stream()
                                    .allMatch(node -> condition(node, "Ready").equals("True")
                                            && node.at("/spec/taints").isEmpty()));
            for (var i = 0; i < CHANGES; i++)
                pinned(cluster.client(), pods, observedNodes, policy + ", " + scope + ", seed " + seed + ", pod " + i);
        }
    }

    private void pinned(ApiClient client, Observed pods, Observed nodes, String about) throws InterruptedException {
        var running = pods.all().stream()
                .map(pod -> pod.at("/metadata/name").asText())
                .sorted()
                .toList();
        if (!running.isEmpty() && random.nextInt(3) == 0) {
            var name = running.get(random.nextInt(running.size()));
            delete(client, pods, name, about);
        }
        var name = "pinned" + made++;
        var cpus = 1 + random.nextInt(5);
        var text = """
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%1$s","labels":{"app":"%1$s"}},
                "spec":{"containers":[{"name":"app","image":"i","resources":{"requests":{"cpu":"%2$d","memory":"64Mi"},
                "limits":{"cpu":"%2$d","memory":"64Mi"}}}]}}""".formatted(name, cpus);
        publishedAll(pods, nodes, about);
        var loaded = (Loaded.Documents) new ManifestLoader().read("pinned.yaml", text);
        // The scheduler of this cluster leaves out nodes that could not align a pod.
        var aligning = new PredictionSettings(FeatureGates.DEFAULT, List.of(Profile.DEFAULT), true, null);
        var said = said(
                snapshot(client),
                aligning,
                new RequestedChanges(
                        "default", loaded.manifests(), List.of(), List.of(), List.of(), List.of(), List.of(), 0));
        var expected = said.after().pods().stream()
                .filter(fate -> fate.name().equals(name))
                .findFirst()
                .orElseThrow()
                .ending();
        assertThat(client.create(ApiResource.PODS, SampleCluster.json(text)).problem())
                .as(about)
                .isEmpty();
        var where = about + " of " + cpus + " CPUs: " + expected;
        // Where two nodes are equally good, which one is asked is chance: then both answers may be right.
        var isChance = expected instanceof PodOutcome.Placed placed && placed.tied() > 1;
        pods.await(
                where,
                pod -> pod.at("/metadata/name").asText().equals(name)
                        && (isChance
                                ? isSettled(pod)
                                        || pod.at("/status/phase").asText().equals("Failed")
                                : isAs(pod, expected)));
        if (!isChance)
            checked.merge(
                    switch (expected) {
                        case PodOutcome.Placed _ -> "let in";
                        case PodOutcome.Refused _ -> throw new AssertionError(where);
                        default -> "waits for a node";
                    },
                    1,
                    Integer::sum);
        var isLetIn = pods.all().stream()
                .anyMatch(pod -> pod.at("/metadata/name").asText().equals(name) && isSettled(pod));
        if (!isLetIn) delete(client, pods, name, about);
    }

    /** Nodes tell of what they gave a moment later than of the pod that has it. */
    private static void publishedAll(Observed pods, Observed nodes, String about) throws InterruptedException {
        var held = new TreeSet<String>();
        for (var pod : pods.all()) held.add(pod.at("/metadata/uid").asText());
        nodes.awaitAll(about + ": nodes tell of what pods have", list -> {
            var told = new TreeSet<String>();
            for (var node : list)
                new NodeObject(node)
                        .resourceManagers()
                        .ifPresent(managers ->
                                told.addAll(managers.state().cpus().pods().keySet()));
            return told.equals(held);
        });
    }

    private static void delete(ApiClient client, Observed pods, String name, String about) throws InterruptedException {
        assertThat(client.delete(ApiResource.PODS, new ObjectName("default", name), DeleteOptions.DEFAULT)
                        .isDeleted())
                .as(about)
                .isTrue();
        pods.awaitAll(
                about + ": " + name + " goes",
                all -> all.stream()
                        .noneMatch(pod -> pod.at("/metadata/name").asText().equals(name)));
    }

    private static boolean isAs(JsonNode pod, PodOutcome expected) {
        return switch (expected) {
            case PodOutcome.Placed placed ->
                isSettled(pod) && pod.at("/spec/nodeName").asText().equals(placed.node());
            case PodOutcome.Refused refused ->
                pod.at("/status/phase").asText().equals("Failed")
                        && pod.at("/status/reason").asText().equals(refused.reason())
                        && pod.at("/status/message").asText().contains(refused.message());
            case PodOutcome.Waits _ -> reason(pod, "PodScheduled").equals("Unschedulable");
            case PodOutcome.Stays _, PodOutcome.Unknown _, PodOutcome.Gone _ -> false;
        };
    }

    private void resize(ApiClient client, Observed pods, Snapshot before, String about) throws InterruptedException {
        var running = pods.all().stream().filter(SimulationTruthTest::isSettled).toList();
        if (running.isEmpty()) return;
        var name =
                running.get(random.nextInt(running.size())).at("/metadata/name").asText();
        var size = List.of("50m", "400m", "1200m", "2500m", "20").get(random.nextInt(5));
        var wish = ((RequestedResize.Parsed.Ok) RequestedResize.parse("--resize", ResourceName.CPU, size)).wish();
        var change = new RequestedChanges.Resize(ApiResource.PODS, new ObjectName("default", name), "", List.of(wish));
        var said = said(
                before,
                new RequestedChanges(
                        "default", List.of(), List.of(), List.of(change), List.of(), List.of(), List.of(), 0));
        var patch = PodResizePatch.ofContainer("app")
                .request(ResourceName.CPU, size)
                .patch();
        var done = client.patch(ApiResource.PODS.sub("resize"), new ObjectName("default", name), patch);
        if (!said.refused().isEmpty()) {
            assertThat(done.problem())
                    .as(about)
                    .endsWith(said.refused().values().iterator().next());
            checked.merge("refused resize", 1, Integer::sum);
            return;
        }
        assertThat(done.problem()).as(about).isEmpty();
        var expected = said.after().resizes().getFirst();
        var generation = ((RequestResult.Done<ObjectNode>) done)
                .value()
                .at("/metadata/generation")
                .asLong();
        pods.await(
                about + ": " + name + " to " + size + " is " + expected,
                pod -> pod.at("/metadata/name").asText().equals(name)
                        && pod.at("/status/observedGeneration").asLong() >= generation
                        && result(pod) == expected.verdict()
                        && message(pod).equals(expected.message()));
        checked.merge("resize", 1, Integer::sum);
        // What was not granted is taken back, so that it does not come true later.
        if (expected.verdict() != ResizeFate.Verdict.DONE)
            assertThat(client.delete(ApiResource.PODS, new ObjectName("default", name), DeleteOptions.DEFAULT)
                            .isDeleted())
                    .isTrue();
    }

    private static ResizeFate.Verdict result(JsonNode pod) {
        return switch (reason(pod, "PodResizePending")) {
            case "Deferred" -> ResizeFate.Verdict.DEFERRED;
            case "Infeasible" -> ResizeFate.Verdict.INFEASIBLE;
            default -> ResizeFate.Verdict.DONE;
        };
    }

    private static String message(JsonNode pod) {
        for (var condition : pod.at("/status/conditions"))
            if (condition.path("type").asText().equals("PodResizePending"))
                return condition.path("message").asText();
        return "";
    }

    private static Simulation.Result said(Snapshot before, RequestedChanges changes) {
        return said(before, PredictionSettings.DEFAULT, changes);
    }

    private static Simulation.Result said(Snapshot before, PredictionSettings settings, RequestedChanges changes) {
        var result = new Simulation(before, settings).run(changes, SimulationOptions.DEFAULT);
        assertThat(result.problems()).isEmpty();
        assertThat(result.misunderstood()).isEmpty();
        assertThat(result.after().isSettled()).isTrue();
        return result;
    }

    private void compare(Simulation.Result said, Observed pods, String about) throws InterruptedException {
        var expected = counts(said.after());
        settle(pods, about);
        pods.awaitAll(
                about + ": " + expected, all -> areSettled(all) && live(all).equals(expected));
        var added = said.difference().changes().stream()
                .filter(change -> change.kind() == PredictionDifference.Kind.ADDED)
                .toList();
        if (added.size() != 1
                || !(added.getFirst().fate().ending() instanceof PodOutcome.Placed placed)
                || placed.tied() > 1) return;
        var workload = said.after().pods().stream()
                .filter(fate -> fate.workload().equals(added.getFirst().fate().workload()))
                .map(fate -> fate.ending().node())
                .filter(node -> !node.isEmpty())
                .sorted()
                .toList();
        var app = added.getFirst().fate().workload().replace("Deployment default/", "");
        var real = pods.all().stream()
                .filter(pod -> pod.at("/metadata/labels/app").asText().equals(app))
                .map(pod -> pod.at("/spec/nodeName").asText())
                .filter(node -> !node.isEmpty())
                .sorted()
                .toList();
        assertThat(real).as(about).isEqualTo(workload);
        checked.merge("place", 1, Integer::sum);
    }

    private static Map<String, Counts> counts(PredictedOutcome outcome) {
        var counts = new TreeMap<String, Counts>();
        for (var fate : outcome.pods()) {
            if (fate.ending() instanceof PodOutcome.Gone || !fate.workload().startsWith("Deployment default/"))
                continue;
            var app = fate.workload().replace("Deployment default/", "");
            counts.merge(app, new Counts(0, 0).plus(!fate.waits()), (sum, one) -> sum.plus(!fate.waits()));
        }
        return counts;
    }

    private static Map<String, Counts> live(Collection<ObjectNode> pods) {
        var counts = new TreeMap<String, Counts>();
        for (var pod : pods) {
            var runs = condition(pod, "Ready").equals("True");
            counts.merge(
                    pod.at("/metadata/labels/app").asText(), new Counts(0, 0).plus(runs), (sum, one) -> sum.plus(runs));
        }
        return counts;
    }

    private void settle(Observed pods, String about) throws InterruptedException {
        pods.awaitAll(about + ": all pods run or wait", all -> {
            var counts = live(all);
            var isRight = replicas.entrySet().stream().allMatch(entry -> {
                var there = counts.getOrDefault(entry.getKey(), new Counts(0, 0));
                return there.running() + there.waiting() == entry.getValue();
            });
            return isRight && areSettled(all);
        });
    }

    private static boolean areSettled(Collection<ObjectNode> pods) {
        return pods.stream()
                .allMatch(pod -> isSettled(pod) || reason(pod, "PodScheduled").equals("Unschedulable"));
    }

    private static boolean isSettled(JsonNode pod) {
        return condition(pod, "Ready").equals("True")
                && pod.at("/metadata/deletionTimestamp").isMissingNode();
    }

    private static String condition(JsonNode object, String type) {
        for (var condition : object.at("/status/conditions"))
            if (condition.path("type").asText().equals(type))
                return condition.path("status").asText();
        return "";
    }

    private static String reason(JsonNode object, String type) {
        for (var condition : object.at("/status/conditions"))
            if (condition.path("type").asText().equals(type))
                return condition.path("reason").asText();
        return "";
    }

    private void scaleTo(ApiClient client, String name, int wanted) {
        var patch = new Patch.Merge(SampleCluster.json("{\"spec\":{\"replicas\":" + wanted + "}}"));
        assertThat(client.patch(ApiResource.DEPLOYMENTS, new ObjectName("default", name), patch)
                        .problem())
                .isEmpty();
        replicas.put(name, wanted);
    }

    private static Snapshot snapshot(ApiClient client) {
        return RecordedCluster.of(client).snapshot();
    }
}
