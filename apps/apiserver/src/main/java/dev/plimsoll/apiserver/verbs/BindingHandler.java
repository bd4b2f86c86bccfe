package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.capacity.CapacityGuard;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import dev.plimsoll.objects.pod.BindingObject;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives a pod its node. The node must have room for it beside its other pods, each counted with the resize that it waits for:
 * so no pod is turned away by its node because a resize won a race against its binding.
 */
public final class BindingHandler {
    private static final int ATTEMPTS = 100;

    private final Engine engine;
    private final Kind pods;
    private final CapacityGuard guard;
    /** Bindings to one node are decided one after the other: the guard would refuse all but one of those that meet. */
    private final ConcurrentHashMap<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    public BindingHandler(Engine engine, CapacityGuard guard) {
        this.engine = engine;
        this.pods = engine.kinds().named("", "Pod");
        this.guard = guard;
    }

    /** {@code POST pods/NAME/binding}, or {@code POST bindings} with the pod's name in the body. */
    public VerbResult bind(Call call) {
        var options = WriteOptions.of(call, "CreateOptions");
        var binding =
                new BindingObject(BodyReader.object(call.request(), "Binding").object());
        var podName = call.name().isEmpty() ? binding.name() : call.name();
        var nodeName = binding.targetName();
        check(binding.targetKind(), nodeName);
        var lock = locks.computeIfAbsent(nodeName, _ -> new ReentrantLock());
        lock.lock();
        try {
            for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
                var current = engine.registry().get(pods, call.namespace(), podName);
                var pod = current.tree();
                checkPod(podName, PodDocument.of(pod), binding.uid());
                var room = room(podName, pod, nodeName);
                PodDocument.of(pod).bind(binding, engine.clock().instant());
                if (options.dryRun()) return success();
                if (guard.bind(current, pod, nodeName, room) instanceof Written.Done) return success();
            }
        } finally {
            lock.unlock();
        }
        throw new RefusedException(Refusal.Conflict.modified(pods, podName));
    }

    private static VerbResult success() {
        return VerbResult.of(201, StatusObject.success(201), List.of());
    }

    private static void check(String kind, String name) {
        if (!kind.isEmpty() && !kind.equals("Node")) {
            throw new RefusedException(new Refusal.Unclassified(
                    "target.kind: Unsupported value: \"" + kind + "\": supported values: \"Node\", \"<empty>\""));
        }
        if (name.isEmpty()) throw new RefusedException(new Refusal.Unclassified("target.name: Required value"));
    }

    private static void checkPod(String name, PodDocument pod, String uid) {
        var meta = pod.metadata();
        if (!uid.isEmpty() && !uid.equals(meta.uid())) {
            throw conflict(
                    name, "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + meta.uid());
        }
        if (meta.isBeingDeleted()) {
            throw conflict(name, "pod " + name + " is being deleted, cannot be assigned to a host");
        }
        var node = pod.nodeName();
        if (!node.isEmpty()) throw conflict(name, "pod " + name + " is already assigned to node \"" + node + "\"");
        if (pod.isGated()) {
            throw conflict(name, "pod " + name + " has non-empty .spec.schedulingGates");
        }
    }

    private static RefusedException conflict(String name, String why) {
        return new RefusedException(new Refusal.Conflict("", "pods/binding", name, why));
    }

    private CapacityGuard.Room.Enough room(String podName, ObjectNode pod, String nodeName) {
        return switch (guard.room(nodeName, pod)) {
            case CapacityGuard.Room.Enough enough -> enough;
            case CapacityGuard.Room.Lacking(var missing) ->
                throw conflict(podName, CapacityGuard.lacking(nodeName, missing));
        };
    }
}
