package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.nodeagent.simulated.SimulatedFaults;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A running cluster, with ways to bring about what is hard to bring about on a real one. */
public final class TestCluster implements AutoCloseable {
    private final Cluster cluster;
    private final ApiClient client;
    private final ObjectWait waiting;
    private final KubernetesClient fabric8;
    private final @Nullable VirtualTime timeOrNull;
    private final ComponentThreads threads;

    TestCluster(Cluster cluster, @Nullable VirtualTime timeOrNull, ComponentThreads threads) {
        this.cluster = cluster;
        this.timeOrNull = timeOrNull;
        this.threads = threads;
        this.client = cluster.client();
        this.waiting = new ObjectWait(client);
        this.fabric8 = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build();
    }

    /** A cluster without JUnit. Whoever starts it closes it. */
    public static TestClusterBuilder builder() {
        return new TestClusterBuilder();
    }

    ComponentThreads threads() {
        return threads;
    }

    /** Of the one who may do everything; for kubectl and any client library. */
    public String kubeconfig() {
        return cluster.kubeconfig();
    }

    public String url() {
        return cluster.url();
    }

    /** The API over documents, without a network. */
    public ApiClient client() {
        return client;
    }

    public KubernetesClient fabric8() {
        return fabric8;
    }

    /** Waits until a pod is as it should be, for a minute at most; the pod as it then is. */
    public ObjectNode awaitPod(String namespace, String name, Predicate<ObjectNode> condition) {
        return await(ApiResource.PODS, new ObjectName(namespace, name), condition);
    }

    /** The same for any object. Nothing is polled: each change of the object is looked at once. */
    public ObjectNode await(ApiResource resource, ObjectName object, Predicate<ObjectNode> condition) {
        return waiting.forOne(resource, object, condition);
    }

    /** Waits until an object of a namespace is as one should be, for objects whose names are not known beforehand. */
    public ObjectNode awaitAny(ApiResource resource, String namespace, Predicate<ObjectNode> condition) {
        return waiting.forAny(resource, namespace, condition);
    }

    /** Waits until there is no such object. */
    public void awaitGone(ApiResource resource, ObjectName object) {
        waiting.untilGone(resource, object);
    }

    /** Fills a node, so that nothing more than this fits; the pod that does it is {@code filler} in {@code default}. */
    public void fill(String node, String leftCpu, String leftMemory) {
        var shape = Optional.ofNullable(cluster.nodes().get(node))
                .orElseThrow(() -> new IllegalArgumentException("there is no node " + node))
                .shape();
        var left = dev.plimsoll.core.model.ResourceAmounts.parse("cpu=" + leftCpu + ",memory=" + leftMemory);
        var cpu = dev.plimsoll.core.model.ResourceName.CPU;
        var memory = dev.plimsoll.core.model.ResourceName.MEMORY;
        var pod = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("namespace", "default").put("name", "filler");
        var container = pod.putObject("spec")
                .put("nodeName", node)
                .putArray("containers")
                .addObject();
        container.put("name", "filler").put("image", "filler");
        container
                .putObject("resources")
                .putObject("requests")
                .put(
                        "cpu",
                        shape.allocatable().amount(cpu).minus(left.amount(cpu)).toString())
                .put(
                        "memory",
                        shape.allocatable()
                                .amount(memory)
                                .minus(left.amount(memory))
                                .toString());
        if (client.create(ApiResource.PODS, pod) instanceof RequestResult.Done<ObjectNode>) {
            awaitPod(
                    "default",
                    "filler",
                    seen -> seen.at("/status/phase").asText().equals("Running"));
        } else {
            throw new AssertionError("node " + node + " could not be filled");
        }
    }

    /**
     * The nodes' process is killed and started again. Containers go on running; what was promised to pods is still promised. Faults
     * that were brought about are gone.
     */
    public void restartNodes() {
        try (var _ = threads.own()) {
            cluster.restartNodes();
        } catch (IOException e) {
            throw new AssertionError("the nodes do not start again", e);
        }
    }

    /**
     * Kills the agent of a node. Its containers go on, but nobody hears of it any more: after a while the cluster takes it for lost,
     * and its pods are replaced elsewhere.
     */
    public void stopNode(String node) {
        cluster.stopNode(node);
    }

    /** Starts the agent of a node that was stopped. It finds its containers, and what was promised to pods. */
    public void startNode(String node) {
        try (var _ = threads.own()) {
            cluster.startNode(node);
        }
    }

    /** Both at once: a crash of one node's agent. */
    public void restartNode(String node) {
        stopNode(node);
        startNode(node);
    }

    /**
     * Lets time pass at once, for clusters on {@link ClusterTime#VIRTUAL} time: heartbeats, back-off, grace periods, rounds of
     * autoscalers and all else that waits happens as it would, in its order. When this returns the cluster is at rest.
     */
    public void pass(Duration duration) {
        if (timeOrNull == null)
            throw new IllegalStateException("the cluster is on real time; ask for @PlimsollCluster(time = VIRTUAL)");
        timeOrNull.pass(duration);
    }

    /** What time it is in the cluster. */
    public Instant now() {
        return timeOrNull == null ? Instant.now() : timeOrNull.instant();
    }

    /** From now on every call of the node's runtime takes so long. */
    public void slowDown(String node, Duration latency) {
        faults(node, latency, _ -> false, "");
    }

    /** From now on the node's runtime refuses to resize any pod, with this reason. */
    public void vetoResizes(String node, String reason) {
        faults(node, Duration.ZERO, act -> act instanceof Act.UpdatePodSandbox, reason);
    }

    /** From now on the node's runtime fails to change any container, with this error. */
    public void failResizes(String node, String error) {
        faults(node, Duration.ZERO, act -> act instanceof Act.UpdateContainer, error);
    }

    /** All is well again. */
    public void calm(String node) {
        cluster.runtime(node).faults(SimulatedFaults.NONE);
    }

    private void faults(String node, Duration latency, Predicate<Act> failing, String error) {
        cluster.runtime(node).faults(new SimulatedFaults() {
            @Override
            public Duration latency(Act act) {
                return latency;
            }

            @Override
            public Optional<Failure> failure(Act act) {
                return failing.test(act) ? Optional.of(new Failure(error, false)) : Optional.empty();
            }
        });
    }

    @Override
    public void close() {
        fabric8.close();
        cluster.close();
    }
}
