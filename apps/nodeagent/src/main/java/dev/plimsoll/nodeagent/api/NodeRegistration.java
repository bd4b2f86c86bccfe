package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Retry;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.node.LeaseDraft;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.runtime.ProgramContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Makes the node known to the API, keeps its status true, and shows that it is alive. */
public final class NodeRegistration {
    private static final String LEASES = "kube-node-lease";
    private static final Duration LEASE = Duration.ofSeconds(40);

    private final ApiClient client;
    private final NodeShape shape;
    private final NodeDocument.Versions versions;
    private final Supplier<Map<String, String>> annotations;
    private final ProgramContext program;
    private final Transitions transitions = new Transitions();
    /** Held by who writes the status; nobody who holds it waits for anything but the API. */
    private final ReentrantLock writing = new ReentrantLock();

    private volatile Set<NodeCondition> pressures = Set.of();
    private volatile boolean isRegistered;
    /** Why the node cannot run pods; empty if it can. */
    private volatile String unready = "";

    private volatile boolean isShuttingDown;

    /**
     * Of one node.
     *
     * @param annotations what schedulers must know before they send the first pod
     */
    public NodeRegistration(
            ApiClient client,
            NodeShape shape,
            NodeDocument.Versions versions,
            Supplier<Map<String, String>> annotations,
            ProgramContext program) {
        this.client = client;
        this.shape = shape;
        this.versions = versions;
        this.annotations = annotations;
        this.program = program;
    }

    /** Registers, again and again until it is done, and shows the first sign of life. */
    public void untilRegistered() {
        var backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), program.random());
        try {
            Retry.until(this::register, backoff, program.time());
            isRegistered = true;
            beat();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // stopping: the next start registers
        }
    }

    /** Creates the node, or brings the one that is there up to date. False if that must be tried again. */
    public boolean register() {
        var document = NodeDocument.of(
                shape, versions, health(), transitions, program.time().instant());
        var told = annotations.get();
        if (!told.isEmpty()) document.metadata().annotations(told);
        return switch (client.create(ApiResource.NODES, document.document())) {
            case RequestResult.Done<ObjectNode> _ -> true;
            case RequestResult.Conflict<ObjectNode> _ -> resume();
            case RequestResult.NotFound<ObjectNode>(var status) -> failed("register", status.message());
            case RequestResult.Refused<ObjectNode>(var status) -> failed("register", status.message());
            case RequestResult.Unreachable<ObjectNode>(var why) -> failed("register", why);
        };
    }

    /** The node was there before; what has not changed since then keeps its times. */
    private boolean resume() {
        if (client.get(ApiResource.NODES, ObjectName.ofCluster(shape.name()))
                instanceof RequestResult.Done<ObjectNode>(var node)) {
            transitions.recall(new NodeObject(node));
        }
        return annotate() && refresh();
    }

    /** Before the node is said to be ready. */
    private boolean annotate() {
        var told = annotations.get();
        if (told.isEmpty()) return true;
        var change = new ObjectChange();
        change.metadata().annotations(told);
        return settled(
                "annotations", client.patch(ApiResource.NODES, ObjectName.ofCluster(shape.name()), change.merge()));
    }

    /** Writes the status as it is when those who write it already have done so: what is older never comes last. */
    public boolean refresh() {
        writing.lock();
        try {
            var change = NodeDocument.change(
                    shape, versions, health(), transitions, program.time().instant());
            return settled(
                    "node status",
                    client.patch(
                            ApiResource.NODES.sub("status"), ObjectName.ofCluster(shape.name()), change.strategic()));
        } finally {
            writing.unlock();
        }
    }

    public void pressures(Set<NodeCondition> changed) {
        if (changed.equals(pressures)) return;
        pressures = Set.copyOf(changed);
        refresh();
    }

    /**
     * Tells of a node that cannot run pods, or can again.
     *
     * @param why empty if it can
     */
    public void unready(String why) {
        if (isNew(why, false) && isRegistered) refresh();
    }

    /** Tells of a node that goes down, and will not be ready again. */
    public void shuttingDown(String why) {
        if (isNew(why, true) && isRegistered) refresh();
    }

    /** Nobody comes between what is said and that it is for good. */
    private synchronized boolean isNew(String why, boolean isForGood) {
        if (isShuttingDown || why.equals(unready)) return false;
        unready = why;
        isShuttingDown = isForGood;
        return true;
    }

    private NodeDocument.Health health() {
        return new NodeDocument.Health(pressures, unready);
    }

    /** Renews the lease, or makes it. */
    public boolean beat() {
        var name = new ObjectName(LEASES, shape.name());
        var lease = new LeaseDraft(name, shape.name(), LEASE, program.time().instant());
        var outcome = client.patch(ApiResource.LEASES, name, lease.renewal());
        if (!(outcome instanceof RequestResult.NotFound<ObjectNode>)) return settled("lease", outcome);
        var made = client.create(ApiResource.LEASES, lease.document());
        // The first beat and that of the clock may come at the same time.
        return made instanceof RequestResult.Conflict<ObjectNode>
                ? settled("lease", client.patch(ApiResource.LEASES, name, lease.renewal()))
                : settled("lease", made);
    }

    private boolean settled(String what, RequestResult<ObjectNode> outcome) {
        var problem = Optional.of(outcome.problem()).filter(text -> !text.isEmpty());
        return problem.map(text -> failed(what, text)).orElse(true);
    }

    private boolean failed(String what, String why) {
        program.reporter().tell("node " + shape.name() + ", " + what + ": " + why);
        return false;
    }
}
