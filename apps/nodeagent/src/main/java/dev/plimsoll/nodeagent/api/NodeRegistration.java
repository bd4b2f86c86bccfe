package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.runtime.ErrorReporter;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Makes the node known to the API, keeps its status true, and shows that it is alive. */
public final class NodeRegistration {
    private static final String LEASES = "kube-node-lease";
    private static final int LEASE_SECONDS = 40;
    private static final DateTimeFormatter MICRO_TIME = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final ApiClient client;
    private final NodeShape shape;
    private final NodeDocument.Versions versions;
    private final Supplier<Map<String, String>> annotations;
    private final InstantSource clock;
    private final ErrorReporter errors;
    private final Transitions transitions = new Transitions();
    private volatile Set<NodeCondition> pressures = Set.of();
    private volatile boolean isRegistered;
    /** Why the node cannot run pods; empty if it can. */
    private volatile String unready = "";

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
            InstantSource clock,
            ErrorReporter errors) {
        this.client = client;
        this.shape = shape;
        this.versions = versions;
        this.annotations = annotations;
        this.clock = clock;
        this.errors = errors;
    }

    /** Registers, again and again until it is done, and shows the first sign of life. */
    public void untilRegistered(Time time, RandomGenerator random) {
        var backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), random);
        try {
            while (!register()) time.sleep(backoff.failure());
            isRegistered = true;
            beat();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // stopping: the next start registers
        }
    }

    /** Creates the node, or brings the one that is there up to date. False if that must be tried again. */
    public boolean register() {
        var document = NodeDocument.of(shape, versions, health(), transitions, clock.instant());
        var told = annotations.get();
        if (!told.isEmpty()) annotate(document.withObject("/metadata"), told);
        return switch (client.create(ApiResource.NODES, document)) {
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
            transitions.recall(node);
        }
        return annotate() && refresh();
    }

    /** Before the node is said to be ready. */
    private boolean annotate() {
        var told = annotations.get();
        if (told.isEmpty()) return true;
        var patch = JsonNodeFactory.instance.objectNode();
        annotate(patch.putObject("metadata"), told);
        return settled(
                "annotations",
                client.patch(ApiResource.NODES, ObjectName.ofCluster(shape.name()), new Patch.Merge(patch)));
    }

    private static void annotate(ObjectNode metadata, Map<String, String> told) {
        var entries = metadata.putObject("annotations");
        told.forEach(entries::put);
    }

    /** Writes the status as it is now. */
    public boolean refresh() {
        var patch = JsonNodeFactory.instance.objectNode();
        var labels = patch.putObject("metadata").putObject("labels");
        shape.allLabels().forEach(labels::put);
        patch.set("status", NodeDocument.status(shape, versions, health(), transitions, clock.instant()));
        return settled(
                "node status",
                client.patch(
                        ApiResource.NODES.sub("status"),
                        ObjectName.ofCluster(shape.name()),
                        new Patch.Strategic(patch)));
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
        if (why.equals(unready)) return;
        unready = why;
        if (isRegistered) refresh();
    }

    private NodeDocument.Health health() {
        return new NodeDocument.Health(pressures, unready);
    }

    /** Renews the lease, or makes it. */
    public boolean beat() {
        var spec = JsonNodeFactory.instance.objectNode();
        spec.put("holderIdentity", shape.name());
        spec.put("leaseDurationSeconds", LEASE_SECONDS);
        spec.put("renewTime", MICRO_TIME.format(clock.instant()));
        var patch = JsonNodeFactory.instance.objectNode();
        patch.set("spec", spec);
        var name = new ObjectName(LEASES, shape.name());
        var outcome = client.patch(ApiResource.LEASES, name, new Patch.Merge(patch));
        if (!(outcome instanceof RequestResult.NotFound<ObjectNode>)) return settled("lease", outcome);
        var lease = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", ApiResource.LEASES.apiVersion())
                .put("kind", "Lease");
        lease.putObject("metadata").put("name", shape.name()).put("namespace", LEASES);
        lease.set("spec", spec);
        var made = client.create(ApiResource.LEASES, lease);
        // The first beat and that of the clock may come at the same time.
        return made instanceof RequestResult.Conflict<ObjectNode>
                ? settled("lease", client.patch(ApiResource.LEASES, name, new Patch.Merge(patch)))
                : settled("lease", made);
    }

    private boolean settled(String what, RequestResult<ObjectNode> outcome) {
        var problem = Optional.of(outcome.problem()).filter(text -> !text.isEmpty());
        return problem.map(text -> failed(what, text)).orElse(true);
    }

    private boolean failed(String what, String why) {
        errors.tell("node " + shape.name() + ", " + what + ": " + why);
        return false;
    }
}
