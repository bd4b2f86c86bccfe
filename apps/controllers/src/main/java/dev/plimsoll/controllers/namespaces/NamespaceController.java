package dev.plimsoll.controllers.namespaces;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.discovery.DiscoveryClient;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.SlowStart;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.NamespaceObject;
import java.time.Duration;
import java.util.List;

/** Empties namespaces that are being deleted, pods first, and lets them go when nothing is left. */
public final class NamespaceController implements Controller {
    private static final String FINALIZER = "kubernetes";
    private static final int PAGE = 500;
    private static final int AT_ONCE = 64;
    private static final Duration NEXT_LOOK = Duration.ofSeconds(5);
    /** Objects that wait for somebody else are thought to take 15 seconds; a look comes when half of that is over. */
    private static final Duration FINALIZER_LOOK = Duration.ofSeconds(15 / 2 + 1);

    private final ControllerContext around;
    private final DiscoveryClient discovery;
    private final Cache<NamespaceObject> namespaces;
    private final Cache<ControlledPod> pods;

    public NamespaceController(ControllerContext around, DiscoveryClient discovery) {
        this.around = around;
        this.discovery = discovery;
        this.namespaces = around.informers().of(NamespaceObject.KIND);
        this.pods = around.informers().pods();
    }

    @Override
    public String name() {
        return "namespace";
    }

    @Override
    public void follow(WorkQueue queue) {
        namespaces.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<NamespaceObject>(var name, var now) -> wake(queue, name, now);
                case CacheChange.Updated<NamespaceObject>(var name, var before, var now) -> {
                    // What this controller says of the rest of the content is no reason to look at it again.
                    if (!before.metadata().isBeingDeleted() || before.waitsFor(FINALIZER) != now.waitsFor(FINALIZER))
                        wake(queue, name, now);
                }
                case CacheChange.Removed<NamespaceObject> _, CacheChange.Synced<NamespaceObject> _ -> {}
            }
        });
        // Only the last pod wakes: a look at those that are left costs more the more there are.
        pods.subscribe(change -> {
            if (!(change instanceof CacheChange.Removed<ControlledPod>(var name, var _))) return;
            if (pods.hasAny(Indexes.PODS_BY_NAMESPACE, name.namespace())) return;
            var key = ObjectName.ofCluster(name.namespace());
            namespaces.find(key).ifPresent(now -> wake(queue, key, now));
        });
    }

    private static void wake(WorkQueue queue, ObjectName name, NamespaceObject namespace) {
        if (namespace.metadata().isBeingDeleted()) queue.add(name);
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = namespaces.find(key);
        if (found.isEmpty() || !found.get().metadata().isBeingDeleted()) return ReconcileResult.SETTLED;
        return switch (around.client().get(ApiResource.NAMESPACES, key)) {
            case RequestResult.Done<ObjectNode>(var document) -> empty(new NamespaceObject(document));
            case RequestResult.NotFound<ObjectNode> _ -> ReconcileResult.SETTLED;
            case RequestResult<ObjectNode> failed -> new ReconcileResult.Failed(failed.problem());
        };
    }

    private ReconcileResult empty(NamespaceObject namespace) {
        if (!namespace.metadata().isBeingDeleted() || !namespace.waitsFor(FINALIZER)) return ReconcileResult.SETTLED;
        var name = namespace.name().name();
        var served = discovery.all();
        var remaining = NamespaceContents.none(served.problem());
        if (deletePods(name, remaining)) {
            for (var each : served.resources()) {
                var ours = each.resource().namespaced()
                        && each.can("list", "delete")
                        && !each.resource().equals(ApiResource.PODS);
                if (ours) deleteAll(each, name, remaining);
            }
        }
        var status = remaining.status(namespace, around.time().instant());
        if (!remaining.isEmpty()) {
            var problem = StatusWrite.ofChanged(around.client(), ApiResource.NAMESPACES, status);
            if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
            return ReconcileResult.again(nextLook(remaining));
        }
        return switch (around.client().update(ApiResource.NAMESPACES.sub("finalize"), namespace.finalized(FINALIZER))) {
            case RequestResult.Done<ObjectNode> _, RequestResult.NotFound<ObjectNode> _ -> ReconcileResult.SETTLED;
            case RequestResult<ObjectNode> failed -> new ReconcileResult.Failed(failed.problem());
        };
    }

    static Duration nextLook(NamespaceContents remaining) {
        return remaining.finalizers().isEmpty() ? NEXT_LOOK : FINALIZER_LOOK;
    }

    /** Whether there are none left: until then nothing that they may need goes. */
    private boolean deletePods(String namespace, NamespaceContents remaining) {
        var found = list(ApiResource.PODS, namespace, remaining);
        var asked =
                found.stream().filter(pod -> !pod.metadata().isBeingDeleted()).toList();
        delete(ApiResource.PODS, asked, remaining);
        // Those that no node runs are gone at once.
        var left = asked.isEmpty() ? found : list(ApiResource.PODS, namespace, remaining);
        remaining.add(ApiResource.PODS, left);
        return left.isEmpty() && remaining.deletionProblems().isEmpty();
    }

    private void deleteAll(DiscoveryClient.Served served, String namespace, NamespaceContents remaining) {
        var resource = served.resource();
        var objects = list(resource, namespace, remaining);
        if (objects.isEmpty()) return;
        if (served.can("deletecollection")) {
            var problem = discovery.deleteCollection(resource, namespace);
            if (!problem.isEmpty()) remaining.deletionProblems().add(problem);
        } else {
            delete(resource, objects, remaining);
        }
        remaining.add(resource, list(resource, namespace, remaining));
    }

    private void delete(ApiResource resource, List<ApiObject> objects, NamespaceContents remaining) {
        for (var from = 0; from < objects.size(); from += AT_ONCE) {
            var some = objects.subList(from, Math.min(objects.size(), from + AT_ONCE));
            var failures = SlowStart.together(some.size(), i -> delete(resource, some.get(i)));
            for (var failure : failures) note(remaining, failure);
        }
    }

    private RequestResult<ObjectNode> delete(ApiResource resource, ApiObject object) {
        return around.client().delete(resource, object.name(), new DeleteOptions(-1, object.uid(), "", "Background"));
    }

    private static void note(NamespaceContents remaining, RequestResult<ObjectNode> outcome) {
        switch (outcome) {
            case RequestResult.Done<ObjectNode> _,
                    RequestResult.NotFound<ObjectNode> _,
                    RequestResult.Conflict<ObjectNode> _ -> {}
            case RequestResult.Refused<ObjectNode> _, RequestResult.Unreachable<ObjectNode> _ ->
                remaining.deletionProblems().add(outcome.problem());
        }
    }

    private List<ApiObject> list(ApiResource resource, String namespace, NamespaceContents remaining) {
        return switch (around.client().listAll(resource, ObjectSelection.inNamespace(namespace), PAGE)) {
            case RequestResult.Done<ResourceList>(var list) ->
                list.items().stream().map(ApiObject::new).toList();
            case RequestResult.NotFound<ResourceList> _ -> List.of();
            case RequestResult<ResourceList> failed -> {
                remaining.deletionProblems().add(resource + ": " + failed.problem());
                yield List.of();
            }
        };
    }
}
