package dev.plimsoll.benchmarks.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.objects.autoscaling.UsageMetricsDraft;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotFiles;
import dev.plimsoll.snapshot.SnapshotLimits;
import dev.plimsoll.snapshot.capture.ClusterCapture;
import dev.plimsoll.snapshot.capture.SnapshotWriter;
import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** A cluster with one node, in virtual time, whose pods use what a scenario says. */
final class ScenarioCluster implements AutoCloseable {
    private static final String NODE = "node-0";
    private static final ObjectName DEPLOYMENT = new ObjectName("default", "web");
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** Nodes tell every 15 s what pods used since. */
    private static final int MEASURED_IN_A_MINUTE = 4;

    private static final int UNCHANGED_SECONDS = 14;
    private static final int LATE_MINUTES = 4;

    private final AutoscaledScenario scenario;
    private final TestCluster cluster;
    private final List<AutoscalerSteps.Scaled> scaled = new ArrayList<>();
    private final Map<String, String> using = new HashMap<>();
    /** By uid, what the node gives to pods. */
    private final Map<String, ComputeAmounts> given = new HashMap<>();

    /** Pods whose resize waits for room. */
    private final Set<String> deferred = new HashSet<>();

    private final List<String> log = new ArrayList<>();
    private String last = "";
    private Duration at = Duration.ZERO;
    private int replicas;
    private int mostWaiting;
    private long resizes;
    private long deferrals;
    private long gone;

    ScenarioCluster(AutoscaledScenario scenario) {
        this.scenario = scenario;
        this.replicas = scenario.replicas();
        this.cluster = TestCluster.builder()
                .nodes(1)
                .topology("1s1n" + scenario.cpus() + "c1t,memory=32Gi")
                .time(ClusterTime.VIRTUAL)
                .patience(Duration.ofMinutes(5))
                .start();
        cluster.applyText(scenario.deployment());
        cluster.await(
                ApiResource.DEPLOYMENTS,
                DEPLOYMENT,
                web -> web.at("/status/readyReplicas").asInt() == scenario.replicas());
    }

    /** As the command would write it. */
    Snapshot snapshot(Path folder) throws IOException {
        var taken = cluster.now().truncatedTo(ChronoUnit.SECONDS);
        if (!(new ClusterCapture(cluster.client(), "", _ -> {}).capture(taken)
                instanceof ClusterCapture.Outcome.Captured captured))
            throw new AssertionError("nothing can be read of the cluster");
        var file = folder.resolve("cluster.json.gz");
        SnapshotWriter.of(captured).write(file);
        return new SnapshotFiles(SnapshotLimits.usual()).read(List.of(file));
    }

    List<String> podNames() {
        return pods().stream().map(pod -> ObjectName.of(pod).name()).sorted().toList();
    }

    /**
     * Lets it run, with its autoscaler. What was begun in the last minute, by a recommender and then by an updater, has a few more to come to its
     * end.
     *
     * @param isDone whether that has come to its end
     */
    AutoscalerSteps play(Predicate<AutoscalerSteps> isDone) {
        awaitMeasured();
        use(scenario.minutes().getFirst());
        cluster.applyText(scenario.autoscaler());
        for (var use : scenario.minutes()) minute(use);
        var last = scenario.minutes().getLast();
        for (var more = 0; more < LATE_MINUTES && !isDone.test(steps()); more++) minute(last);
        return steps();
    }

    private void minute(AutoscaledScenario.Use use) {
        use(use);
        for (var i = 0; i < MEASURED_IN_A_MINUTE; i++) {
            var before = measured();
            for (var seconds = 0; seconds < UNCHANGED_SECONDS; seconds++) {
                cluster.advance(SECOND);
                at = at.plus(SECOND);
                look(use);
            }
            awaitMeasuredAfter(before);
            at = at.plus(SECOND);
            look(use);
        }
    }

    private AutoscalerSteps steps() {
        var all = pods();
        var asked = all.stream().map(ScenarioCluster::held).reduce(ComputeAmounts.NONE, ComputeAmounts::plus);
        return new AutoscalerSteps(scaled, resizes, deferrals, evicted(), asked, all.size(), mostWaiting);
    }

    /** What came about, and when. */
    List<String> log() {
        return log;
    }

    private long evicted() {
        return scenario.mode().isEmpty() ? 0 : gone;
    }

