package dev.plimsoll.fakes.resize;

import static dev.plimsoll.fakes.resize.ScenarioSteps.assertRefused;
import static dev.plimsoll.fakes.resize.ScenarioSteps.assertUntouched;
import static dev.plimsoll.fakes.resize.ScenarioSteps.json;
import static dev.plimsoll.fakes.resize.ScenarioSteps.made;
import static dev.plimsoll.fakes.resize.ScenarioSteps.require;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import dev.plimsoll.fakes.resize.AskedResources.Part;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Resizes about which somebody decides before they are carried out: they wait, are taken back, are refused, or send another pod away. After each
 * step it is read inside the containers and at the pod's cgroup what is in force. Simulated and real nodes go through the same steps; what is not
 * as it should be is an AssertionError.
 *
 * <p>The node has 8 CPUs.
 */
public final class DecidedResizeScenarios {
    private static final ApiResource QUOTAS = ApiResource.namespaced("", "v1", "resourcequotas", "ResourceQuota");
    private static final ApiResource LIMIT_RANGES = ApiResource.namespaced("", "v1", "limitranges", "LimitRange");
    private static final ApiResource PRIORITY_CLASSES =
            ApiResource.clustered("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass");
    private static final String POD = "grower";
    private static final String NEIGHBOUR = "neighbour";
    private static final String LIMITS = "cpu=8000m,memory=64Mi";
    private static final Pattern BELOW_USAGE = Pattern.compile("memory limit \\(\\d+\\) below current usage");

    private final NodeUnderTest node;
    private final ScenarioSteps steps;

    /** A cluster with one node, in whose namespace {@code default} there is nothing else. */
    public interface NodeUnderTest {
        ApiClient client();

        String image();

        /** Makes a pod on the node. */
        ObjectNode create(String name, ObjectNode spec) throws InterruptedException;

        /** Makes a pod on the node, and waits until it is ready. */
        ObjectNode run(String name, ObjectNode spec) throws InterruptedException;

        ObjectNode await(String name, String what, Predicate<ObjectNode> wanted) throws InterruptedException;

        /** Waits until there is no pod of this name. */
        void awaitGone(String name) throws InterruptedException;

        /** What a script prints in a container. */
        String sh(ObjectNode pod, String container, String script) throws InterruptedException;
    }

    public DecidedResizeScenarios(NodeUnderTest node, ExpectedCgroups expected) {
        this.node = node;
        this.steps = new ScenarioSteps(node, expected);
    }

    private static AskedResources asking(String requests, String limits) {
        return new AskedResources("", "", List.of(new Part("c1", false, requests, limits, List.of())));
    }

    /** A resize that waits is taken back, asked for again, and carried out when another pod has gone. */
    public void deferredTakenBackAndGranted() throws InterruptedException {
        var before = asking("cpu=1000m,memory=32Mi", LIMITS);
        var after = asking("cpu=4000m,memory=32Mi", LIMITS);
        var pod = steps.run(POD, before);
        steps.run(NEIGHBOUR, asking("cpu=5000m,memory=32Mi", LIMITS));
        steps.deferred(POD, after);
        steps.assertSeen(pod, before);
        assertUntouched(pod, steps.awaitResized(POD, steps.patched(POD, before)));
        steps.assertSeen(pod, before);
        var generation = steps.deferred(POD, after);
        steps.delete(ApiResource.PODS, NEIGHBOUR);
        assertUntouched(pod, steps.awaitResized(POD, generation));
        steps.assertSeen(pod, after);
    }

    /** What the node never has is refused by the API server, however it is asked for. */
    public void infeasible() throws InterruptedException {
        var before = asking("cpu=1000m,memory=32Mi", LIMITS);
        var pod = steps.run(POD, before);
        var tooMuch = asking("cpu=9000m,memory=32Mi", "cpu=10000m,memory=64Mi");
        var why = "node didn't have enough allocatable resources: cpu, requested: 9000, allocatable: 8000";
        assertRefused(steps.patch(POD, tooMuch), why);
        var whole = steps.get(POD);
        ResizeDocuments.change(whole, tooMuch);
        assertRefused(node.client().update(ApiResource.PODS.sub("resize"), whole), why);
        steps.assertSeen(pod, before);
        assertUntouched(pod, steps.get(POD));
    }

    /** A quota refuses what is over it, and nothing else. */
    public void quota() throws InterruptedException {
        made(node.client().create(QUOTAS, json("""
                {"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"q","namespace":"default"},
                "spec":{"hard":{"requests.cpu":"1500m","limits.memory":"128Mi"}}}""")));
        try {
            var before = asking("cpu=1000m,memory=32Mi", LIMITS);
            var pod = steps.run(POD, before);
            assertRefused(
                    steps.patch(POD, asking("cpu=2000m,memory=32Mi", LIMITS)),
                    "exceeded quota: q, requested: requests.cpu=1");
            assertRefused(
                    steps.patch(POD, asking("cpu=1000m,memory=32Mi", "cpu=8000m,memory=192Mi")),
                    "exceeded quota: q, requested: limits.memory=128Mi");
            steps.assertSeen(pod, before);
            var after = asking("cpu=1500m,memory=48Mi", "cpu=8000m,memory=128Mi");
            assertUntouched(pod, steps.awaitResized(POD, steps.patched(POD, after)));
            steps.assertSeen(pod, after);
        } finally {
            steps.delete(QUOTAS, "q");
        }
    }

