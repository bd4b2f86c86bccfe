package dev.plimsoll.simulation.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.capacity.CapacityGuard;
import dev.plimsoll.apiserver.capacity.NodeLoads;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.verbs.ListSelection;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.core.admission.ResizeAdmission;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.strategy.Strategy.Write;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The API of one history. What decides is the API server's own: its strategies prepare and check, its guard counts what is on nodes, its
 * registry keeps the objects. Left out is what only costs time here: HTTP, owners of fields, namespaces, quotas.
 */
final class SimulatedApi implements AutoCloseable {
    /** Costly to make, and nobody changes them. */
    private static final Kinds KINDS = Kinds.bundled();

    private static final Map<String, Kind> NAMED = new ConcurrentHashMap<>();
    private static final Kind PODS = kind("", "Pod");

    private static final Schema SCHEMA = Schema.bundled();

    /** A change that watchers hear of. */
    record Event(Kind kind, ObjectNode document, boolean isRemoval) {}

    private final VirtualTime time;
    private final Mutation mutation;
    private final Strategies strategies;
    private final MemoryStore store = new MemoryStore();
    private final Registry registry = new Registry(store, ListSelection::fieldsOf);
    private final CapacityGuard guard;
    private final ResizeAdmission resizes = ResizeAdmission.under(FeatureGates.DEFAULT);
    private final Map<Kind, Map<ObjectName, ObjectNode>> documents =
            new TreeMap<>((a, b) -> a.name().compareTo(b.name()));
    private final List<Event> events = new ArrayList<>();
    private int made;
    private int lost;

    SimulatedApi(VirtualTime time, Mutation mutation) {
        this.time = time;
        this.mutation = mutation;
        this.strategies = StrategiesOf.INSTANCE;
        var demand = EffectiveDemand.under(FeatureGates.DEFAULT, EffectiveDemand.StatusOverhead.INCLUDED);
        var loads = new NodeLoads(demand);
        registry.observe(kind("", "Pod"), loads);
        registry.onWrite(loads);
        this.guard = new CapacityGuard(registry, KINDS, demand, loads);
    }

    private static final class StrategiesOf {
        static final Strategies INSTANCE = new Strategies(SCHEMA, FeatureGates.DEFAULT, () -> VirtualTime.START);
    }

    static Kind kind(String group, String name) {
        return NAMED.computeIfAbsent(group + "/" + name, _ -> KINDS.named(group, name));
    }

    KindShape shape(Kind kind) {
        return strategies.shape(kind);
    }

    List<Event> events() {
        return events;
    }

    /** As they are now. Nobody changes what is handed out. */
    Collection<ObjectNode> all(Kind kind) {
        return documents.getOrDefault(kind, Map.of()).values();
    }

    @Nullable
    ObjectNode find(Kind kind, ObjectName name) {
        return documents.getOrDefault(kind, Map.of()).get(name);
    }

    ObjectNode get(Kind kind, ObjectName name) {
        var found = find(kind, name);
        if (found == null) throw new RefusedException(Refusal.NotFound.of(kind, name.name()));
        return found;
    }

    synchronized ObjectNode create(Kind kind, ObjectNode sent) {
        var document = sent.deepCopy();
        var meta = DocumentMetadata.of(document);
        var strategy = strategies.of(kind);
        strategy.defaults(document);
        meta.put("uid", "uid-" + ++made);
        meta.put("creationTimestamp", DocumentMetadata.time(time.instant()));
        strategy.prepareNew(document);
        check(kind, meta.name(), strategy.checkNew(document));
        mutate(kind, document);
        return switch (registry.create(kind, meta.namespace(), meta.name(), document)) {
            case Written.Done(var stored) -> noted(kind, document, stored);
            case Written.Overtaken _ ->
                throw new RefusedException(
                        new Refusal.AlreadyExists(kind, meta.name(), Refusal.AlreadyExists.Why.TAKEN));
            case Written.Gone _ -> throw new IllegalStateException("a new object cannot be gone");
        };
    }

    private void mutate(Kind kind, ObjectNode document) {
        if (mutation != Mutation.NODE_GRANTS_TOO_MUCH || !kind.is("", "Node")) return;
        if (document.path("status").path("allocatable") instanceof ObjectNode allocatable)
            allocatable.put("cpu", "6").put("memory", "3Gi");
    }

    private static void check(Kind kind, String name, List<FieldError> errors) {
        if (!errors.isEmpty()) throw new RefusedException(Refusal.Invalid.of(kind, name, errors));
    }

    private ObjectNode noted(Kind kind, ObjectNode document, StoredObject stored) {
        DocumentMetadata.of(document).put("resourceVersion", Long.toString(stored.revision()));
        documents.computeIfAbsent(kind, _ -> new TreeMap<>()).put(ObjectName.of(document), document);
        events.add(new Event(kind, document, false));
        return document;
    }

