package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.testkit.clients.Fabric8;
import dev.plimsoll.testkit.clients.Fabric8Wait;
import dev.plimsoll.testkit.time.ScheduledOnClusterTime;
import dev.plimsoll.testkit.time.VirtualTime;
import dev.plimsoll.testkit.work.ClusterClock;
import dev.plimsoll.testkit.work.OperatorWork;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A running cluster, with ways to bring about what is hard to bring about on a real one. */
public final class TestCluster implements AutoCloseable {
    private final Cluster cluster;
    private final TestClusterParts parts;
    private final ApiClient client;
    private final FailureReport report;
    private final ObjectWait waiting;
    private final NodeFaultList nodeFaults;
    private final ClusterObjects objects;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    /** Those that are stopped included. */
    private final List<String> nodes;

    private @Nullable Fabric8 fabric8OrNull;

    TestCluster(Cluster cluster, TestClusterParts parts) {
        this.cluster = cluster;
        this.parts = parts;
        this.client = cluster.client();
        this.nodes = List.copyOf(cluster.nodes().keySet());
        this.report = new FailureReport(client);
        this.waiting = new ObjectWait(client, report, parts.patience());
        this.nodeFaults = new NodeFaultList(cluster);
        this.objects = new ClusterObjects(cluster, waiting);
    }

    /** A cluster without JUnit. Whoever starts it closes it. */
    public static TestClusterBuilder builder() {
        return new TestClusterBuilder();
    }

