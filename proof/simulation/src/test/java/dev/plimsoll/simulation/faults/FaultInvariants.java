package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.simulation.StatusInvariant;
import dev.plimsoll.simulation.cluster.NodeInvariants;
import dev.plimsoll.store.StoreEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What must hold after every write, answer, watch event and step. Each finding begins with the name of what does not. */
final class FaultInvariants implements FaultyTransport.ReplyWitness {
    /** Several times what any run needs: whoever writes more writes against somebody else. */
    private static final int MOST_WRITES = 6000;

    private static final String LIMITED_PODS = StoredObjects.PODS + StoreTemplate.LIMITED + "/";

    /** Why a pod may fail that its node had let in. */
    private static final Set<String> ALLOWED = Set.of("", "Evicted", "Preempting");

    /** By CPU, memory or topology manager: allowed where the scheduler could not know what the node had given. */
    private static final Set<String> OF_MANAGERS = Set.of("TopologyAffinityError", "UnexpectedAdmissionError");

    private final StoredObjects objects;
    private final Consumer<String> violations;
    private final WriteLog writes;
    private final BuiltInMistake mistake;
    private final IdentityHashMap<NodeProcess, @Nullable NodeState> seen = new IdentityHashMap<>();
    private final Map<NodeProcess, StatusInvariant> statuses = new HashMap<>();
    private final Map<NodeProcess, Integer> starts = new HashMap<>();
    private final KnownZones zones;
    private final BudgetInvariant budgets;
    /** Which object has which uid, for ever. */
    private final Map<String, String> uids = new HashMap<>();

    private final List<NodeProcess> nodes;
    private final List<ServerProcess> servers;
    private long answers;
    private long events;

    /**
     * For a cluster.
     *
     * @param time that has passed, in nanoseconds
     */
    FaultInvariants(
            StoredObjects objects,
            Consumer<String> violations,
            long firstRevision,
            BuiltInMistake mistake,
            LongSupplier time,
            List<NodeProcess> nodes,
            List<ServerProcess> servers) {
        this.zones = new KnownZones(time);
        this.budgets = new BudgetInvariant(objects, time);
        this.nodes = nodes;
        this.servers = servers;
        this.mistake = mistake;
        this.objects = objects;
        this.violations = violations;
        this.writes = new WriteLog(firstRevision);
        objects.all().forEach(this::identified);
    }

    long answers() {
        return answers;
    }

    long events() {
        return events;
    }

    /** One write, which nobody knows of yet. */
    void written(StoreEvent event, @Nullable ObjectNode before) {
        var key = event.key();
        if (event.revision() <= writes.newest())
            violations.accept("revision: " + event.revision() + " after " + writes.newest());
        if (event.revision() == writes.first() + MOST_WRITES) violations.accept("storm: " + MOST_WRITES + " writes");
        var now = objects.all().get(key);
        writes.add(event.revision(), key, now == null ? before : now);
        if (now != null && before != null && event instanceof StoreEvent.Replaced) changed(key, before, now);
        if (now != null && event instanceof StoreEvent.Created) identified(key, now);
        if (now != null && key.startsWith(StoredObjects.PODS)) pod(now);
        if (now != null) tell(budgets.written(key, now));
        if (now != null && key.startsWith(LIMITED_PODS) && event instanceof StoreEvent.Created) created();
        if (now != null && key.startsWith("/registry/resourcequotas/")) quota(now);
    }

    /** A uid is given once, also after its object is gone. */
    private void identified(String key, ObjectNode object) {
        var uid = object.path("metadata").path("uid").asText();
        if (uid.isEmpty()) return;
        var other = uids.putIfAbsent(uid, key);
        if (other != null) violations.accept("identity: " + key + " has the uid of " + other);
    }

    private void changed(String key, ObjectNode before, ObjectNode now) {
        var meta = now.path("metadata");
        var was = before.path("metadata");
        for (var constant : new String[] {"uid", "creationTimestamp"})
            if (!meta.path(constant).equals(was.path(constant)))
                violations.accept("identity: " + constant + " of " + key + " became " + meta.path(constant));
        if (meta.path("generation").asLong() < was.path("generation").asLong())
            violations.accept("identity: generation of " + key + " fell to " + meta.path("generation"));
        if (was.has("deletionTimestamp") && !meta.has("deletionTimestamp"))
            violations.accept("identity: " + key + " is no longer being deleted");
        var node = before.path("spec").path("nodeName").asText();
        if (key.startsWith(StoredObjects.PODS)
                && !node.isEmpty()
                && !now.path("spec").path("nodeName").asText().equals(node))
            violations.accept("identity: " + key + " left its node");
    }