    /** Replaces an object with what a request makes of it, as far as this way of writing may. */
    synchronized ObjectNode change(
            Kind kind, ObjectName name, String subresource, boolean isPinned, UnaryOperator<ObjectNode> wish) {
        var known = get(kind, name);
        var stored = known.deepCopy();
        var next = wish.apply(known); // which makes a copy
        var meta = DocumentMetadata.of(next);
        var before = DocumentMetadata.of(stored);
        var isOvertaken = isPinned
                && !meta.resourceVersion().isEmpty()
                && !meta.resourceVersion().equals(before.resourceVersion());
        var isOther = !meta.uid().isEmpty() && !meta.uid().equals(before.uid());
        if (isOvertaken || isOther) throw new RefusedException(Refusal.Conflict.modified(kind, name.name()));
        meta.take(before, "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds");
        meta.take(before, "generation", "resourceVersion");
        var write = new Write(subresource, next, stored);
        var strategy = strategies.of(kind);
        strategy.prepareChange(write);
        check(kind, name.name(), strategy.checkChange(write));
        if (subresource.equals("resize")) admitResize(kind, stored, next);
        mutate(kind, next);
        if (next.equals(known)) return known;
        if (mutation == Mutation.STATUS_IS_LOST
                && kind.is("", "Pod")
                && subresource.equals("status")
                && ++lost % 7 == 0) return known;
        var node = next.path("spec").path("nodeName").asText();
        var current = registry.get(kind, name.namespace(), name.name());
        var written = subresource.equals("resize") && !node.isEmpty()
                ? guard.resize(current, next, write.pods(), node)
                : registry.replace(current, next);
        return written(kind, name, next, written);
    }

    private ObjectNode written(Kind kind, ObjectName name, ObjectNode next, Written written) {
        if (written instanceof Written.Done(var stored)) return noted(kind, next, stored);
        throw new RefusedException(Refusal.Conflict.modified(kind, name.name()));
    }

    /** As the API server's admission of resizes: the node must be able to do it. */
    private void admitResize(Kind kind, ObjectNode stored, ObjectNode next) {
        var before = Views.pod(stored);
        var resized = Views.pod(next);
        var node = before.spec().placement().nodeName();
        if (node.isEmpty()
                || before.metadata().generation() == resized.metadata().generation()) return;
        var change = new ResizeAdmission.Change(before, resized);
        var decision = resizes.check(change, Views.node(get(kind("", "Node"), ObjectName.ofCluster(node))));
        if (decision instanceof ResizeAdmission.Decision.Denied(var message, var _))
            throw new RefusedException(
                    Refusal.Forbidden.of(kind, before.metadata().name(), message));
    }

    /** Gives a pod its node, where the guard finds room. */
    synchronized void bind(ObjectName name, String uid, String node) {
        var kind = kind("", "Pod");
        var next = get(kind, name).deepCopy();
        var meta = DocumentMetadata.of(next);
        var isTaken = !next.path("spec").path("nodeName").asText().isEmpty();
        if (!meta.uid().equals(uid) || meta.isBeingDeleted() || isTaken)
            throw conflict(name, "it is not the pod that waits for a node");
        var current = registry.get(kind, name.namespace(), name.name());
        var room = guard.room(node, next);
        ((ObjectNode) next.path("spec")).put("nodeName", node);
        var condition = next.withObject("/status").withArray("/conditions").addObject();
        condition.put("type", "PodScheduled").put("status", "True");
        switch (room) {
            case CapacityGuard.Room.Enough enough -> written(kind, name, next, guard.bind(current, next, node, enough));
            case CapacityGuard.Room.Lacking(var missing) -> {
                if (mutation != Mutation.GUARD_SAYS_YES) throw conflict(name, String.join("; ", missing));
                written(kind, name, next, registry.replace(current, next));
            }
        }
    }

    private static RefusedException conflict(ObjectName name, String why) {
        return new RefusedException(new Refusal.Conflict("", "pods/binding", name.name(), why));
    }

    /**
     * Takes an object away; a pod on a node first gets time to end.
     *
     * @param period less than 0 for what the pod says itself
     */
    synchronized ObjectNode delete(Kind kind, ObjectName name, String uid, long period) {
        var known = get(kind, name);
        if (!uid.isEmpty() && !DocumentMetadata.of(known).uid().equals(uid))
            throw new RefusedException(Refusal.Conflict.modified(kind, name.name()));
        var current = registry.get(kind, name.namespace(), name.name());
        var grace = kind.is("", "Pod") ? grace(known, period) : 0;
        if (grace == 0) {
            if (!(registry.delete(current) instanceof Written.Done))
                throw new RefusedException(Refusal.Conflict.modified(kind, name.name()));
            documents.getOrDefault(kind, Map.of()).remove(name);
            events.add(new Event(kind, known, true));
            return known;
        }
        var next = known.deepCopy();
        var meta = DocumentMetadata.of(next);
        if (meta.isBeingDeleted()) return known;
        meta.put("deletionTimestamp", DocumentMetadata.time(time.instant().plus(Duration.ofSeconds(grace))));
        meta.put("deletionGracePeriodSeconds", grace);
        meta.put("generation", meta.generation() + 1);
        return written(kind, name, next, registry.replace(current, next));
    }

    private static long grace(ObjectNode pod, long period) {
        var phase = pod.path("status").path("phase").asText();
        var isBound = !pod.path("spec").path("nodeName").asText().isEmpty();
        if (!isBound || phase.equals("Failed") || phase.equals("Succeeded")) return 0;
        return period >= 0
                ? period
                : Math.max(
                        1,
                        pod.path("spec").path("terminationGracePeriodSeconds").asLong());
    }

    /** The pods of the cluster in the order of their names. */
    Collection<ObjectNode> pods() {
        return all(PODS);
    }

    @Override
    public void close() {
        registry.close();
        store.close();
    }
}
