package dev.plimsoll.testkit.client;

import dev.plimsoll.testkit.client.process.ChildScheduler;
import dev.plimsoll.testkit.client.process.ClusterChild;
import dev.plimsoll.testkit.clients.Fabric8;
import dev.plimsoll.testkit.clients.Fabric8Wait;
import dev.plimsoll.testkit.work.ClusterClock;
import dev.plimsoll.testkit.work.OperatorWork;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A running cluster in a process of its own. What it has in common with the class of this name in the kit for Java 25 has the same
 * names there; documents are {@link ApiDocument}s here.
 */
public final class TestCluster implements AutoCloseable {
    private final ClusterChild child;
    private final String id;
    private final ClusterCalls calls;
    private final DocumentWait documents;
    private final String url;
    private final String kubeconfig;
    private final Duration patience;
    private final OperatorWork work = new OperatorWork();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private @Nullable Fabric8 fabric8OrNull;

    TestCluster(ClusterChild child, String id, String url, String kubeconfig, Duration patience) {
        this.child = child;
        this.id = id;
        this.calls = new ClusterCalls(child, id, work);
        this.documents = new DocumentWait(calls, patience);
        this.url = url;
        this.kubeconfig = kubeconfig;
        this.patience = patience;
    }

    /** A cluster without JUnit. Whoever starts it closes it. */
    public static TestClusterBuilder builder() {
        return new TestClusterBuilder();
    }

    /** Of the process that the cluster runs in. It ends with this one. */
    public long processId() {
        return child.pid();
    }

    /** Of the one who may do everything; for kubectl and any client library. */
    public String kubeconfig() {
        return kubeconfig;
    }

    public String url() {
        return url;
    }

    /**
     * A fabric8 client of the one who may do everything, in the version that the project brings. All who ask have the same, and its
     * {@code close} does nothing. Time waits for the handlers of its informers and watches.
     */
    public synchronized KubernetesClient fabric8() {
        if (fabric8OrNull == null) {
            fabric8OrNull = Fabric8.of(kubeconfig, work.handlers());
            opened.push(fabric8OrNull);
        }
        return fabric8OrNull.shared();
    }

    /** A fabric8 client of a service account, which is made if there is none. It may what roles allow it, and nothing without. */
    public synchronized KubernetesClient fabric8As(String namespace, String serviceAccount) {
        var as = Fabric8.of(kubeconfigAs(namespace, serviceAccount), work.handlers());
        opened.push(as);
        return as.shared();
    }

    /** A kubeconfig of a service account, which is made if there is none; for any client library. */
    public String kubeconfigAs(String namespace, String serviceAccount) {
        return calls.one("kubeconfigAs", namespace, serviceAccount);
    }