    private void pod(ObjectNode pod) {
        var status = pod.path("status");
        if (status.path("phase").asText().equals("Failed") && !isAllowed(pod))
            violations.accept("refused: " + pod.path("metadata").path("name").asText() + " by "
                    + pod.path("spec").path("nodeName").asText() + ": "
                    + status.path("reason").asText() + ", "
                    + status.path("message").asText());
    }

    private boolean isAllowed(ObjectNode pod) {
        var reason = pod.path("status").path("reason").asText();
        if (!OF_MANAGERS.contains(reason)) return ALLOWED.contains(reason);
        var uid = pod.path("metadata").path("uid").asText();
        for (var node : nodes)
            if (node.name().equals(pod.path("spec").path("nodeName").asText())) return zones.wereStale(uid, node);
        return true;
    }

    /** Pods that are being deleted count until their time is up, by the clock of the server that asks: here, by the one that is ahead. */
    private void created() {
        var now = servers.stream()
                .map(server -> server.clock().getLast())
                .max(Comparator.naturalOrder())
                .orElse(SimulatedTime.START);
        var count = countedPods(now);
        if (count > StoreTemplate.MOST_PODS)
            violations.accept("quota: " + count + " pods where " + StoreTemplate.MOST_PODS + " are allowed");
    }

    private long countedPods(Instant now) {
        return objects.under(LIMITED_PODS).stream()
                .filter(pod -> PodUsage.DEFAULT.of(Views.pod(pod), now).names().contains(ResourceName.PODS))
                .count();
    }

    /** Servers whose clocks differ do not agree when a pod that is being deleted no longer counts. */
    private void quota(ObjectNode quota) {
        var used = quota.path("status").path("used").path("pods").asLong();
        var deleted = objects.under(LIMITED_PODS).stream()
                .filter(each -> each.path("metadata").has("deletionTimestamp"))
                .count();
        if (used > StoreTemplate.MOST_PODS + deleted) violations.accept("quota: " + used + " pods are said to be used");
    }

    /** What a node knows, whenever it knows something else. */
    @SuppressWarnings("ReferenceEquality") // the very same state need not be looked at again
    void check(NodeProcess node) {
        var state = node.state();
        if (state == null || seen.put(node, state) == state) return;
        zones.given(node);
        tell(NodeInvariants.cpus(node.name(), node.runtime(), state));
        var document = objects.all().get("/registry/nodes/" + node.name());
        if (document != null)
            tell(NodeInvariants.sums(
                    node.name(), state, node.gates(), Views.node(document).allocatable()));
        if (starts.getOrDefault(node, 0) != node.starts()) statuses.remove(node);
        starts.put(node, node.starts());
        try {
            var invariant = statuses.computeIfAbsent(node, each -> new StatusInvariant(each.gates()));
            state.pods().forEach(invariant::check);
        } catch (IllegalStateException untrue) {
            tell("status: " + untrue.getMessage());
        }
    }

    private void tell(@Nullable String found) {
        if (found != null) violations.accept(found);
    }

    @Override
    public void answered(String process, ClientRequest request, Reply reply) {
        answers++;
        tell(budgets.answered(process, request));
        tell(writes.acknowledged(request, reply, objects));
    }

    /** What a controller makes of a template that was accepted is accepted, whatever the webhook has made of it. */
    @Override
    public void refused(String process, ClientRequest request, Reply reply) {
        var isPod = request.method().equals("POST") && request.target().matches("[^?]*/pods([?].*)?");
        if (isPod && process.startsWith("controllers") && (reply.status() == 400 || reply.status() == 422))
            tell("autoscaled: a pod was refused: " + new String(reply.body(), StandardCharsets.UTF_8));
    }

    @Override
    public void sent(String process, ClientRequest request) {
        zones.bound(process, request);
    }

    @Override
    public void listed(String process, ClientRequest request, Reply reply) {
        zones.listed(process, request, reply);
    }

    @Override
    public FaultyStream.WatchedLines watches(String process, ClientRequest request) {
        var stream = writes.watched(request);
        return new FaultyStream.WatchedLines() {
            @Override
            public void sent(byte[] line) {
                events++;
                tell(stream.sent(line));
            }

            @Override
            public void arrived(byte[] line) {
                zones.arrived(process, request, line);
            }
        };
    }

    @Override
    public BuiltInMistake mistake() {
        return mistake;
    }

    /** Once nothing goes wrong any more and everybody has had time enough. */
    void atTheEnd(List<NodeProcess> nodes) {
        new FinalState(objects, nodes).problems().forEach(violations);
    }
}
