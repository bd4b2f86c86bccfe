package dev.plimsoll.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.table.PodSummary;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.PodCaps;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.resize.ReportedState;
import dev.plimsoll.core.resize.admission.Holders;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.ContainerEnd;
import dev.plimsoll.objects.pod.PodObject;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the console keeps of pods, nodes and use says what the whole objects say, whatever came and went. */
// Acceptance of the console: kept
class FollowedPodTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:10:10Z");
    private static final EffectiveDemand HELD = EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.INCLUDED);
    private static final ReportedState REPORTED = ReportedState.under(FeatureGates.DEFAULT);
    private static final List<ResourceQuota> QUOTAS = List.of(
            quota("{}"),
            quota("{\"scopes\": [\"BestEffort\"]}"),
            quota("{\"scopes\": [\"NotBestEffort\", \"NotTerminating\"]}"),
            quota("{\"scopes\": [\"Terminating\"]}"),
            quota(
                    "{\"scopeSelector\": {\"matchExpressions\": [{\"scopeName\": \"PriorityClass\", \"operator\": \"In\", \"values\": [\"high\"]}]}}"),
            quota(
                    "{\"scopeSelector\": {\"matchExpressions\": [{\"scopeName\": \"CrossNamespacePodAffinity\", \"operator\": \"Exists\"}]}}"));

    /** What an API server would have: whole documents. */
    private final Map<ObjectName, ObjectNode> pods = new TreeMap<>();

    private final Map<ObjectName, ObjectNode> uses = new TreeMap<>();
    private final Map<String, ObjectNode> nodes = new TreeMap<>();

    private static ResourceQuota quota(String spec) {
        var document = ClientJson.read(
                        ("{\"metadata\": {\"namespace\": \"a\", \"name\": \"q\"}, \"spec\": " + spec + "}")
                                .getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        return PolicyReader.resourceQuota(document).orThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName("after any history of a watch, every figure is the one that whole objects give")
    void histories(long seed) {
        var random = new SplittableRandom(seed);
        var documents = new RandomPodDocuments(random);
        var dirty = new DirtyObjects(InstantSource.fixed(NOW));
        try (var caches = new ClusterCaches(AnsweredLists.none(), "", dirty)) {
            var model = new ClusterModel(caches, null, FailingReporter.INSTANCE);
            for (var step = 0; step < 600; step++) {
                change(random, documents, caches, step);
                if (random.nextInt(5) != 0) continue; // several changes at once
                model.update(taken(dirty), NOW);
                if (step % 10 == 0) check(model);
            }
            model.update(taken(dirty), NOW);
            check(model);
        }
    }

    private static DirtyObjects.Batch taken(DirtyObjects dirty) {
        try {
            return dirty.take(0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void change(SplittableRandom random, RandomPodDocuments documents, ClusterCaches caches, int step) {
        var name = new ObjectName(random.nextBoolean() ? "a" : "b", "p" + random.nextInt(12));
        switch (random.nextInt(12)) {
            case 0 -> {
                var gone = pods.remove(name);
                if (gone != null) caches.pods().remove(gone);
            }
            case 1 -> {
                var use = documents.use(name);
                uses.put(name, use);
                caches.metrics().put(use);
            }
            case 2 -> {
                var gone = uses.remove(name);
                if (gone != null) caches.metrics().remove(gone);
            }
            case 3 -> {
                var number = random.nextInt(RandomPodDocuments.NODES);
                var node = documents.node(number);
                var before = nodes.get("node-" + number);
                if (before != null && random.nextInt(3) == 0) {
                    nodes.remove("node-" + number);
                    caches.nodes().remove(before);
                } else {
                    nodes.put("node-" + number, node);
                    caches.nodes().put(node);
                }
            }
            case 4 -> {
                // The watch was lost: what is listed now is told by its differences.
                pods.remove(name);
                var other = new ObjectName("a", "p" + random.nextInt(12));
                pods.put(other, documents.pod(other, "uid-" + step));
                caches.pods().replace(List.copyOf(pods.values()));
            }
            default -> {
                var before = pods.get(name);
                var uid = before != null && random.nextInt(4) != 0
                        ? before.path("metadata").path("uid").asText()
                        : "uid-" + step;
                var pod = documents.pod(name, uid);
                pods.put(name, pod);
                caches.pods().put(pod);
            }
        }
    }

    /** A pod as it is, and what is kept of it. */
    private record Counted(Pod whole, Pod kept) {}

    /** Counts everything once more, from whole objects. */
    private void check(ClusterModel model) {
        assertThat(model.pods()).hasSameSizeAs(pods.values());
        var resizing = new HashSet<ObjectName>();
        var unscheduled = new HashSet<ObjectName>();
        var byNode = new TreeMap<String, List<Counted>>();
        pods.forEach((name, document) -> {
            var object = new PodObject(document);
            var pod = PodReader.read(document).orThrow();
            var facts = model.podOrNull(name);
            assertThat(facts).as(name.toString()).isNotNull();
            checkFacts(facts, object, pod);
            checkKept(facts.pod().pod(), pod, object);
            if (facts.isResizing()) resizing.add(name);
            if (pod.spec().placement().nodeName().isEmpty() && !pod.status().isTerminal()) unscheduled.add(name);
            if (!pod.status().isTerminal())
                byNode.computeIfAbsent(pod.spec().placement().nodeName(), _ -> new ArrayList<>())
                        .add(new Counted(pod, facts.pod().pod()));
            assertThat(model.caches().pods().found(ClusterCaches.BY_NODE, facts.node()))
                    .contains(facts.pod());
            for (var workload : TargetPods.workloads(object.metadata()))
                assertThat(model.caches().pods().found(TargetPods.BY_WORKLOAD, workload))
                        .contains(facts.pod());
        });
        assertThat(model.resizing()).isEqualTo(resizing);
        assertThat(model.unscheduled()).isEqualTo(unscheduled);
        assertThat(model.nodes()).hasSameSizeAs(nodes.values());
        nodes.forEach(
                (name, document) -> checkNode(model, new NodeObject(document), byNode.getOrDefault(name, List.of())));
    }

    private void checkFacts(PodFacts facts, PodObject object, Pod pod) {
        var summary = PodSummary.of(object.document(), NOW);
        var held = HELD.requests(pod);
        assertThat(facts.uid()).isEqualTo(object.uid());
        assertThat(facts.node()).isEqualTo(object.nodeName());
        assertThat(facts.status()).isEqualTo(summary.status());
        assertThat(facts.restarts()).isEqualTo(summary.restartCount());
        assertThat(facts.qosClass()).isEqualTo(pod.status().qosClass());
        assertThat(facts.resize()).isEqualTo(PodStates.resize(pod));
        assertThat(facts.created()).isEqualTo(object.metadata().created());
        assertThat(facts.isPodLevel()).isEqualTo(pod.spec().hasPodLevelResources());
        assertThat(facts.isEnded()).isEqualTo(pod.status().isTerminal());
        assertThat(facts.heldCpu()).isEqualTo(Compute.CPU.unitsOf(held));
        assertThat(facts.heldMemory()).isEqualTo(Compute.MEMORY.unitsOf(held));
        assertThat(facts.ooms())
                .isEqualTo(object.containerEnds().stream()
                        .filter(ContainerEnd::isOom)
                        .mapToLong(ContainerEnd::restarts)
                        .sum());
        var use = uses.get(facts.name());
        var metric = use == null ? null : new PodMetricsObject(use);
        assertThat(facts.cpu()).isEqualTo(PodStates.of(pod, metric, Compute.CPU));
        assertThat(facts.memory()).isEqualTo(PodStates.of(pod, metric, Compute.MEMORY));
    }

    /** Everything that views of many pods ask of a pod. */
    private static void checkKept(Pod kept, Pod whole, PodObject object) {
        assertThat(PodUsage.DEFAULT.of(kept, NOW)).isEqualTo(PodUsage.DEFAULT.of(whole, NOW));
        assertThat(PodUsage.DEFAULT.of(kept.withStatus(PodStatus.NONE), NOW))
                .isEqualTo(PodUsage.DEFAULT.of(whole.withStatus(PodStatus.NONE), NOW));
        for (var quota : QUOTAS)
            assertThat(QuotaAdmission.DEFAULT.counts(quota, kept))
                    .isEqualTo(QuotaAdmission.DEFAULT.counts(quota, whole));
        assertThat(kept.resizeIsInfeasible()).isEqualTo(whole.resizeIsInfeasible());
        assertThat(PodStates.resizeMessage(kept)).isEqualTo(PodStates.resizeMessage(whole));
        assertThat(ResizeState.of(kept.status().conditions()))
                .isEqualTo(ResizeState.of(whole.status().conditions()));
        assertThat(unscheduled(kept)).isEqualTo(unscheduled(whole));
        assertThat(kept.spec().placement()).isEqualTo(whole.spec().placement());
        assertThat(kept.spec().placement().schedulingGates()).isEqualTo(object.schedulingGates());
        assertThat(kept.status().startTimeOrNull()).isEqualTo(object.startTime().orElse(null));
        assertThat(AssignedResources.document(kept)).isEqualTo(AssignedResources.document(whole));
        assertThat(AssignedResources.cpus(kept)).isEqualTo(AssignedResources.cpus(whole));
        assertThat(PodDemand.AS_WRITTEN.requests(kept.spec())).isEqualTo(PodDemand.AS_WRITTEN.requests(whole.spec()));
        for (var i = 0; i < whole.spec().containers().size(); i++)
            assertThat(PodCaps.current(kept, kept.spec().containers().get(i)))
                    .isEqualTo(PodCaps.current(whole, whole.spec().containers().get(i)));
    }

    private static List<String> unscheduled(Pod pod) {
        return pod.status().conditions().stream()
                .filter(each ->
                        each.type().equals("PodScheduled") && !each.status().equals("True"))
                .map(each -> each.message())
                .toList();
    }

    private void checkNode(ClusterModel model, NodeObject node, List<Counted> counted) {
        var name = node.metadata().name();
        var figures = model.nodeOrNull(name);
        assertThat(figures).as(name).isNotNull();
        var whole = counted.stream().map(Counted::whole).toList();
        var kept = counted.stream().map(Counted::kept).toList();
        assertThat(figures.isReady()).isEqualTo(node.isReady());
        assertThat(figures.isCordoned()).isEqualTo(node.view().isUnschedulable());
        assertThat(figures.pods()).isEqualTo(whole.size());
        assertThat(figures.cpu().whole()).isEqualTo(Compute.CPU.unitsOf(node.allocatable()));
        assertThat(figures.memory().whole()).isEqualTo(Compute.MEMORY.unitsOf(node.allocatable()));
        assertThat(figures.cpu().held())
                .isEqualTo(whole.stream()
                        .mapToLong(pod -> Compute.CPU.unitsOf(HELD.requests(pod)))
                        .sum());
        assertThat(figures.memory().held())
                .isEqualTo(whole.stream()
                        .mapToLong(pod -> Compute.MEMORY.unitsOf(HELD.requests(pod)))
                        .sum());
        assertThat(figures.pending())
                .isEqualTo(whole.stream()
                        .filter(pod -> !PodStates.resize(pod).isEmpty())
                        .count());
        var wholeState = REPORTED.of(name, whole);
        var keptState = REPORTED.of(name, kept);
        for (var resource :
                List.of(ResourceName.CPU, ResourceName.MEMORY, ResourceName.PODS, ResourceName.EPHEMERAL_STORAGE))
            for (var uid : List.of(
                    "", whole.isEmpty() ? "" : whole.getFirst().metadata().uid()))
                assertThat(Holders.of(keptState, uid, resource)).isEqualTo(Holders.of(wholeState, uid, resource));
    }

    private static FollowedPod followed(ObjectNode document) {
        return ((Decoded.View<FollowedPod>) FollowedPod.decode(new PodObject(document), null)).value();
    }

    @Test
    @DisplayName("nothing that is kept of a pod, a node or its use holds a part of its document")
    void documents() {
        var documents = new RandomPodDocuments(new SplittableRandom(11));
        for (var i = 0; i < 200; i++) {
            var name = new ObjectName("a", "p" + i);
            assertThat(holdsDocument(followed(documents.pod(name, "uid-" + i)), new IdentityHashMap<>()))
                    .isFalse();
            assertThat(holdsDocument(FollowedUse.decode(documents.use(name)), new IdentityHashMap<>()))
                    .isFalse();
            assertThat(holdsDocument(FollowedNode.decode(new NodeObject(documents.node(i))), new IdentityHashMap<>()))
                    .isFalse();
        }
        assertThat(holdsDocument(
                        new PodObject(documents.pod(new ObjectName("a", "p"), "uid")), new IdentityHashMap<>()))
                .as("the search finds one where there is one")
                .isTrue();
    }

    private static boolean holdsDocument(Object value, Map<Object, Boolean> seen) {
        if (value instanceof JsonNode) return true;
        if (seen.put(value, true) != null) return false;
        if (value instanceof Iterable<?> items) {
            for (var item : items) if (holdsDocument(item, seen)) return true;
            return false;
        }
        if (value instanceof Map<?, ?> map)
            return holdsDocument(map.keySet(), seen) || holdsDocument(map.values(), seen);
        if (value instanceof Object[] items) return holdsDocument(List.of(items), seen);
        for (Class<?> type = value.getClass(); type != null && isOwn(type); type = type.getSuperclass()) {
            for (var field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) continue;
                field.setAccessible(true);
                try {
                    var held = field.get(value);
                    if (held != null && holdsDocument(held, seen)) return true;
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return false;
    }

    private static boolean isOwn(Class<?> type) {
        return type.getName().startsWith("dev.plimsoll.");
    }

    @Test
    @DisplayName("pods of one template share what is kept of them but for names, times and counts")
    void shared() {
        var first = followed(replica("web-1", "uid-1", 0));
        var second = followed(replica("web-2", "uid-2", 7));
        assertThat(second.spec()).isSameAs(first.spec());
        assertThat(second.reported()).isSameAs(first.reported());
        assertThat(second.amounts()).isSameAs(first.amounts());
        assertThat(second.workloads()).isSameAs(first.workloads());
        assertThat(second.status()).isSameAs(first.status());
        assertThat(second.name().namespace()).isSameAs(first.name().namespace());
        assertThat(second.restarts()).isEqualTo(7);
        assertThat(second.pod().metadata().name()).isEqualTo("web-2");
        assertThat(second.pod().spec().placement().nodeName()).isEqualTo("node-uid-2");
    }

    private static ObjectNode replica(String name, String uid, int restarts) {
        return ClientJson.read("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "%s", "uid": "%s",
                  "labels": {"pod-template-hash": "abc"}, "ownerReferences": [{"kind": "ReplicaSet", "name": "web-abc", "controller": true}]},
                "spec": {"nodeName": "node-%s", "containers": [{"name": "app", "image": "i", "resources": {"requests": {"cpu": "100m"}}}],
                  "volumes": [{"name": "kube-api-access-%s"}]},
                "status": {"phase": "Running", "qosClass": "Burstable", "startTime": "2026-01-01T00:00:0%dZ",
                  "conditions": [{"type": "Ready", "status": "True", "lastTransitionTime": "2026-01-01T00:00:0%dZ"}],
                  "containerStatuses": [{"name": "app", "containerID": "containerd://%s", "restartCount": %d, "ready": true,
                    "state": {"running": {}}, "allocatedResources": {"cpu": "100m"}, "resources": {"requests": {"cpu": "100m"}}}]}}""".formatted(name, uid, uid, uid, restarts, restarts, uid, restarts)
                        .getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    @Test
    @DisplayName("pods of many sizes are shared as well: their hashes are as many as they")
    void hashes() {
        var hashes = new HashSet<Integer>();
        for (var cpu = 0L; cpu < 7; cpu++)
            for (var memory = 0L; memory < 11; memory++)
                hashes.add(amounts(50 + cpu * 50, (64 + memory * 32) << 20).hashCode());
        assertThat(hashes).hasSize(77);
    }

    private static PodAmounts amounts(long cpu, long memory) {
        return new PodAmounts(
                new ResourceStates(cpu, cpu, cpu, ResourceStates.UNKNOWN),
                new ResourceStates(memory, memory, memory, ResourceStates.UNKNOWN),
                cpu,
                memory);
    }

    @Test
    @DisplayName(
            "a pod that is opened is read once, follows the watch from then on, and is dropped when nobody asks for it any more")
    void opened() throws InterruptedException {
        var documents = new RandomPodDocuments(new SplittableRandom(12));
        var name = new ObjectName("a", "web");
        var first = documents.pod(name, "uid");
        var lists = new AnsweredLists(Map.of(name, first));
        var dirty = new DirtyObjects(InstantSource.fixed(NOW));
        try (var caches = new ClusterCaches(lists.client(), "", dirty)) {
            caches.pods().put(documents.pod(name, "uid"));
            var asked = new ObjectName("a", "other");
            caches.turn(NOW);
            assertThat(caches.openedPods().find(name)).isEmpty();
            assertThat(caches.openedPods().find(asked)).isEmpty();
            lists.awaitAnswers(2);
            while (caches.openedPods().find(name).isEmpty()) dirty.take(1_000);
            assertThat(caches.openedPods().find(name)).contains(new PodObject(first));
            assertThat(caches.openedPods().find(asked)).isEmpty();
            var second = documents.pod(name, "uid");
            caches.pods().put(second);
            assertThat(caches.openedPods().find(name)).contains(new PodObject(second));
            caches.turn(NOW.plus(Duration.ofSeconds(20)));
            assertThat(caches.openedPods().find(name)).contains(new PodObject(second));
            assertThat(lists.names()).isEqualTo(Set.of("a/web", "a/other"));
            assertThat(lists.answers()).isEqualTo(2);
            caches.turn(NOW.plus(Duration.ofSeconds(40)));
            assertThat(caches.openedPods().size()).isEqualTo(1);
            caches.turn(NOW.plus(Duration.ofSeconds(80)));
            assertThat(caches.openedPods().size()).isZero();
        }
    }
}
