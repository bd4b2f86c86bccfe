package dev.plimsoll.controllers.garbage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.discovery.DiscoveryClient;
import dev.plimsoll.client.events.About;
import dev.plimsoll.controllers.garbage.Graph.Item;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.core.workloads.garbagecollection.CollectionDecision;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.ObjectNames;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Deletes what belonged to objects that are gone, and lets owners go that wait for it. Its queue holds uids. */
public final class GarbageCollector implements Controller {
    private static final ObjectName DISCOVERY = new ObjectName("discovery", "");
    private static final Duration PERIOD = Duration.ofSeconds(30);

    private final ControllerContext around;
    private final DiscoveryClient discovery;
    private final Sources sources;
    private final Events events;
    private final Graph graph = new Graph();
    private final AbsentOwners absent = new AbsentOwners();
    private final AbsentOwners absentDefinitions = new AbsentOwners();
    /** Objects whose owners are of kinds that were not served when they were asked for. */
    private final Set<String> undecided = ConcurrentHashMap.newKeySet();
    /** Definitions of kinds that were served at some time, by group and kind. */
    private final Map<String, String> definitions = new ConcurrentHashMap<>();

    private volatile @Nullable WorkQueue queue;
    private volatile DiscoveryClient.@Nullable Found served;

    public GarbageCollector(ControllerContext around, DiscoveryClient discovery, RandomGenerator random) {
        this.around = around;
        this.discovery = discovery;
        this.sources = new Sources(around, random, this::changed, this::lost);
        this.events = around.events().apply("garbage-collector-controller");
    }

    @Override
    public String name() {
        return "garbage_collector_attempt_to_delete";
    }

    @Override
    public void follow(WorkQueue waiting) {
        queue = waiting;
        around.informers().pods().subscribe(change -> changed(ApiResource.PODS, change.map(ControlledPod::meta)));
        waiting.add(DISCOVERY);
    }

    private void changed(ApiResource resource, CacheChange<ObjectMetadata> change) {
        var waiting = queue;
        // A definition makes kinds that can own and be owned: they need not wait for the next look around.
        if (resource.plural().equals("customresourcedefinitions")) {
            if (waiting != null) waiting.add(DISCOVERY);
            switch (change) {
                case CacheChange.Removed<ObjectMetadata>(var name, var _) -> absentDefinitions.add(name.name());
                case CacheChange.Added<ObjectMetadata>(var name, var _) -> absentDefinitions.remove(name.name());
                case CacheChange.Updated<ObjectMetadata> _, CacheChange.Synced<ObjectMetadata> _ -> {}
            }
        }
        switch (change) {
            case CacheChange.Added<ObjectMetadata>(var _, var now) -> seen(new Item(resource, now), true);
            case CacheChange.Updated<ObjectMetadata>(var _, var before, var now) -> {
                var ownersChanged = !before.owners().equals(now.owners());
                seen(new Item(resource, now), ownersChanged);
                // An owner may have waited for a reference that is not there any more, or does not block it.
                if (ownersChanged) before.owners().forEach(this::wakeIfWaiting);
            }
            case CacheChange.Removed<ObjectMetadata>(var _, var before) -> {
                absent.add(before.uid());
                lost(before);
            }
            case CacheChange.Synced<ObjectMetadata> _ -> {}
        }
    }

    /** It is followed no longer. Whether it is there is asked before anything that belongs to it goes. */
    private void lost(ObjectMetadata before) {
        graph.remove(before.uid());
        undecided.remove(before.uid());
        for (var dependent : graph.dependentsOf(before.uid()))
            wake(dependent.meta().uid());
        before.owners().forEach(this::wakeIfWaiting);
    }

    private void seen(Item item, boolean ownersChanged) {
        graph.put(item);
        if (item.waitsForDependents() || item.orphansDependents())
            wake(item.meta().uid());
        if (!ownersChanged) return;
        for (var owner : item.meta().owners()) {
            var known = graph.find(owner.uid());
            if (known.isEmpty() || known.get().meta().isBeingDeleted())
                wake(item.meta().uid());
        }
    }

    private void wakeIfWaiting(OwnerReference owner) {
        if (graph.find(owner.uid()).filter(each -> each.meta().isBeingDeleted()).isPresent()) wake(owner.uid());
    }

    private void wake(String uid) {
        var waiting = queue;
        if (waiting != null) waiting.add(ObjectName.ofCluster(uid));
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        if (key.equals(DISCOVERY)) return discover();
        var found = served;
        if (found == null) return ReconcileResult.again(Duration.ofMillis(100));
        var item = graph.find(key.name());
        if (item.isEmpty()) return ReconcileResult.SETTLED;
        if (item.get().orphansDependents()) return orphan(item.get());
        if (item.get().waitsForDependents()) return release(item.get());
        if (item.get().meta().isBeingDeleted()) return ReconcileResult.SETTLED;
        return collect(item.get(), found);
    }