    ComponentThreads threads() {
        return parts.threads();
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

    /**
     * A fabric8 client of the one who may do everything, in the version that the project brings. All who ask have the same, and its
     * {@code close} does nothing. Time waits for the handlers of its informers and watches.
     */
    public synchronized KubernetesClient fabric8() {
        if (fabric8OrNull == null) {
            fabric8OrNull = Fabric8.of(kubeconfig(), parts.work().handlers());
            opened.push(fabric8OrNull);
        }
        return fabric8OrNull.shared();
    }

    /**
     * A fabric8 client of a service account, which is made if there is none. It may what roles allow it, and nothing without.
     */
    public synchronized KubernetesClient fabric8As(String namespace, String serviceAccount) {
        var as =
                Fabric8.of(kubeconfigAs(namespace, serviceAccount), parts.work().handlers());
        opened.push(as);
        return as.shared();
    }

    /** A kubeconfig of a service account, which is made if there is none; for any client library. */
    public String kubeconfigAs(String namespace, String serviceAccount) {
        return objects.kubeconfigAs(namespace, serviceAccount);
    }

    /** Applies the manifests of a file on the class path, such as {@code /manifests/web.yaml}, in the namespace default. */
    public void apply(String resource) {
        objects.applyResource(resource);
    }

    /** Applies manifests: YAML or JSON, as many documents as there are. */
    public void applyText(String manifests) {
        objects.apply("manifests", manifests);
    }

    /** The same client for waits that are given up after so long. */
    public TestClusterWaits within(Duration patience) {
        return new TestClusterWaits(waiting.within(patience));
    }

    /** Waits until a pod is as it should be; the pod as it then is. */
    public ObjectNode awaitPod(String namespace, String name, Predicate<ObjectNode> condition) {
        return await(ApiResource.PODS, new ObjectName(namespace, name), condition);
    }

    /**
     * The same for any object. Nothing is polled: each change of the object is looked at once. A namespace that is not there and an
     * object that is deleted fail at once.
     */
    public ObjectNode await(ApiResource resource, ObjectName object, Predicate<ObjectNode> condition) {
        return waiting.forOne(resource, object, condition);
    }

    /** The same for a class of the fabric8 client, custom resources included; the namespace is empty for those that have none. */
    public <T extends HasMetadata> T await(
            Class<T> type, String namespace, String name, Predicate<? super T> condition) {
        return await(type, namespace, name, parts.patience(), condition);
    }

    /** The same for what the fabric8 client addresses: {@code client.pods().inNamespace("default").withName("web")}. */
    public <T extends HasMetadata> T await(Resource<T> resource, Duration patience, Predicate<? super T> condition) {
        waiting.requireNamespace(Fabric8.namespace(resource));
        return new Fabric8Wait<>(resource, patience, this::report).until(condition);
    }

    /** The same, given up after so long. */
    public <T extends HasMetadata> T await(
            Class<T> type, String namespace, String name, Duration patience, Predicate<? super T> condition) {
        return await(Fabric8.resource(fabric8(), type, namespace, name), patience, condition);
    }

    /** Waits until an object of a namespace is as one should be, for objects whose names are not known beforehand. */
    public ObjectNode awaitAny(ApiResource resource, String namespace, Predicate<ObjectNode> condition) {
        return waiting.forAny(resource, namespace, condition);
    }

    /** Waits until there is no such object. */
    public void awaitGone(ApiResource resource, ObjectName object) {
        waiting.untilGone(resource, object);
    }

    /** What is told of an object by now. */
    public List<ObjectNode> events(ApiResource resource, ObjectName object) {
        return report.eventsAbout(resource, object);
    }

    /** Fills a node beside the pods that it has, so that nothing more than this fits; the pod that does it is in {@code default}, and its name is returned. */
    public String fill(String node, String leftCpu, String leftMemory) {
        return objects.fill(node, leftCpu, leftMemory);
    }

    /**
     * From now on a container of a running pod uses this much, until it ends or its node is started again.
     *
     * @param usage such as {@code cpu=constant 900m} or {@code memory=leak 64Mi 1Mi}, as annotations of pods have it
     */
    public void use(String namespace, String pod, String container, String... usage) {
        objects.use(new ObjectName(namespace, pod), container, List.of(usage));
    }

    /**
     * The nodes' process is killed and started again. Containers go on running; what was promised to pods is still promised. Faults
     * that were brought about are gone.
     */
    public void restartNodes() {
        try (var _ = parts.threads().own()) {
            cluster.restartNodes();
        } catch (IOException e) {
            throw new AssertionError("the nodes do not start again", e);
        }
        nodeFaults.forget();
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
        try (var _ = parts.threads().own()) {
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
    public void advance(Duration duration) {
        time().pass(duration);
    }

    /** The same for an operator in another process, which is asked before each step what it has left to do. */
    public void advance(Duration duration, Supplier<OperatorWork.Look> operator) {
        var virtual = time();
        synchronized (virtual) {
            parts.work().ask(operator);
            try {
                virtual.pass(duration);
            } finally {
                parts.work().ask(() -> OperatorWork.Look.NOTHING);
            }
        }
    }

    /** Same as {@link #advance(Duration)}. */
    public void pass(Duration duration) {
        advance(duration);
    }

    /** Lets time pass, a second at a time, until something is so; fails if it is not within as much of the cluster's time. */
    public void passUntil(Duration atMost, BooleanSupplier condition) {
        var end = now().plus(atMost);
        while (!condition.getAsBoolean()) {
            if (!now().isBefore(end))
                throw new AssertionError(
                        "it did not come about within " + atMost + " of the cluster's time\n" + state());
            advance(Duration.ofSeconds(1));
        }
    }

    private VirtualTime time() {
        var time = parts.timeOrNull();
        if (time == null)
            throw new IllegalStateException("the cluster is on real time; ask for @PlimsollCluster(time = VIRTUAL)");
        return time;
    }

    /** What time it is in the cluster. */
    public Instant now() {
        var time = parts.timeOrNull();
        return time == null ? Instant.now() : time.instant();
    }

    /** The cluster's time, for an operator that takes a clock. */
    public Clock clock() {
        return new ClusterClock(this::now, ZoneOffset.UTC);
    }

    /** An executor whose delays are of the cluster's time, for an operator that takes one. Time waits for its tasks. */
    public ScheduledExecutorService scheduler() {
        var scheduler = new ScheduledOnClusterTime(time(), parts.threads());
        opened.push(scheduler::shutdownNow);
        return scheduler;
    }

    /** Hands tasks on to an executor of the operator under test. Time waits for all that are handed to what this returns. */
    public ExecutorService settleWith(Executor executor) {
        return parts.work().counted(executor);
    }

    /** Brings about that things go wrong in a node's runtime, beside what goes wrong already, until the result is closed. */
    public Injection inject(String node, NodeFault... faults) {
        return nodeFaults.inject(node, List.of(faults));
    }

    /** Brings about that things go wrong for clients of the API, until the result is closed. */
    public Injection inject(ApiFault... faults) {
        var all = Arrays.stream(faults)
                .map(fault -> parts.filter().inject(fault, objects::revision))
                .toList();
        return () -> all.forEach(Injection::close);
    }

    /** From now on every call of the node's runtime takes so much longer. */
    public Injection slowDown(String node, Duration latency) {
        return inject(node, NodeFault.slow(latency));
    }

    /** From now on the node's runtime refuses to resize any pod, with this reason. */
    public Injection vetoResizes(String node, String reason) {
        return inject(node, NodeFault.veto(reason));
    }

    /** From now on the node's runtime fails to change any container, with this error. */
    public Injection failResizes(String node, String error) {
        return inject(node, NodeFault.fail(error));
    }

    /** Nothing goes wrong in this node's runtime any more. */
    public void clearFaults(String node) {
        nodeFaults.clear(node);
    }

    /** Nothing goes wrong any more, in no node and not in the API. */
    public void clearFaults() {
        nodeFaults.clear();
        parts.filter().clear();
    }

    /** Same as {@link #clearFaults(String)}. */
    public void calm(String node) {
        clearFaults(node);
    }

    /**
     * Starts a server for admission webhooks, which is asked once it is registered: {@link LocalWebhook#validates}.
     *
     * @param review makes the response of the request of a review
     */
    public LocalWebhook webhook(UnaryOperator<ObjectNode> review) {
        try {
            return LocalWebhook.start(webhookRegistrations(), review);
        } catch (IOException e) {
            throw new UncheckedIOException("no port for a webhook can be opened on this machine", e);
        }
    }

    /** The same for a server in another process, which has a test that is on an older Java. */
    public WebhookRegistrations webhookRegistrations() {
        return new WebhookRegistrations(cluster.server().pki(), client);
    }

    /**
     * Makes the cluster as it was at the start: without what tests created, without faults, with all nodes. Namespaces that tests made
     * are deleted, and what they put into {@code default} and outside of namespaces; system objects stay.
     */
    public void reset() {
        clearFaults();
        nodes.forEach(this::startNode);
        objects.deleteAll();
    }

    /** Nodes, pods, warnings and writes at a glance, as it is told when a test fails. */
    public String state() {
        return report.overview(parts.filter().writes());
    }

    /** What people are shown of an object, which is JSON: without managedFields, with its events and who wrote it. */
    public String report(String object) {
        return report.object(ClusterObjects.parsed(object));
    }

    /** Writes every object and the log into a file in a folder. */
    public Path dump(Path folder, String name) throws IOException {
        return objects.dump(folder, name, state(), parts.log().lines());
    }

    @Override
    public synchronized void close() {
        try {
            while (!opened.isEmpty()) opened.pop().close();
        } catch (Exception e) {
            throw new IllegalStateException("a client of the cluster cannot be closed", e);
        } finally {
            cluster.close();
        }
    }
}
