package dev.plimsoll.controllers.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.placement.volumes.ClaimDecision;
import dev.plimsoll.core.placement.volumes.VolumeClass;
import dev.plimsoll.objects.storage.ClaimChange;
import dev.plimsoll.objects.storage.PersistentVolumeChange;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.storage.PersistentVolumeObject;
import dev.plimsoll.objects.storage.StorageClassObject;
import org.jspecify.annotations.Nullable;

/** Gives claims their volumes, and says who is to make a volume for those that find none. */
public final class ClaimBinder implements Controller {
    private final ControllerContext around;
    private final Cache<PersistentVolumeClaimObject> claims;
    private final Cache<PersistentVolumeObject> volumes;
    private final Cache<StorageClassObject> classes;
    private final Events events;

    public ClaimBinder(ControllerContext around) {
        this.around = around;
        this.claims = around.informers().of(PersistentVolumeClaimObject.KIND);
        this.volumes = around.informers().of(PersistentVolumeObject.KIND);
        this.classes = around.informers().of(StorageClassObject.KIND);
        this.events = around.events().apply("persistentvolume-controller");
    }

    @Override
    public String name() {
        return "claims";
    }

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
                case CacheChange.Added<PersistentVolumeObject>(var _, var volume) -> concerned(volume, queue);
                case CacheChange.Updated<PersistentVolumeObject>(var _, var _, var volume) -> concerned(volume, queue);
                case CacheChange.Removed<PersistentVolumeObject>(var _, var volume) -> concerned(volume, queue);
                case CacheChange.Synced<PersistentVolumeObject> _ -> {}
            }
        });
        classes.subscribe(change -> {
            for (var claim : claims.all()) if (!claim.claim().isBound()) queue.add(claim.name());
        });
    }

    /** A volume that is somebody's concerns that claim, and one that is free whoever waits. */
    private void concerned(PersistentVolumeObject volume, WorkQueue queue) {
        var holder = volume.view().holder();
        if (!holder.isNobody()) {
            queue.add(new ObjectName(holder.namespace(), holder.name()));
            return;
        }
        for (var claim : claims.all()) {
            if (!claim.claim().isBound()
                    || claim.claim().volumeName().equals(volume.view().name())) queue.add(claim.name());
        }
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = claims.find(key);
        if (found.isEmpty()) return ReconcileResult.SETTLED;
        var claim = found.get();
        var problem = given(claim);
        return problem.isEmpty() ? ReconcileResult.SETTLED : new ReconcileResult.Failed(problem);
    }

    private String given(PersistentVolumeClaimObject claim) {
        var view = claim.claim();
        if (!view.hasClass() && view.volumeName().isEmpty()) {
            var byDefault = StorageClassObject.defaultOf(classes.all());
            if (byDefault.isPresent())
                return written(
                        claim,
                        new ClaimChange(claim)
                                .storageClass(byDefault.get().metadata().name()));
        }
        var all = volumes.all().stream().map(PersistentVolumeObject::view).toList();
        return switch (ClaimDecision.of(view, all, storageClass(view.className()))) {
            case ClaimDecision.Settled() -> "";
            case ClaimDecision.Bind(var volume) ->
                volumes.find(ObjectName.ofCluster(volume.name()))
                        .map(each -> bind(claim, each))
                        .orElse("");
            case ClaimDecision.Lost(var reason, var message) -> {
                var problem = StatusWrite.ofChanged(
                        around.client(), ApiResource.CLAIMS, claim.statusDraft().lost());
                if (problem.isEmpty()) events.warning(claim.about(), reason, message);
                yield problem;
            }
            case ClaimDecision.WaitForPod() -> {
                events.normal(
                        claim.about(),
                        "WaitForFirstConsumer",
                        "waiting for first consumer to be created before binding");
                yield "";
            }
            case ClaimDecision.Provision(var provisioner) -> provision(claim, provisioner);
            case ClaimDecision.NoVolume(var reason, var message) -> {
                if (reason.equals("FailedBinding")) events.normal(claim.about(), reason, message);
                else events.warning(claim.about(), reason, message);
                yield "";
            }
        };
    }

    private @Nullable VolumeClass storageClass(String name) {
        if (name.isEmpty()) return null;
        return classes.find(ObjectName.ofCluster(name))
                .map(StorageClassObject::view)
                .orElse(null);
    }

    private String provision(PersistentVolumeClaimObject claim, String provisioner) {
        if (!ClaimChange.namesProvisioner(claim, provisioner))
            return written(claim, new ClaimChange(claim).provisionedBy(provisioner));
        if (!provisioner.equals(HostPathProvisioner.NAME))
            events.normal(
                    claim.about(),
                    "ExternalProvisioning",
                    "Waiting for a volume to be created either by the external provisioner '" + provisioner
                            + "' or manually by the system administrator. If volume creation is delayed, please verify"
                            + " that the provisioner is running and correctly registered.");
        return "";
    }

    /** First the volume, so that no two claims have it, then the claim; each says so in its status after that. */
    private String bind(PersistentVolumeClaimObject claim, PersistentVolumeObject volume) {
        var view = claim.claim();
        var kept = volume;
        if (!volume.view().holder().uid().equals(view.uid())) {
            var change = new PersistentVolumeChange(volume)
                    .keptFor(view, volume.view().holder().isNobody());
            switch (around.client().patch(ApiResource.VOLUMES, volume.name(), change.merge())) {
                case RequestResult.Done<ObjectNode>(var document) -> kept = new PersistentVolumeObject(document);
                case RequestResult<ObjectNode> failed -> {
                    return failed.problem();
                }
            }
        }
        var named = claim;
        if (!view.volumeName().equals(volume.view().name())) {
            var change = new ClaimChange(claim)
                    .boundTo(volume.view().name(), view.volumeName().isEmpty());
            switch (around.client().patch(ApiResource.CLAIMS, claim.name(), change.merge())) {
                case RequestResult.Done<ObjectNode>(var document) -> named = new PersistentVolumeClaimObject(document);
                case RequestResult<ObjectNode> failed -> {
                    return failed.problem();
                }
            }
        }
        return StatusWrite.ofChanged(
                around.client(), ApiResource.CLAIMS, named.statusDraft().boundTo(kept));
    }

    private String written(PersistentVolumeClaimObject claim, ClaimChange change) {
        return switch (around.client().patch(ApiResource.CLAIMS, claim.name(), change.merge())) {
            case RequestResult.Done<ObjectNode> _, RequestResult.NotFound<ObjectNode> _ -> "";
            case RequestResult<ObjectNode> failed -> failed.problem();
        };
    }
}