    private ReconcileResult discover() {
        var found = discovery.all();
        if (!found.problem().isEmpty() && served == null) return new ReconcileResult.Failed(found.problem());
        if (found.equals(served)) return ReconcileResult.again(PERIOD); // all of it is followed
        try {
            if (!sources.follow(found)) return new ReconcileResult.Failed("not everything could be listed");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ReconcileResult.SETTLED;
        }
        served = found;
        for (var each : found.resources())
            definitions.put(
                    kindKey(each.resource().group(), each.resource().kind()),
                    each.resource().toString());
        for (var uid : List.copyOf(undecided)) {
            undecided.remove(uid);
            wake(uid);
        }
        return ReconcileResult.again(PERIOD);
    }

    /** Deleted with what belongs to it left alone: the references to it go first. */
    private ReconcileResult orphan(Item owner) {
        for (var dependent : graph.dependentsOf(owner.meta().uid())) {
            var outcome = strip(dependent, List.of(owner.meta().uid()));
            if (isBad(outcome)) return new ReconcileResult.Failed(outcome.problem());
        }
        return unfinalized(owner, CollectionDecision.ORPHAN);
    }

    /** Deleted after what belongs to it: nothing is left that blocks it, or that is told to go. */
    private ReconcileResult release(Item owner) {
        var dependents = graph.dependentsOf(owner.meta().uid());
        var blocked = dependents.stream().anyMatch(owner::isBlockedBy);
        if (!blocked) return unfinalized(owner, CollectionDecision.FOREGROUND);
        for (var dependent : dependents) {
            if (!graph.isInCircle(owner, dependent)) {
                if (!dependent.waitsForDependents()) wake(dependent.meta().uid());
                continue;
            }
            var outcome = unblock(dependent);
            if (isBad(outcome)) return new ReconcileResult.Failed(outcome.problem());
        }
        return ReconcileResult.SETTLED;
    }

    /** Its owners wait for it no longer: it waits for one of them. */
    private RequestResult<ObjectNode> unblock(Item item) {
        var change = ObjectChange.unblockingOwners(item.meta());
        return around.client().patch(item.resource(), ObjectNames.of(item.meta()), change);
    }