    private String measured() {
        return cluster.client()
                .get(UsageMetricsDraft.NODES, ObjectName.ofCluster(NODE))
                .done()
                .map(node -> node.path("timestamp").asText())
                .orElse("");
    }

    private void awaitMeasured() {
        awaitMeasuredAfter(measured());
    }

    /** Comes to the moment at which the node has told what was used: what changes now belongs to the next time. */
    private void awaitMeasuredAfter(String before) {
        for (var i = 0; measured().equals(before); i++) {
            if (i > 300) throw new AssertionError("the node does not tell what is used");
            cluster.advance(Duration.ofMillis(100));
        }
    }

    private void look(AutoscaledScenario.Use use) {
        use(use);
        var now = cluster.client()
                .get(ApiResource.DEPLOYMENTS, DEPLOYMENT)
                .done()
                .orElseThrow()
                .at("/spec/replicas")
                .asInt();
        if (now != replicas) scaled.add(new AutoscalerSteps.Scaled(at, replicas, now));
        replicas = now;
        var there = new HashSet<String>();
        var waits = new HashSet<String>();
        var waiting = 0;
        for (var pod : pods()) {
            var uid = pod.at("/metadata/uid").asText();
            there.add(uid);
            if (pod.at("/spec/nodeName").asText().isEmpty()) waiting++;
            var amounts = amounts(pod.at("/status/containerStatuses/0/resources/requests"));
            if (isRunning(pod)) {
                var before = given.put(uid, amounts);
                if (before != null && !before.equals(amounts)) resizes++;
            }
            for (var condition : pod.at("/status/conditions"))
                if (condition.path("type").asText().equals("PodResizePending")
                        && condition.path("reason").asText().equals("Deferred")) waits.add(uid);
        }
        deferrals += waits.stream().filter(uid -> !deferred.contains(uid)).count();
        deferred.clear();
        deferred.addAll(waits);
        mostWaiting = Math.max(mostWaiting, waiting);
        gone += given.keySet().stream().filter(uid -> !there.contains(uid)).count();
        given.keySet().retainAll(there);
        var seen = pods().stream()
                .map(pod -> ObjectName.of(pod).name() + (isRunning(pod) ? " runs " : " waits ") + requests(pod))
                .toList()
                .toString();
        if (!seen.equals(last)) log.add(at.toSeconds() + " s: " + seen);
        last = seen;
    }

    /** What all use is divided among those that run. */
    private void use(AutoscaledScenario.Use use) {
        var running = pods().stream().filter(ScenarioCluster::isRunning).toList();
        for (var pod : running) {
            var cpu = "cpu=constant " + Math.ceilDiv(use.cpu(), running.size()) + "m";
            var memory = "memory=constant " + use.memory() + "Mi";
            var instance = pod.at("/status/containerStatuses/0/containerID").asText();
            if (!(cpu + memory).equals(using.put(instance, cpu + memory)))
                cluster.use("default", ObjectName.of(pod).name(), "app", cpu, memory);
        }
    }

    private List<ObjectNode> pods() {
        return cluster
                .client()
                .list(ApiResource.PODS, ObjectSelection.inNamespace("default"), Page.ALL)
                .done()
                .orElseThrow()
                .items()
                .stream()
                .filter(pod -> pod.at("/metadata/deletionTimestamp").isMissingNode())
                .toList();
    }

    private static boolean isRunning(JsonNode pod) {
        return pod.at("/status/containerStatuses/0/state").has("running");
    }

    /** As its node has it, or, without a node, as it asks. */
    private static ComputeAmounts held(JsonNode pod) {
        return isRunning(pod) ? amounts(pod.at("/status/containerStatuses/0/resources/requests")) : requests(pod);
    }

    private static ComputeAmounts requests(JsonNode pod) {
        return amounts(pod.at("/spec/containers/0/resources/requests"));
    }

    private static ComputeAmounts amounts(JsonNode amounts) {
        return new ComputeAmounts(
                quantity(amounts.path("cpu")).milliValue(),
                quantity(amounts.path("memory")).value());
    }

    private static Quantity quantity(JsonNode text) {
        return Quantity.parse(text.asText("0")) instanceof ParsedQuantity.Parsed(var quantity)
                ? quantity
                : Quantity.of("0");
    }

    @Override
    public void close() {
        cluster.close();
    }
}
