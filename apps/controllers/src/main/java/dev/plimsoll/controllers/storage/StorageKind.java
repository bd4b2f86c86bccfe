package dev.plimsoll.controllers.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.storage.PersistentVolumeObject;
import dev.plimsoll.objects.storage.VolumeObject;
import java.util.function.Predicate;

/** A kind whose objects stay while they are in use. */
public enum StorageKind {
    CLAIM(PersistentVolumeClaimObject.KIND, "pvcprotection", "kubernetes.io/pvc-protection") {
        @Override
        Use use(ApiClient client, ObjectNode claim) {
            var name = new ApiObject(claim).name();
            return anyOf(
                    client.listAll(ApiResource.PODS, ObjectSelection.inNamespace(name.namespace()), PAGE),
                    pod -> uses(new PodObject(pod), name.name()));
        }
    },
    VOLUME(PersistentVolumeObject.KIND, "pvprotection", "kubernetes.io/pv-protection") {
        @Override
        Use use(ApiClient client, ObjectNode volume) {
            return new VolumeObject(volume).isBound()
                    ? new Use.InUse()
                    : heldBy(client, new PersistentVolumeObject(volume));
        }

        // The phase of a volume is written after that of its claim: a claim that says it is bound has the volume
        // already.
        private Use heldBy(ApiClient client, PersistentVolumeObject volume) {
            var holder = volume.view().holder();
            if (holder.isNobody()) return new Use.Free();
            return switch (client.get(ApiResource.CLAIMS, new ObjectName(holder.namespace(), holder.name()))) {
                case RequestResult.Done<ObjectNode>(var document) -> {
                    var claim = new PersistentVolumeClaimObject(document).claim();
                    var isHeld = holder.is(claim)
                            && claim.volumeName().equals(volume.view().name());
                    yield isHeld ? new Use.InUse() : new Use.Free();
                }
                case RequestResult.NotFound<ObjectNode> _ -> new Use.Free();
                case RequestResult<ObjectNode> failed -> new Use.Unknown(failed.problem());
            };
        }
    },
    ATTRIBUTES_CLASS(
            ObjectKind.untyped(ApiResource.VOLUME_ATTRIBUTES_CLASSES),
            "vacprotection",
            "kubernetes.io/vac-protection") {
        @Override
        Use use(ApiClient client, ObjectNode attributesClass) {
            var name = new ApiObject(attributesClass).name().name();
            var byVolumes = anyOf(
                    client.listAll(ApiResource.VOLUMES, ObjectSelection.ALL, PAGE),
                    volume -> new VolumeObject(volume).usesAttributesClass(name));
            return byVolumes instanceof Use.Free
                    ? anyOf(
                            client.listAll(ApiResource.CLAIMS, ObjectSelection.ALL, PAGE),
                            claim -> new VolumeObject(claim).usesAttributesClass(name))
                    : byVolumes;
        }
    };

    private static final int PAGE = 500;

    private final ObjectKind<?> objects;
    private final String queue;
    private final String finalizer;

    StorageKind(ObjectKind<?> objects, String queue, String finalizer) {
        this.objects = objects;
        this.queue = queue;
        this.finalizer = finalizer;
    }

    /** Whether somebody uses an object. */
    sealed interface Use {
        record InUse() implements Use {}

        record Free() implements Use {}

        record Unknown(String why) implements Use {}
    }

    abstract Use use(ApiClient client, ObjectNode object);

    ObjectKind<?> objects() {
        return objects;
    }

    ApiResource resource() {
        return objects.resource();
    }

    /** The name of its queue in metrics. */
    String queue() {
        return queue;
    }

    String finalizer() {
        return finalizer;
    }

    private static Use anyOf(RequestResult<ResourceList> list, Predicate<ObjectNode> user) {
        return list.done()
                .<Use>map(found -> found.items().stream().anyMatch(user) ? new Use.InUse() : new Use.Free())
                .orElseGet(() -> new Use.Unknown(list.problem()));
    }

    /** A pod that is not on a node yet will not get there, and one that has ended needs nothing more. */
    static boolean uses(PodObject pod, String claim) {
        return !pod.nodeName().isEmpty() && !pod.isTerminal() && pod.mounts(claim);
    }
}