    private ReconcileResult unfinalized(Item item, String finalizer) {
        return switch (around.client().get(item.resource(), ObjectNames.of(item.meta()))) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                var now = MetadataReader.read(document);
                if (!now.uid().equals(item.meta().uid()) || !now.finalizers().contains(finalizer))
                    yield ReconcileResult.SETTLED;
                var change = ObjectChange.withoutFinalizer(now, finalizer);
                var outcome = around.client().patch(item.resource(), ObjectNames.of(now), change);
                yield outcome instanceof RequestResult.Done<ObjectNode>
                                || outcome instanceof RequestResult.NotFound<ObjectNode>
                        ? ReconcileResult.SETTLED
                        : new ReconcileResult.Failed(outcome.problem());
            }
            case RequestResult.NotFound<ObjectNode> _ -> ReconcileResult.SETTLED;
            case RequestResult<ObjectNode> failed -> new ReconcileResult.Failed(failed.problem());
        };
    }

    private ReconcileResult collect(Item item, DiscoveryClient.Found found) {
        // What the caches say is enough to keep an object, but not to delete it.
        var doubtful = item.meta().owners().stream().anyMatch(owner -> {
            var known = graph.find(owner.uid());
            return known.isEmpty() || known.get().waitsForDependents();
        });
        if (!doubtful) return ReconcileResult.SETTLED;
        return switch (around.client().get(item.resource(), ObjectNames.of(item.meta()))) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                var fresh = new Item(item.resource(), MetadataReader.read(document));
                yield fresh.meta().uid().equals(item.meta().uid())
                        ? collectFresh(fresh, found)
                        : ReconcileResult.SETTLED;
            }
            case RequestResult.NotFound<ObjectNode> _ -> ReconcileResult.SETTLED;
            case RequestResult<ObjectNode> failed -> new ReconcileResult.Failed(failed.problem());
        };
    }

    private ReconcileResult collectFresh(Item item, DiscoveryClient.Found found) {
        if (item.meta().isBeingDeleted()) return ReconcileResult.SETTLED;
        Map<String, CollectionDecision.Owner> owners = new HashMap<>();
        for (var owner : item.meta().owners()) {
            var state = state(item, owner, found);
            if (state.isEmpty()) {
                undecided.add(item.meta().uid());
                return new ReconcileResult.Failed("nobody knows whether " + owner + " is there");
            }
            owners.put(owner.uid(), state.get());
        }
        var hasDependents = !graph.dependentsOf(item.meta().uid()).isEmpty();
        return switch (CollectionDecision.decide(item.meta(), hasDependents, owners)) {
            case CollectionDecision.Keep() -> ReconcileResult.SETTLED;
            case CollectionDecision.Strip(var lost) -> ended(strip(item, lost));
            case CollectionDecision.Delete(var propagation) -> {
                var options =
                        new DeleteOptions(-1, item.meta().uid(), item.meta().version(), propagation);
                yield ended(around.client().delete(item.resource(), ObjectNames.of(item.meta()), options));
            }
        };
    }

    private static ReconcileResult ended(RequestResult<ObjectNode> outcome) {
        return outcome instanceof RequestResult.Done<ObjectNode>
                        || outcome instanceof RequestResult.NotFound<ObjectNode>
                ? ReconcileResult.SETTLED
                : new ReconcileResult.Failed(outcome.problem());
    }

    private static boolean isBad(RequestResult<ObjectNode> outcome) {
        return !(outcome instanceof RequestResult.Done<ObjectNode>)
                && !(outcome instanceof RequestResult.NotFound<ObjectNode>);
    }

    private Optional<CollectionDecision.Owner> state(Item item, OwnerReference owner, DiscoveryClient.Found found) {
        var known = graph.find(owner.uid());
        if (known.isPresent()) {
            var owned = known.get();
            var foreign = owned.resource().namespaced()
                    && !owned.meta().namespace().equals(item.meta().namespace());
            if (!foreign) {
                return Optional.of(
                        owned.waitsForDependents()
                                ? CollectionDecision.Owner.WAITING
                                : CollectionDecision.Owner.LIVING);
            }
            tellForeign(item, owner);
        }
        if (known.isEmpty() && absent.contains(owner.uid())) return Optional.of(CollectionDecision.Owner.GONE);
        var resource = found.ofKind(owner.apiVersion(), owner.kind());
        if (resource.isEmpty())
            return isKindGone(owner) ? Optional.of(CollectionDecision.Owner.GONE) : Optional.empty();
        if (resource.get().namespaced() && !item.resource().namespaced()) {
            tellForeign(item, owner);
            return Optional.empty();
        }
        var namespace = resource.get().namespaced() ? item.meta().namespace() : "";
        return switch (around.client().get(resource.get(), new ObjectName(namespace, owner.name()))) {
            case RequestResult.Done<ObjectNode>(var document) ->
                Optional.of(
                        MetadataReader.read(document).uid().equals(owner.uid())
                                ? CollectionDecision.Owner.LIVING
                                : CollectionDecision.Owner.GONE);
            case RequestResult.NotFound<ObjectNode> _ -> Optional.of(CollectionDecision.Owner.GONE);
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ -> Optional.empty();
        };
    }

    /** Whether the definition of its kind was seen to go; a kind that is not served for another reason may be served again. */
    private boolean isKindGone(OwnerReference owner) {
        var slash = owner.apiVersion().indexOf('/');
        var group = slash < 0 ? "" : owner.apiVersion().substring(0, slash);
        var definition = definitions.get(kindKey(group, owner.kind()));
        return definition != null && absentDefinitions.contains(definition);
    }

    private static String kindKey(String group, String kind) {
        return group + "/" + kind;
    }

    private void tellForeign(Item item, OwnerReference owner) {
        var meta = item.meta();
        var about = new About(
                item.resource().apiVersion(),
                item.resource().kind(),
                meta.namespace(),
                meta.name(),
                meta.uid(),
                "",
                "");
        events.warning(
                about,
                "OwnerRefInvalidNamespace",
                "ownerRef [" + owner.apiVersion() + "/" + owner.kind() + ", namespace: " + meta.namespace()
                        + ", name: " + owner.name() + ", uid: " + owner.uid() + "] does not exist in namespace \""
                        + meta.namespace() + "\"");
    }

    /** Takes owners off the list of an object, if the list is still the one that was seen. */
    private RequestResult<ObjectNode> strip(Item item, List<String> owners) {
        var lost = new HashSet<>(owners);
        var rest = item.meta().owners().stream()
                .filter(owner -> !lost.contains(owner.uid()))
                .toList();
        var change = ObjectChange.onlyOwners(item.meta(), rest);
        return around.client().patch(item.resource(), ObjectNames.of(item.meta()), change);
    }

    @Override
    public void close() {
        sources.close();
    }
}
