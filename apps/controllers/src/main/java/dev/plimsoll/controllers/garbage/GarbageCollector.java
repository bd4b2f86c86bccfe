package dev.plimsoll.controllers.garbage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.client.events.About;
import dev.plimsoll.controllers.discovery.Discovery;
import dev.plimsoll.controllers.garbage.Graph.Item;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.Meta;
import dev.plimsoll.controllers.objects.OwnerReference;
import dev.plimsoll.controllers.objects.PodView;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Deletes what belonged to objects that are gone, and lets owners go that wait for it. Its queue holds uids. */
public final class GarbageCollector implements Controller {
    private static final ObjectName DISCOVERY = new ObjectName("discovery", "");
    private static final Duration PERIOD = Duration.ofSeconds(30);

    private final Surroundings around;
    private final Discovery discovery;
    private final Sources sources;
    private final Events events;
    private final Graph graph = new Graph();
    private volatile @Nullable WorkQueue queue;
    private volatile Discovery.@Nullable Found served;

    public GarbageCollector(Surroundings around, Discovery discovery, RandomGenerator random) {
        this.around = around;
        this.discovery = discovery;
        this.sources = new Sources(around, random, this::changed);
        this.events = around.events().apply("garbage-collector-controller");
    }

    @Override
    public String name() {
        return "garbage_collector_attempt_to_delete";
    }

    @Override
    public void follow(WorkQueue waiting) {
        queue = waiting;
        around.informers().pods().subscribe(change -> changed(Kinds.PODS, meta(change)));
        waiting.add(DISCOVERY);
    }

    private static Change<Meta> meta(Change<PodView> change) {
        return switch (change) {
            case Change.Added<PodView>(var name, var now) -> new Change.Added<>(name, now.meta());
            case Change.Updated<PodView>(var name, var before, var now) ->
                new Change.Updated<>(name, before.meta(), now.meta());
            case Change.Removed<PodView>(var name, var before) -> new Change.Removed<>(name, before.meta());
            case Change.Synced<PodView> _ -> new Change.Synced<>();
        };
    }