    /** Bounds of containers and of pods refuse what is beyond them. */
    public void limitRange() throws InterruptedException {
        made(node.client().create(LIMIT_RANGES, json("""
                {"apiVersion":"v1","kind":"LimitRange","metadata":{"name":"r","namespace":"default"},
                "spec":{"limits":[{"type":"Container","max":{"cpu":"2"}},{"type":"Pod","max":{"memory":"128Mi"}}]}}""")));
        try {
            var before = asking("cpu=1000m,memory=32Mi", "cpu=1000m,memory=64Mi");
            var pod = steps.run(POD, before);
            assertRefused(
                    steps.patch(POD, asking("cpu=1000m,memory=32Mi", "cpu=3000m,memory=64Mi")),
                    "maximum cpu usage per Container is 2, but limit is 3");
            assertRefused(
                    steps.patch(POD, asking("cpu=1000m,memory=32Mi", "cpu=1000m,memory=256Mi")),
                    "maximum memory usage per Pod is 128Mi");
            steps.assertSeen(pod, before);
            var after = asking("cpu=2000m,memory=48Mi", "cpu=2000m,memory=128Mi");
            assertUntouched(pod, steps.awaitResized(POD, steps.patched(POD, after)));
            steps.assertSeen(pod, after);
        } finally {
            steps.delete(LIMIT_RANGES, "r");
        }
    }

    /** A deferred resize of an important pod sends another one away. A scheduler with that gate runs. */
    public void preemption() throws InterruptedException {
        made(node.client().create(PRIORITY_CLASSES, json("""
                {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"high"},"value":1000}""")));
        try {
            steps.run(NEIGHBOUR, asking("cpu=5000m,memory=32Mi", LIMITS));
            var pod = steps.run(POD, asking("cpu=1000m,memory=32Mi", LIMITS), "high");
            var after = asking("cpu=4000m,memory=32Mi", LIMITS);
            var generation = steps.patched(POD, after);
            node.awaitGone(NEIGHBOUR);
            assertUntouched(pod, steps.awaitResized(POD, generation));
            steps.assertSeen(pod, after);
        } finally {
            made(node.client().delete(PRIORITY_CLASSES, ObjectName.ofCluster("high"), DeleteOptions.DEFAULT));
        }
    }

    /** An init container that has ended neither hinders a resize nor runs again for it. */
    public void initContainer() throws InterruptedException {
        var before = asking("cpu=1000m,memory=32Mi", "cpu=1000m,memory=64Mi");
        var spec = ResizeDocuments.spec(before, node.image());
        var init =
                spec.putArray("initContainers").addObject().put("name", "init").put("image", node.image());
        init.putArray("command").add("true");
        init.set("resources", json("""
                {"requests":{"cpu":"500m","memory":"32Mi"},"limits":{"cpu":"500m","memory":"32Mi"}}"""));
        var pod = node.run(POD, spec);
        steps.assertSeen(pod, before);
        var after = asking("cpu=1500m,memory=48Mi", "cpu=1500m,memory=80Mi");
        var resized = steps.awaitResized(POD, steps.patched(POD, after));
        assertUntouched(pod, resized);
        steps.assertSeen(pod, after);
        var ended = resized.at("/status/initContainerStatuses/0");
        require(
                ended.path("containerID").equals(pod.at("/status/initContainerStatuses/0/containerID"))
                        && ended.path("restartCount").asInt() == 0
                        && ended.path("state").has("terminated"),
                "the init container is left alone: " + ended);
    }

    /** A pod without amounts is bounded by nothing, and cannot be given any. */
    public void bestEffort() throws InterruptedException {
        var before = asking("", "");
        var pod = steps.run(POD, before);
        steps.assertSeen(pod, before);
        assertRefused(
                steps.patch(POD, asking("cpu=500m,memory=64Mi", "cpu=500m,memory=64Mi")),
                "Pod QOS Class may not change as a result of resizing");
        steps.assertSeen(pod, before);
    }

