package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.nodeagent.simulated.Faults;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** A running cluster, with ways to bring about what is hard to bring about on a real one. */
public final class TestCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Cluster cluster;
    private final ApiClient client;
    private final KubernetesClient fabric8;

    TestCluster(Cluster cluster) {
        this.cluster = cluster;
        this.client = cluster.client();
        this.fabric8 = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build();
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
        var now = client.get(resource, object).done();
        if (now.isPresent() && condition.test(now.get())) return now.get();
        var selection = (object.namespace().isEmpty() ? Selection.ALL : Selection.inNamespace(object.namespace()))
                .withFields("metadata.name=" + object.name());
        var version = now.map(
                        document -> document.at("/metadata/resourceVersion").asText())
                .orElse("0");
        try (var events =
                client.watch(resource, selection, version, PATIENCE).done().orElseThrow()) {
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                var seen = switch (event.get()) {
                    case WatchEvent.Added(var added) -> added;
                    case WatchEvent.Modified(var modified) -> modified;
                    case WatchEvent.Deleted _, WatchEvent.Bookmark _, WatchEvent.Failed _, WatchEvent.Garbled _ -> null;
                };
                if (seen != null && condition.test(seen)) return seen;
            }
        } catch (IOException e) {
            throw new AssertionError("the watch of " + object + " ended", e);
        }
        throw new AssertionError(object + " did not become as expected within " + PATIENCE.toSeconds() + " s; it is "
                + client.get(resource, object).done().map(ObjectNode::toString).orElse("not there"));
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
        if (client.create(ApiResource.PODS, pod) instanceof Outcome.Done<ObjectNode>) {
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
        try {
            cluster.restartNodes();
        } catch (IOException e) {
            throw new AssertionError("the nodes do not start again", e);
        }
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
        cluster.runtime(node).faults(Faults.NONE);
    }

    private void faults(String node, Duration latency, Predicate<Act> failing, String error) {
        cluster.runtime(node).faults(new Faults() {
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