    private void changed(ApiResource resource, Change<Meta> change) {
        var waiting = queue;
        // A definition makes kinds that can own and be owned: they need not wait for the next look around.
        if (resource.plural().equals("customresourcedefinitions") && waiting != null) waiting.add(DISCOVERY);
        switch (change) {
            case Change.Added<Meta>(var _, var now) -> seen(new Item(resource, now), true);
            case Change.Updated<Meta>(var _, var before, var now) ->
                seen(new Item(resource, now), !before.owners().equals(now.owners()));
            case Change.Removed<Meta>(var _, var before) -> {
                graph.remove(before.uid());
                for (var dependent : graph.dependentsOf(before.uid()))
                    wake(dependent.meta().uid());
                for (var owner : before.owners()) {
                    if (graph.find(owner.uid())
                            .filter(each -> each.meta().isBeingDeleted())
                            .isPresent()) {
                        wake(owner.uid());
                    }
                }
            }
            case Change.Synced<Meta> _ -> {}
        }
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

    private void wake(String uid) {
        var waiting = queue;
        if (waiting != null) waiting.add(ObjectName.ofCluster(uid));
    }

    @Override
    public Turn turn(ObjectName key) {
        if (key.equals(DISCOVERY)) return discover();
        var found = served;
        if (found == null) return Turn.again(Duration.ofMillis(100));
        var item = graph.find(key.name());
        if (item.isEmpty()) return Turn.SETTLED;
        if (item.get().orphansDependents()) return orphan(item.get());
        if (item.get().waitsForDependents()) return release(item.get());
        if (item.get().meta().isBeingDeleted()) return Turn.SETTLED;
        return collect(item.get(), found);
    }

    private Turn discover() {
        var found = discovery.all();
        if (!found.problem().isEmpty() && served == null) return new Turn.Failed(found.problem());
        try {
            if (!sources.follow(found)) return new Turn.Failed("not everything could be listed");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Turn.SETTLED;
        }
        served = found;
        return Turn.again(PERIOD);
    }

    /** Deleted with what belongs to it left alone: the references to it go first. */
    private Turn orphan(Item owner) {
        for (var dependent : graph.dependentsOf(owner.meta().uid())) {
            var outcome = strip(dependent, List.of(owner.meta().uid()));
            if (isBad(outcome)) return new Turn.Failed(outcome.problem());
        }
        return unfinalized(owner, Collecting.ORPHAN);
    }

    /** Deleted after what belongs to it: nothing is left that blocks it, or that is told to go. */
    private Turn release(Item owner) {
        var dependents = graph.dependentsOf(owner.meta().uid());
        var blocked = dependents.stream().anyMatch(owner::isBlockedBy);
        if (!blocked) return unfinalized(owner, Collecting.FOREGROUND);
        for (var dependent : dependents) wake(dependent.meta().uid());
        return Turn.SETTLED;
    }

    private Turn unfinalized(Item item, String finalizer) {
        return switch (around.client().get(item.resource(), item.meta().name())) {
            case Outcome.Done<ObjectNode>(var document) -> {
                var now = Meta.of(document);
                if (!now.uid().equals(item.meta().uid()) || !now.finalizers().contains(finalizer)) yield Turn.SETTLED;
                var change = Json.object();
                var metadata = change.putObject("metadata").put("uid", now.uid());
                metadata.put("resourceVersion", now.version());
                var rest = metadata.putArray("finalizers");
                now.finalizers().stream()
                        .filter(each -> !each.equals(finalizer))
                        .forEach(rest::add);
                var outcome = around.client().patch(item.resource(), now.name(), new Patch.Merge(change));
                yield outcome instanceof Outcome.Done<ObjectNode> || outcome instanceof Outcome.NotFound<ObjectNode>
                        ? Turn.SETTLED
                        : new Turn.Failed(outcome.problem());
            }
            case Outcome.NotFound<ObjectNode> _ -> Turn.SETTLED;
            case Outcome<ObjectNode> failed -> new Turn.Failed(failed.problem());
        };
    }

    private Turn collect(Item item, Discovery.Found found) {
        // What the caches say is enough to keep an object, but not to delete it.
        var doubtful = item.meta().owners().stream().anyMatch(owner -> {
            var known = graph.find(owner.uid());
            return known.isEmpty() || known.get().waitsForDependents();
        });
        if (!doubtful) return Turn.SETTLED;
        return switch (around.client().get(item.resource(), item.meta().name())) {
            case Outcome.Done<ObjectNode>(var document) -> {
                var fresh = new Item(item.resource(), Meta.of(document));
                yield fresh.meta().uid().equals(item.meta().uid()) ? collectFresh(fresh, found) : Turn.SETTLED;
            }
            case Outcome.NotFound<ObjectNode> _ -> Turn.SETTLED;
            case Outcome<ObjectNode> failed -> new Turn.Failed(failed.problem());
        };
    }

    private Turn collectFresh(Item item, Discovery.Found found) {
        if (item.meta().isBeingDeleted()) return Turn.SETTLED;
        Map<String, Collecting.Owner> owners = new HashMap<>();
        for (var owner : item.meta().owners()) {
            var state = state(item, owner, found);
            if (state.isEmpty()) return new Turn.Failed("nobody knows whether " + owner + " is there");
            owners.put(owner.uid(), state.get());
        }
        var hasDependents = !graph.dependentsOf(item.meta().uid()).isEmpty();
        return switch (Collecting.decide(item.meta(), hasDependents, owners)) {
            case Collecting.Keep() -> Turn.SETTLED;
            case Collecting.Strip(var lost) -> ended(strip(item, lost));
            case Collecting.Delete(var propagation) -> {
                var options =
                        new DeleteOptions(-1, item.meta().uid(), item.meta().version(), propagation);
                yield ended(around.client().delete(item.resource(), item.meta().name(), options));
            }
        };
    }

    private static Turn ended(Outcome<ObjectNode> outcome) {
        return outcome instanceof Outcome.Done<ObjectNode> || outcome instanceof Outcome.NotFound<ObjectNode>
                ? Turn.SETTLED
                : new Turn.Failed(outcome.problem());
    }

    private static boolean isBad(Outcome<ObjectNode> outcome) {
        return !(outcome instanceof Outcome.Done<ObjectNode>) && !(outcome instanceof Outcome.NotFound<ObjectNode>);
    }

    private Optional<Collecting.Owner> state(Item item, OwnerReference owner, Discovery.Found found) {
        var known = graph.find(owner.uid());
        if (known.isPresent()) {
            var owned = known.get();
            var foreign = owned.resource().namespaced()
                    && !owned.meta().namespace().equals(item.meta().namespace());
            if (!foreign) {
                return Optional.of(owned.waitsForDependents() ? Collecting.Owner.WAITING : Collecting.Owner.LIVING);
            }
            tellForeign(item, owner);
        }
        var resource = found.ofKind(owner.apiVersion(), owner.kind());
        if (resource.isEmpty()) return Optional.empty();
        if (resource.get().namespaced() && !item.resource().namespaced()) {
            tellForeign(item, owner);
            return Optional.empty();
        }
        var namespace = resource.get().namespaced() ? item.meta().namespace() : "";
        return switch (around.client().get(resource.get(), new ObjectName(namespace, owner.name()))) {
            case Outcome.Done<ObjectNode>(var document) ->
                Optional.of(
                        Meta.of(document).uid().equals(owner.uid()) ? Collecting.Owner.LIVING : Collecting.Owner.GONE);
            case Outcome.NotFound<ObjectNode> _ -> Optional.of(Collecting.Owner.GONE);
            case Outcome.Conflict<ObjectNode> _, Outcome.Refused<ObjectNode> _, Outcome.Unreachable<ObjectNode> _ ->
                Optional.empty();
        };
    }

    private void tellForeign(Item item, OwnerReference owner) {
        var meta = item.meta();
        var about = new About(
                item.resource().apiVersion(),
                item.resource().kind(),
                meta.namespace(),
                meta.name().name(),
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
    private Outcome<ObjectNode> strip(Item item, List<String> owners) {
        var lost = new HashSet<>(owners);
        var change = Json.object();
        var metadata = change.putObject("metadata").put("uid", item.meta().uid());
        metadata.put("resourceVersion", item.meta().version());
        var rest = metadata.putArray("ownerReferences");
        for (var owner : item.meta().owners()) if (!lost.contains(owner.uid())) rest.add(owner.document());
        return around.client().patch(item.resource(), item.meta().name(), new Patch.Merge(change));
    }

    @Override
    public void close() {
        sources.close();
    }
}