    /** A memory limit is not lowered below what is used, and what was in force stays; a limit that can be is taken again. */
    public void belowUsage(boolean isPodLevel) throws InterruptedException {
        var first = withMemory(isPodLevel, "35Mi");
        var second = withMemory(isPodLevel, "30Mi");
        var pod = steps.run(POD, first);
        steps.assertSeen(pod, first);
        steps.awaitResized(POD, steps.patched(POD, second));
        steps.assertSeen(pod, second);
        var generation = steps.patched(POD, withMemory(isPodLevel, "10Ki"));
        var held = steps.awaitCondition(
                POD,
                "PodResizeInProgress",
                condition -> condition.path("reason").asText().equals("Error")
                        && condition.path("observedGeneration").asLong() >= generation);
        var why = ScenarioSteps.condition(held, "PodResizeInProgress")
                .path("message")
                .asText();
        require(BELOW_USAGE.matcher(why).find(), why);
        require(ScenarioSteps.condition(held, "PodResizePending").isMissingNode(), "it waits for nothing: " + held);
        var shown = isPodLevel ? held.at("/status/resources") : held.at("/status/containerStatuses/0/resources");
        require(shown.at("/limits/memory").asText().equals("30Mi"), "the limit in force: " + shown);
        steps.assertSeen(pod, second);
        assertUntouched(pod, steps.awaitResized(POD, steps.patched(POD, first)));
        steps.assertSeen(pod, first);
    }

    private static AskedResources withMemory(boolean isPodLevel, String memory) {
        var amounts = "cpu=1000m,memory=" + memory;
        return isPodLevel
                ? new AskedResources(amounts, amounts, List.of(new Part("c1", false, "", "", List.of())))
                : asking(amounts, amounts);
    }

    /** An init container that runs is resized there and back. */
    public void runningInitContainer() throws InterruptedException {
        var before = initAsking("cpu=1000m,memory=35Mi");
        var after = initAsking("cpu=1500m,memory=40Mi");
        var spec = ResizeDocuments.spec(
                new AskedResources(
                        "",
                        "",
                        List.of(new Part("main", false, "cpu=500m,memory=20Mi", "cpu=500m,memory=20Mi", List.of()))),
                node.image());
        var main = (ObjectNode) spec.at("/containers/0");
        var init = ResizeDocuments.spec(asking("cpu=1000m,memory=35Mi", "cpu=1000m,memory=35Mi"), node.image())
                .at("/containers/0");
        main.remove("volumeMounts");
        spec.putArray("initContainers").add(init);
        node.create(POD, spec);
        var pod = node.await(
                POD,
                "initialising",
                each -> each.at("/status/initContainerStatuses/0/state").has("running"));
        steps.assertCgroups(pod, before);
        for (var wanted : List.of(after, before)) {
            var resized = steps.awaitResized(POD, steps.patched(POD, wanted));
            var status = resized.at("/status/initContainerStatuses/0");
            require(
                    status.path("containerID").equals(pod.at("/status/initContainerStatuses/0/containerID"))
                            && resized.at("/status/phase").asText().equals("Pending"),
                    "the init container goes on: " + status);
            steps.assertCgroups(pod, wanted);
        }
    }

    /** Of an init container; patches name it among those. */
    private static AskedResources initAsking(String amounts) {
        return new AskedResources("", "", List.of(new Part("c1", true, amounts, amounts, List.of())));
    }

    /** Where the node forbids it, a deferred resize sends nobody away, until the node no longer does. A scheduler with the gate of preemption runs. */
    public void forbiddenPreemption() throws InterruptedException {
        made(node.client().create(PRIORITY_CLASSES, json("""
                {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"high"},"value":1000}""")));
        try {
            forbidPreemption("{\"disableResizePreemption\":[\"test-disable-preemption\"]}");
            steps.run(NEIGHBOUR, asking("cpu=5000m,memory=32Mi", LIMITS));
            var pod = steps.run(POD, asking("cpu=1000m,memory=32Mi", LIMITS), "high");
            var after = asking("cpu=4000m,memory=32Mi", LIMITS);
            var generation = steps.deferred(POD, after);
            // Whether the scheduler has looked at it is seen by what it says of a pod that waits behind it.
            made(node.client().create(ApiResource.PODS, json("""
                    {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"witness"},"spec":{
                    "automountServiceAccountToken":false,"containers":[{"name":"c","image":"busybox",
                    "resources":{"requests":{"cpu":"100"}}}]}}""")));
            node.await(
                    "witness",
                    "unschedulable",
                    each -> ScenarioSteps.condition(each, "PodScheduled")
                            .path("reason")
                            .asText()
                            .equals("Unschedulable"));
            require(steps.get(NEIGHBOUR).at("/metadata/deletionTimestamp").isMissingNode(), "the neighbour stays");
            steps.delete(ApiResource.PODS, "witness");
            forbidPreemption("null");
            node.awaitGone(NEIGHBOUR);
            assertUntouched(pod, steps.awaitResized(POD, generation));
            steps.assertSeen(pod, after);
        } finally {
            forbidPreemption("null");
            made(node.client().delete(PRIORITY_CLASSES, ObjectName.ofCluster("high"), DeleteOptions.DEFAULT));
        }
    }

    private void forbidPreemption(String policy) {
        var name = made(node.client().list(ApiResource.NODES, ObjectSelection.ALL, Page.ALL))
                .items()
                .getFirst()
                .at("/metadata/name")
                .asText();
        var change = new Patch.Merge(json("{\"spec\":{\"podPreemptionPolicy\":" + policy + "}}"));
        made(node.client().patch(ApiResource.NODES, ObjectName.ofCluster(name), change));
    }
}
