package dev.plimsoll.controllers.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.placement.volumes.ClaimDecision;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.node.ClaimFolderNotes;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.storage.ClaimChange;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.storage.PersistentVolumeObject;
import dev.plimsoll.objects.storage.ProvisionedVolumeDraft;
import dev.plimsoll.objects.storage.StorageClassObject;

/**
 * Makes a volume for each claim of its classes: a folder of the node on which the first pod runs that uses it. Volumes that their
 * class wants to go with their claims go, and so do the folders of nodes that say which they have.
 */
public final class HostPathProvisioner implements Controller {
    /** As storage classes name it. */
    public static final String NAME = ProvisionedVolumeDraft.PROVISIONER;

    private static final String BLOCK = "Block";
    private static final String HOSTNAME = "kubernetes.io/hostname";

    private final ControllerContext around;
    private final Cache<PersistentVolumeClaimObject> claims;
    private final Cache<PersistentVolumeObject> volumes;
    private final Cache<StorageClassObject> classes;
    private final Cache<NodeObject> nodes;
    private final Events events;

    public HostPathProvisioner(ControllerContext around) {
        this.around = around;
        this.claims = around.informers().of(PersistentVolumeClaimObject.KIND);
        this.volumes = around.informers().of(PersistentVolumeObject.KIND);
        this.classes = around.informers().of(StorageClassObject.KIND);
        this.nodes = around.informers().of(NodeObject.KIND);
        this.events = around.events().apply(NAME);
    }

    @Override
    public String name() {
        return "host-path-provisioner";
    }

    /** Claims and volumes are in one queue: only claims have a namespace. */
    @Override
    public void follow(WorkQueue queue) {
        claims.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<PersistentVolumeClaimObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<PersistentVolumeClaimObject>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<PersistentVolumeClaimObject> _,
                        CacheChange.Synced<PersistentVolumeClaimObject> _ -> {}
            }
        });
        volumes.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<PersistentVolumeObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<PersistentVolumeObject>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<PersistentVolumeObject> _, CacheChange.Synced<PersistentVolumeObject> _ -> {}
            }
        });
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var problem = key.namespace().isEmpty() ? reclaimed(key) : provisioned(key);
        return problem.isEmpty() ? ReconcileResult.SETTLED : new ReconcileResult.Failed(problem);
    }

    private String reclaimed(ObjectName key) {
        var volume = volumes.find(key);
        if (volume.isEmpty()) return "";
        var view = volume.get().view();
        var goes = view.phase().equals("Released")
                && view.isDeletedAfterUse()
                && !view.isBeingDeleted()
                && view.provisioner().equals(NAME);
        if (!goes) return "";
        var problem = releasedFolders(key.name());
        if (!problem.isEmpty()) return problem;
        var outcome = around.client()
                .delete(
                        ApiResource.VOLUMES,
                        key,
                        new DeleteOptions(-1, volume.get().uid(), "", ""));
        return outcome.isDeleted() ? "" : outcome.problem();
    }

    /** Nodes that have said so have a folder with what was in the volume. One that is gone has taken it along. */
    private String releasedFolders(String volume) {
        for (var node : nodes.all()) {
            if (!ClaimFolderNotes.isKept(node, volume)) continue;
            var outcome = around.client()
                    .patch(ApiResource.NODES, ObjectName.of(node.document()), ClaimFolderNotes.released(volume));
            if (!(outcome instanceof RequestResult.Done<ObjectNode>
                    || outcome instanceof RequestResult.NotFound<ObjectNode>)) return outcome.problem();
        }
        return "";
    }

    private String provisioned(ObjectName key) {
        var found = claims.find(key);
        if (found.isEmpty()) return "";
        var claim = found.get();
        var storageClass = classes.find(ObjectName.ofCluster(claim.claim().className()));
        if (storageClass.isEmpty()) return "";
        var all = volumes.all().stream().map(PersistentVolumeObject::view).toList();
        var wants = ClaimDecision.of(claim.claim(), all, storageClass.get().view())
                        instanceof ClaimDecision.Provision(var provisioner)
                && provisioner.equals(NAME);
        return wants ? made(claim, storageClass.get()) : "";
    }

    private String made(PersistentVolumeClaimObject claim, StorageClassObject storageClass) {
        if (claim.claim().volumeMode().equals(BLOCK)) {
            events.warning(
                    claim.about(),
                    "ProvisioningFailed",
                    "failed to provision volume with StorageClass \""
                            + storageClass.metadata().name()
                            + "\": it makes folders, and no block devices; claim volumeMode Filesystem");
            return "";
        }
        var node = claim.claim().selectedNode();
        var hostname = "";
        if (!node.isEmpty()) {
            switch (around.client().get(ApiResource.NODES, ObjectName.ofCluster(node))) {
                case RequestResult.Done<ObjectNode>(var document) ->
                    hostname = new ApiObject(document).metadata().labels().getOrDefault(HOSTNAME, node);
                case RequestResult.NotFound<ObjectNode> _ -> {
                    return withoutNode(claim);
                }
                case RequestResult<ObjectNode> failed -> {
                    return failed.problem();
                }
            }
        }
        var name = ProvisionedVolumeDraft.nameFor(claim);
        var folder = storageClass.folder() + "/" + ProvisionedVolumeDraft.folderName(claim);
        var draft = ProvisionedVolumeDraft.folder(claim, storageClass, folder, hostname);
        var outcome = around.client().create(ApiResource.VOLUMES, draft.document());
        if (outcome instanceof RequestResult.Conflict<ObjectNode>(var status) && status.alreadyExists()) return "";
        if (!(outcome instanceof RequestResult.Done<ObjectNode>)) {
            events.warning(
                    claim.about(),
                    "ProvisioningFailed",
                    "failed to provision volume with StorageClass \""
                            + storageClass.metadata().name() + "\": " + outcome.problem());
            return outcome.problem();
        }
        events.normal(claim.about(), "ProvisioningSucceeded", "Successfully provisioned volume " + name);
        return "";
    }

    /** The node that was chosen is gone: the scheduler is to choose another. */
    private String withoutNode(PersistentVolumeClaimObject claim) {
        var outcome = around.client()
                .patch(
                        ApiResource.CLAIMS,
                        claim.name(),
                        new ClaimChange(claim).withoutSelectedNode().merge());
        return outcome instanceof RequestResult.Done<ObjectNode>
                        || outcome instanceof RequestResult.NotFound<ObjectNode>
                ? ""
                : outcome.problem();
    }
}
