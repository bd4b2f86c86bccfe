package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.simulation.StatusInvariant;
import dev.plimsoll.simulation.cluster.NodeInvariants;
import dev.plimsoll.store.StoreEvent;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What must hold after every write, answer, watch event and step. Each finding begins with the name of what does not. */
final class FaultInvariants implements FaultyTransport.ReplyWitness {
    /** Several times what any run needs: whoever writes more writes against somebody else. */
    private static final int MOST_WRITES = 4000;

    /**
     * Why a pod may fail that its node had let in; and by CPU, memory or topology manager: what the scheduler knows of those it knows from
     * the node, and where the node was not heard, nobody could know better. The histories without faults allow none of these.
     */
    private static final Set<String> ALLOWED =
            Set.of("", "Evicted", "Preempting", "TopologyAffinityError", "UnexpectedAdmissionError");

    private final StoredObjects objects;
    private final Consumer<String> violations;
    private final WriteLog writes;
    private final BuiltInMistake mistake;
    private final IdentityHashMap<NodeProcess, @Nullable NodeState> seen = new IdentityHashMap<>();
    private final Map<NodeProcess, StatusInvariant> statuses = new HashMap<>();
    private final Map<NodeProcess, Integer> starts = new HashMap<>();
    private long answers;
    private long events;

    FaultInvariants(StoredObjects objects, Consumer<String> violations, long firstRevision, BuiltInMistake mistake) {
        this.mistake = mistake;
        this.objects = objects;
        this.violations = violations;
        this.writes = new WriteLog(firstRevision);
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
        if (now != null && key.startsWith(StoredObjects.PODS)) pod(now);
        if (now != null && key.startsWith("/registry/resourcequotas/")) quota(now);
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
        if (status.path("phase").asText().equals("Failed")
                && !ALLOWED.contains(status.path("reason").asText()))
            violations.accept("refused: " + pod.path("metadata").path("name").asText() + " by "
                    + pod.path("spec").path("nodeName").asText() + ": "
                    + status.path("reason").asText() + ", "
                    + status.path("message").asText());
        if (pod.path("metadata").path("namespace").asText().equals(StoreTemplate.LIMITED)) {
            var count = countedPods();
            if (count > StoreTemplate.MOST_PODS)
                violations.accept("quota: " + count + " pods where " + StoreTemplate.MOST_PODS + " are allowed");
        }
    }

    private long countedPods() {
        return objects.under(StoredObjects.PODS + StoreTemplate.LIMITED + "/").stream()
                // Those whose time is up do not count, by whatever clock.
                .filter(each ->
                        !StoredObjects.isOver(each) && !each.path("metadata").has("deletionTimestamp"))
                .count();
    }

    /** Servers whose clocks differ do not agree when a pod that is being deleted no longer counts. */
    private void quota(ObjectNode quota) {
        var used = quota.path("status").path("used").path("pods").asLong();
        var deleted = objects.under(StoredObjects.PODS + StoreTemplate.LIMITED + "/").stream()
                .filter(each -> each.path("metadata").has("deletionTimestamp"))
                .count();
        if (used > StoreTemplate.MOST_PODS + deleted) violations.accept("quota: " + used + " pods are said to be used");
    }

    /** What a node knows, whenever it knows something else. */
    @SuppressWarnings("ReferenceEquality") // the very same state need not be looked at again
    void check(NodeProcess node) {
        var state = node.state();
        if (state == null || seen.put(node, state) == state) return;
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
    public void answered(ClientRequest request, Reply reply) {
        answers++;
        tell(writes.acknowledged(request, reply, objects));
    }

    @Override
    public FaultyStream.WatchedLines watches(ClientRequest request) {
        var stream = writes.watched(request);
        return line -> {
            events++;
            tell(stream.sent(line));
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