    /** Applies the manifests of a file on the class path, such as {@code /manifests/web.yaml}, in the namespace default. */
    public void apply(String resource) {
        var path = resource.startsWith("/") ? resource.substring(1) : resource;
        try (var stream = Thread.currentThread().getContextClassLoader().getResourceAsStream(path)) {
            if (stream == null) throw new IllegalArgumentException("there is no " + resource + " on the class path");
            applyText(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read", e);
        }
    }

    /** Applies manifests: YAML or JSON, as many documents as there are. */
    public void applyText(String manifests) {
        calls.tell("apply", manifests);
    }

    DocumentWait documents() {
        return documents;
    }

    /** The waits for documents, given up after so long. */
    public TestClusterWaits within(Duration changed) {
        return new TestClusterWaits(documents.within(changed));
    }

    /** Waits until a pod is as it should be; the pod as it then is. */
    public ApiDocument awaitPod(String namespace, String name, Predicate<ApiDocument> condition) {
        return await(ApiResource.PODS, new ObjectName(namespace, name), condition);
    }

    /**
     * The same for any object. Nothing is polled: each change of the object is looked at once. A namespace that is not there and an
     * object that is deleted fail at once.
     */
    public ApiDocument await(ApiResource resource, ObjectName object, Predicate<ApiDocument> condition) {
        return documents.forOne(resource, object, condition);
    }

    /** Waits until an object of a namespace is as one should be, for objects whose names are not known beforehand. */
    public ApiDocument awaitAny(ApiResource resource, String namespace, Predicate<ApiDocument> condition) {
        return documents.forAny(resource, namespace, condition);
    }

    /** Waits until there is no such object. */
    public void awaitGone(ApiResource resource, ObjectName object) {
        documents.untilGone(resource, object);
    }

    /** What is told of an object by now. */
    public List<ApiDocument> events(ApiResource resource, ObjectName object) {
        return documents.events(resource, object);
    }

    /** Waits until an object is as it should be; custom resources too. The namespace is empty for those that have none. */
    public <T extends HasMetadata> T await(
            Class<T> type, String namespace, String name, Predicate<? super T> condition) {
        return await(Fabric8.resource(fabric8(), type, namespace, name), patience, condition);
    }

    /** The same for what the client addresses, given up after so long. An object that is deleted meanwhile fails at once. */
    public <T extends HasMetadata> T await(Resource<T> resource, Duration longest, Predicate<? super T> condition) {
        var namespace = Fabric8.namespace(resource);
        if (!namespace.isEmpty() && fabric8().namespaces().withName(namespace).get() == null)
            throw new AssertionError("there is no namespace " + namespace + "; create it first");
        return new Fabric8Wait<>(resource, longest, object -> calls.one("report", object)).until(condition);
    }

    /** Fills a node, so that nothing more than this fits; the pod that does it is in {@code default}, and its name is returned. */
    public String fill(String node, String leftCpu, String leftMemory) {
        return calls.one("fill", node, leftCpu, leftMemory);
    }

    /**
     * From now on a container of a running pod uses this much.
     *
     * @param usage such as {@code cpu=constant 900m} or {@code memory=leak 64Mi 1Mi}, as the guide for nodes has it
     */
    public void use(String namespace, String pod, String container, String... usage) {
        var arguments = new ArrayList<>(List.of(namespace, pod, container));
        arguments.addAll(List.of(usage));
        calls.tell("use", arguments.toArray(String[]::new));
    }

    /** The nodes' process is killed and started again. Containers go on running; faults that were brought about are gone. */
    public void restartNodes() {
        calls.tell("restartNodes");
    }

    /** Kills the agent of a node. Its containers go on, but nobody hears of it any more. */
    public void stopNode(String node) {
        calls.tell("stopNode", node);
    }

    /** Starts the agent of a node that was stopped. It finds its containers, and what was promised to pods. */
    public void startNode(String node) {
        calls.tell("startNode", node);
    }

    /** Both at once: a crash of one node's agent. */
    public void restartNode(String node) {
        stopNode(node);
        startNode(node);
    }

    /** Lets time pass at once, for clusters on {@link ClusterTime#VIRTUAL} time. When this returns the cluster is at rest. */
    public void advance(Duration duration) {
        calls.tell("advance", duration.toString(), Boolean.toString(work.isUsed()));
    }

    /** Same as {@link #advance}. */
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

    /** What time it is in the cluster. */
    public Instant now() {
        return Instant.parse(calls.one("now"));
    }

    /** The cluster's time, for an operator that takes a clock. */
    public Clock clock() {
        return new ClusterClock(this::now, ZoneOffset.UTC);
    }

    /** An executor whose delays are of the cluster's time, for an operator that takes one. Time waits for its tasks. */
    public ScheduledExecutorService scheduler() {
        var scheduler = new ChildScheduler(child, id);
        opened.push(scheduler::shutdownNow);
        return scheduler;
    }

    /** Hands tasks on to an executor of the operator under test. Time waits for all that are handed to what this returns. */
    public ExecutorService settleWith(Executor executor) {
        return work.counted(executor);
    }

    /** Brings about that things go wrong in a node's runtime, beside what goes wrong already, until the result is closed. */
    public Injection inject(String node, NodeFault... faults) {
        var arguments = new ArrayList<>(List.of(node));
        for (var fault : faults) arguments.addAll(fault.message());
        return injection(calls.one("injectNode", arguments.toArray(String[]::new)));
    }

    /** Brings about that things go wrong for clients of the API, until the result is closed. */
    public Injection inject(ApiFault... faults) {
        return injection(calls.one(
                "injectApi",
                Arrays.stream(faults).flatMap(fault -> fault.message().stream()).toArray(String[]::new)));
    }

    private Injection injection(String number) {
        return () -> calls.tell("endInjection", number);
    }

    /** Nothing goes wrong in this node's runtime any more. */
    public void clearFaults(String node) {
        calls.tell("clearFaultsOf", node);
    }

    /** Nothing goes wrong any more, in no node and not in the API. */
    public void clearFaults() {
        calls.tell("clearFaults");
    }

    /**
     * Starts a server for admission webhooks, which is asked once it is registered: {@link LocalWebhook#validates}.
     *
     * @param review makes the response of the request of a review
     */
    public LocalWebhook webhook(UnaryOperator<ApiDocument> review) {
        try {
            return LocalWebhook.start(calls, review);
        } catch (IOException e) {
            throw new UncheckedIOException("no webhook can be started on this machine", e);
        }
    }

    /** Makes the cluster as it was at the start: without what tests created, without faults, with all nodes. */
    public void reset() {
        calls.tell("reset");
    }

    /** Nodes, pods, warnings and writes at a glance, as it is told when a test fails. */
    public String state() {
        return calls.one("state");
    }

    /** Writes every object and the log into a file in a folder. */
    Path dump(Path folder, String name) {
        return Path.of(calls.one("dump", folder.toAbsolutePath().toString(), name));
    }

    @Override
    public synchronized void close() {
        try {
            while (!opened.isEmpty()) opened.pop().close();
        } catch (Exception e) {
            throw new IllegalStateException("a client of the cluster cannot be closed", e);
        } finally {
            calls.tell("close");
        }
    }
}
