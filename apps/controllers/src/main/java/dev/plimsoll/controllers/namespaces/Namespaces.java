package dev.plimsoll.controllers.namespaces;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectList;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.controllers.discovery.Discovery;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.util.List;

/** Empties namespaces that are being deleted, pods first, and lets them go when nothing is left. */
public final class Namespaces implements Controller {
    private static final String FINALIZER = "kubernetes";
    private static final int PAGE = 500;
    private static final Duration NEXT_LOOK = Duration.ofSeconds(5);
    /** Objects that wait for somebody else. */
    private static final Duration FINALIZER_LOOK = Duration.ofSeconds(15);

    private final Surroundings around;
    private final Discovery discovery;
    private final Cache<Workload> namespaces;

    public Namespaces(Surroundings around, Discovery discovery) {
        this.around = around;
        this.discovery = discovery;
        this.namespaces = around.informers().of(Kinds.NAMESPACES);
    }

    @Override
    public String name() {
        return "namespace";
    }

    @Override
    public void follow(WorkQueue queue) {
        namespaces.subscribe(change -> {
            switch (change) {
                case Change.Added<Workload>(var name, var now) -> wake(queue, name, now);
                case Change.Updated<Workload>(var name, var _, var now) -> wake(queue, name, now);
                case Change.Removed<Workload> _, Change.Synced<Workload> _ -> {}
            }
        });
        around.informers().pods().subscribe(change -> {
            if (!(change instanceof Change.Removed<PodView>(var name, var _))) return;
            var key = ObjectName.ofCluster(name.namespace());
            namespaces.find(key).ifPresent(now -> wake(queue, key, now));
        });
    }

    private static void wake(WorkQueue queue, ObjectName name, Workload namespace) {
        if (namespace.meta().isBeingDeleted()) queue.add(name);
    }

    @Override
    public Turn turn(ObjectName key) {
        var found = namespaces.find(key);
        if (found.isEmpty() || !found.get().meta().isBeingDeleted()) return Turn.SETTLED;
        return switch (around.client().get(Kinds.NAMESPACES, key)) {
            case Outcome.Done<ObjectNode>(var document) -> empty(Workload.of(document));
            case Outcome.NotFound<ObjectNode> _ -> Turn.SETTLED;
            case Outcome<ObjectNode> failed -> new Turn.Failed(failed.problem());
        };
    }

    private Turn empty(Workload namespace) {
        if (!namespace.meta().isBeingDeleted() || !hasFinalizer(namespace)) return Turn.SETTLED;
        var name = namespace.name().name();
        var served = discovery.all();
        var remaining = Remaining.none(served.problem());
        if (deletePods(name, remaining)) {
            for (var each : served.resources()) {
                var ours = each.resource().namespaced()
                        && each.can("list", "delete")
                        && !each.resource().equals(Kinds.PODS);
                if (ours) deleteAll(each, name, remaining);
            }
        }
        var status = remaining.status(namespace.document(), around.time().instant());
        if (!remaining.isEmpty()) {
            var problem = StatusWrite.ofChanged(around.client(), Kinds.NAMESPACES, namespace, status);
            if (!problem.isEmpty()) return new Turn.Failed(problem);
            return Turn.again(remaining.finalizers().isEmpty() ? NEXT_LOOK : FINALIZER_LOOK);
        }
        var draft = namespace.draft();
        if (draft.at("/spec/finalizers") instanceof ArrayNode finalizers) {
            for (var i = finalizers.size() - 1; i >= 0; i--) {
                if (finalizers.get(i).asText().equals(FINALIZER)) finalizers.remove(i);
            }
        }
        return switch (around.client().update(Kinds.NAMESPACES.sub("finalize"), draft)) {
            case Outcome.Done<ObjectNode> _, Outcome.NotFound<ObjectNode> _ -> Turn.SETTLED;
            case Outcome<ObjectNode> failed -> new Turn.Failed(failed.problem());
        };
    }

    private static boolean hasFinalizer(Workload namespace) {
        for (var finalizer : namespace.spec().path("finalizers"))
            if (finalizer.asText().equals(FINALIZER)) return true;
        return false;
    }

    /** Whether there are none left: until then nothing that they may need goes. */
    private boolean deletePods(String namespace, Remaining remaining) {
        var pods = list(Kinds.PODS, namespace, remaining);
        for (var pod : pods) {
            if (pod.path("metadata").has("deletionTimestamp")) continue;
            var options = new DeleteOptions(-1, pod.at("/metadata/uid").asText(), "", "Background");
            note(remaining, around.client().delete(Kinds.PODS, ObjectName.of(pod), options));
        }
        // Those that no node runs are gone at once.
        var left = pods.isEmpty() ? pods : list(Kinds.PODS, namespace, remaining);
        remaining.add(Kinds.PODS, left);
        return left.isEmpty() && remaining.deletionProblems().isEmpty();
    }

    private void deleteAll(Discovery.Served served, String namespace, Remaining remaining) {
        var resource = served.resource();
        var objects = list(resource, namespace, remaining);
        if (objects.isEmpty()) return;
        if (served.can("deletecollection")) {
            var problem = discovery.deleteCollection(resource, namespace);
            if (!problem.isEmpty()) remaining.deletionProblems().add(problem);
        } else {
            for (var object : objects) {
                var options = new DeleteOptions(-1, object.at("/metadata/uid").asText(), "", "Background");
                note(remaining, around.client().delete(resource, ObjectName.of(object), options));
            }
        }
        remaining.add(resource, list(resource, namespace, remaining));
    }

    private static void note(Remaining remaining, Outcome<ObjectNode> outcome) {
        switch (outcome) {
            case Outcome.Done<ObjectNode> _, Outcome.NotFound<ObjectNode> _, Outcome.Conflict<ObjectNode> _ -> {}
            case Outcome.Refused<ObjectNode> _, Outcome.Unreachable<ObjectNode> _ ->
                remaining.deletionProblems().add(outcome.problem());
        }
    }

    private List<ObjectNode> list(ApiResource resource, String namespace, Remaining remaining) {
        return switch (around.client().listAll(resource, Selection.inNamespace(namespace), PAGE)) {
            case Outcome.Done<ObjectList>(var list) -> list.items();
            case Outcome.NotFound<ObjectList> _ -> List.of();
            case Outcome<ObjectList> failed -> {
                remaining.deletionProblems().add(resource + ": " + failed.problem());
                yield List.of();
            }
        };
    }
}
