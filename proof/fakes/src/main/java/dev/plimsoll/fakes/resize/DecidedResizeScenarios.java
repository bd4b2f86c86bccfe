package dev.plimsoll.fakes.resize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.fakes.resize.AskedResources.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

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

    private final NodeUnderTest node;
    private final ExpectedCgroups expected;

    /** A cluster with one node, in whose namespace {@code default} there is nothing else. */
    public interface NodeUnderTest {
        ApiClient client();

        String image();

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
        this.expected = expected;
    }

    private static AskedResources asking(String requests, String limits) {
        return new AskedResources("", "", List.of(new Part("c1", false, requests, limits, List.of())));
    }

    /** A resize that waits is taken back, asked for again, and carried out when another pod has gone. */
    public void deferredTakenBackAndGranted() throws InterruptedException {
        var before = asking("cpu=1000m,memory=32Mi", LIMITS);
        var after = asking("cpu=4000m,memory=32Mi", LIMITS);
        var pod = run(POD, before);
        run(NEIGHBOUR, asking("cpu=5000m,memory=32Mi", LIMITS));
        awaitPending(patched(after), "Deferred");
        assertSeen(pod, before);
        assertUntouched(pod, awaitResized(patched(before)));
        assertSeen(pod, before);
        var generation = patched(after);
        awaitPending(generation, "Deferred");
        delete(ApiResource.PODS, NEIGHBOUR);
        assertUntouched(pod, awaitResized(generation));
        assertSeen(pod, after);
    }

    /** What the node never has is refused by the API server, however it is asked for. */
    public void infeasible() throws InterruptedException {
        var before = asking("cpu=1000m,memory=32Mi", LIMITS);
        var pod = run(POD, before);
        var tooMuch = asking("cpu=9000m,memory=32Mi", "cpu=10000m,memory=64Mi");
        var why = "node didn't have enough allocatable resources: cpu, requested: 9000, allocatable: 8000";
        assertRefused(patch(tooMuch), why);
        var whole = get();
        ResizeDocuments.change(whole, tooMuch);
        assertRefused(node.client().update(ApiResource.PODS.sub("resize"), whole), why);
        assertSeen(pod, before);
        assertUntouched(pod, get());
    }

    /** A quota refuses what is over it, and nothing else. */
    public void quota() throws InterruptedException {
        made(node.client().create(QUOTAS, json("""
                {"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"q","namespace":"default"},
                "spec":{"hard":{"requests.cpu":"1500m","limits.memory":"128Mi"}}}""")));
        try {
            var before = asking("cpu=1000m,memory=32Mi", LIMITS);
            var pod = run(POD, before);
            assertRefused(
                    patch(asking("cpu=2000m,memory=32Mi", LIMITS)), "exceeded quota: q, requested: requests.cpu=1");
            assertRefused(
                    patch(asking("cpu=1000m,memory=32Mi", "cpu=8000m,memory=192Mi")),
                    "exceeded quota: q, requested: limits.memory=128Mi");
            assertSeen(pod, before);
            var after = asking("cpu=1500m,memory=48Mi", "cpu=8000m,memory=128Mi");
            assertUntouched(pod, awaitResized(patched(after)));
            assertSeen(pod, after);
        } finally {
            delete(QUOTAS, "q");
        }
    }

    /** Bounds of containers and of pods refuse what is beyond them. */
    public void limitRange() throws InterruptedException {
        made(node.client().create(LIMIT_RANGES, json("""
                {"apiVersion":"v1","kind":"LimitRange","metadata":{"name":"r","namespace":"default"},
                "spec":{"limits":[{"type":"Container","max":{"cpu":"2"}},{"type":"Pod","max":{"memory":"128Mi"}}]}}""")));
        try {
            var before = asking("cpu=1000m,memory=32Mi", "cpu=1000m,memory=64Mi");
            var pod = run(POD, before);
            assertRefused(
                    patch(asking("cpu=1000m,memory=32Mi", "cpu=3000m,memory=64Mi")),
                    "maximum cpu usage per Container is 2, but limit is 3");
            assertRefused(
                    patch(asking("cpu=1000m,memory=32Mi", "cpu=1000m,memory=256Mi")),
                    "maximum memory usage per Pod is 128Mi");
            assertSeen(pod, before);
            var after = asking("cpu=2000m,memory=48Mi", "cpu=2000m,memory=128Mi");
            assertUntouched(pod, awaitResized(patched(after)));
            assertSeen(pod, after);
        } finally {
            delete(LIMIT_RANGES, "r");
        }
    }

    /** A deferred resize of an important pod sends another one away. A scheduler with that gate runs. */
    public void preemption() throws InterruptedException {
        made(node.client().create(PRIORITY_CLASSES, json("""
                {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"high"},"value":1000}""")));
        try {
            run(NEIGHBOUR, asking("cpu=5000m,memory=32Mi", LIMITS));
            var spec = ResizeDocuments.spec(asking("cpu=1000m,memory=32Mi", LIMITS), node.image());
            var pod = node.run(POD, spec.put("priorityClassName", "high"));
            var after = asking("cpu=4000m,memory=32Mi", LIMITS);
            var generation = patched(after);
            node.awaitGone(NEIGHBOUR);
            assertUntouched(pod, awaitResized(generation));
            assertSeen(pod, after);
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
        assertSeen(pod, before);
        var after = asking("cpu=1500m,memory=48Mi", "cpu=1500m,memory=80Mi");
        var resized = awaitResized(patched(after));
        assertUntouched(pod, resized);
        assertSeen(pod, after);
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
        var pod = run(POD, before);
        assertSeen(pod, before);
        assertRefused(
                patch(asking("cpu=500m,memory=64Mi", "cpu=500m,memory=64Mi")),
                "Pod QOS Class may not change as a result of resizing");
        assertSeen(pod, before);
    }

    private ObjectNode run(String name, AskedResources asked) throws InterruptedException {
        return node.run(name, ResizeDocuments.spec(asked, node.image()));
    }

    private ObjectNode get() {
        return made(node.client().get(ApiResource.PODS, new ObjectName("default", POD)));
    }

    private RequestResult<ObjectNode> patch(AskedResources asked) {
        var body = ClientJson.read("{}".getBytes(StandardCharsets.UTF_8)).orElseThrow();
        body.set("spec", ResizeDocuments.patch(asked));
        return node.client()
                .patch(ApiResource.PODS.sub("resize"), new ObjectName("default", POD), new Patch.Strategic(body));
    }

    /** Asks for something that is taken; the generation of it. */
    private long patched(AskedResources asked) {
        return made(patch(asked)).at("/metadata/generation").asLong();
    }

    private void delete(ApiResource resource, String name) {
        made(node.client().delete(resource, new ObjectName("default", name), DeleteOptions.DEFAULT));
    }

    private void awaitPending(long generation, String reason) throws InterruptedException {
        node.await(POD, reason, pod -> {
            var condition = condition(pod, "PodResizePending");
            return condition.path("reason").asText().equals(reason)
                    && condition.path("observedGeneration").asLong() >= generation;
        });
    }

    private ObjectNode awaitResized(long generation) throws InterruptedException {
        return node.await(
                POD,
                "with generation " + generation + " in force",
                pod -> pod.at("/status/observedGeneration").asLong() >= generation
                        && condition(pod, "PodResizeInProgress").isMissingNode()
                        && condition(pod, "PodResizePending").isMissingNode());
    }

    private static JsonNode condition(ObjectNode pod, String type) {
        for (var condition : pod.path("status").path("conditions"))
            if (condition.path("type").asText().equals(type)) return condition;
        return pod.path("none");
    }

    private static void assertUntouched(ObjectNode before, ObjectNode after) {
        var status = after.at("/status/containerStatuses/0");
        require(
                status.path("restartCount").asInt() == 0
                        && status.path("containerID").equals(before.at("/status/containerStatuses/0/containerID")),
                "the container goes on: " + status);
    }

    /** What is in force, read inside the first container. */
    private void assertSeen(ObjectNode pod, AskedResources asked) throws InterruptedException {
        var part = asked.parts().getFirst();
        assertSame("inside " + part.name(), read(pod, "/sys/fs/cgroup"), expected.container(asked, part));
        assertSame(
                "oom_score_adj of " + part.name(),
                List.of(node.sh(pod, part.name(), "cat /proc/1/oom_score_adj").strip()),
                List.of(expected.oomScore(pod, asked, part)));
        var uid = pod.at("/metadata/uid").asText();
        var found = node.sh(pod, "c1", "find " + ResizeDocuments.NODE_CGROUPS + " -name '*" + uid + "*'")
                .strip();
        assertSame("the cgroup of the pod", read(pod, found), expected.pod(asked));
    }

    private List<String> read(ObjectNode pod, String folder) throws InterruptedException {
        var lines = new ArrayList<String>();
        for (var file : ExpectedCgroups.FILES)
            lines.add(node.sh(pod, "c1", "head -n 1 " + folder + "/" + file).strip());
        return lines;
    }

    private static void assertSame(String what, List<String> found, List<String> wanted) {
        require(found.equals(wanted), what + ": expected " + wanted + ", found " + found);
    }

    private static void assertRefused(RequestResult<ObjectNode> result, String why) {
        require(result.problem().contains(why), "refused with \"" + why + "\": " + result.problem());
    }

    private static <T> T made(RequestResult<T> result) {
        require(result.done().isPresent(), result.problem());
        return result.done().orElseThrow();
    }

    private static void require(boolean holds, String what) {
        if (!holds) throw new AssertionError(what);
    }

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }
}
