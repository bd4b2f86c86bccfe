package dev.plimsoll.controllers.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.ObjectKind;
import java.time.Duration;

/**
 * Lets an object go that is being deleted once nobody uses it any more: takes away the finalizer that the API server gave it when it
 * was created.
 */
public final class InUseProtection<T extends ApiObject> implements Controller {
    /** How long after an answer it is asked again whether something that was in use still is. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(15);

    private final ControllerContext around;
    private final StorageKind kind;
    private final Cache<T> objects;

    private InUseProtection(ControllerContext around, StorageKind kind, ObjectKind<T> objects) {
        this.around = around;
        this.kind = kind;
        this.objects = around.informers().of(objects);
    }

    public static InUseProtection<?> of(ControllerContext around, StorageKind kind) {
        return new InUseProtection<>(around, kind, kind.objects());
    }

    @Override
    public String name() {
        return kind.queue();
    }

    @Override
    public void follow(WorkQueue queue) {
        objects.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<T>(var name, var added) -> {
                    if (isLeaving(added)) queue.add(name);
                }
                case CacheChange.Updated<T>(var name, var _, var next) -> {
                    if (isLeaving(next)) queue.add(name);
                }
                case CacheChange.Removed<T> _, CacheChange.Synced<T> _ -> {}
            }
        });
        if (kind != StorageKind.CLAIM) return;
        around.informers().pods().subscribe(change -> {
            switch (change) {
                case CacheChange.Removed<ControlledPod>(var pod, var _) -> addLeaving(pod.namespace(), queue);
                case CacheChange.Updated<ControlledPod>(var pod, var before, var next) -> {
                    if (next.isTerminal() && !before.isTerminal()) addLeaving(pod.namespace(), queue);
                }
                case CacheChange.Added<ControlledPod> _, CacheChange.Synced<ControlledPod> _ -> {}
            }
        });
    }

    private boolean isLeaving(ApiObject object) {
        return object.metadata().isBeingDeleted()
                && object.metadata().finalizers().contains(kind.finalizer());
    }

    private void addLeaving(String namespace, WorkQueue queue) {
        for (var object : objects.all()) {
            if (object.name().namespace().equals(namespace) && isLeaving(object)) queue.add(object.name());
        }
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var known = objects.find(key);
        if (known.isEmpty() || !isLeaving(known.get())) return ReconcileResult.SETTLED;
        // The caches may be old; the server is not.
        return switch (around.client().get(kind.resource(), key)) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                if (!isLeaving(new ApiObject(document))) yield ReconcileResult.SETTLED;
                yield switch (kind.use(around.client(), document)) {
                    case StorageKind.Use.Unknown(var why) -> new ReconcileResult.Failed(why);
                    case StorageKind.Use.InUse() -> ReconcileResult.again(ASK_AGAIN);
                    case StorageKind.Use.Free() -> released(key, new ApiObject(document).metadata());
                };
            }
            case RequestResult.NotFound<ObjectNode> _ -> ReconcileResult.SETTLED;
            case RequestResult<ObjectNode> failed -> new ReconcileResult.Failed(failed.problem());
        };
    }

    private ReconcileResult released(ObjectName key, ObjectMetadata meta) {
        var outcome =
                around.client().patch(kind.resource(), key, ObjectChange.withoutFinalizer(meta, kind.finalizer()));
        return outcome instanceof RequestResult.Done<ObjectNode>
                        || outcome instanceof RequestResult.NotFound<ObjectNode>
                ? ReconcileResult.SETTLED
                : new ReconcileResult.Failed(outcome.problem());
    }
}
