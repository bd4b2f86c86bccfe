package dev.plimsoll.controllers.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.placement.volumes.VolumeClaim;
import dev.plimsoll.core.placement.volumes.VolumePhase;
import dev.plimsoll.core.placement.volumes.VolumeView;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.storage.PersistentVolumeObject;
import org.jspecify.annotations.Nullable;

/** Says of each volume whether it is free, in use or left over. */
public final class VolumePhases implements Controller {
    private final ControllerContext around;
    private final Cache<PersistentVolumeClaimObject> claims;
    private final Cache<PersistentVolumeObject> volumes;

    public VolumePhases(ControllerContext around) {
        this.around = around;
        this.claims = around.informers().of(PersistentVolumeClaimObject.KIND);
        this.volumes = around.informers().of(PersistentVolumeObject.KIND);
    }

    @Override
    public String name() {
        return "volumes";
    }

    @Override
    public void follow(WorkQueue queue) {
        volumes.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<PersistentVolumeObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<PersistentVolumeObject>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<PersistentVolumeObject> _, CacheChange.Synced<PersistentVolumeObject> _ -> {}
            }
        });
        claims.subscribe(change -> {
            switch (change) {
                case CacheChange.Updated<PersistentVolumeClaimObject>(var name, var _, var _) -> held(name, queue);
                case CacheChange.Removed<PersistentVolumeClaimObject>(var name, var _) -> held(name, queue);
                case CacheChange.Added<PersistentVolumeClaimObject> _,
                        CacheChange.Synced<PersistentVolumeClaimObject> _ -> {}
            }
        });
    }

    private void held(ObjectName claim, WorkQueue queue) {
        var key = new VolumeClaim.Key(claim.namespace(), claim.name());
        for (var volume : volumes.all()) {
            if (volume.view().holder().key().equals(key)) queue.add(volume.name());
        }
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = volumes.find(key);
        if (found.isEmpty()) return ReconcileResult.SETTLED;
        var volume = found.get();
        var holder = volume.view().holder();
        @Nullable VolumeClaim claim = null;
        if (!holder.isNobody()) {
            var name = new ObjectName(holder.namespace(), holder.name());
            // A volume that is left over may lose what is on it: the cache is not enough for that.
            switch (around.client().get(ApiResource.CLAIMS, name)) {
                case RequestResult.Done<ObjectNode>(var document) ->
                    claim = new PersistentVolumeClaimObject(document).claim();
                case RequestResult.NotFound<ObjectNode> _ -> {}
                case RequestResult<ObjectNode> failed -> {
                    return new ReconcileResult.Failed(failed.problem());
                }
            }
        }
        var problem = said(volume, VolumePhase.of(volume.view(), claim));
        return problem.isEmpty() ? ReconcileResult.SETTLED : new ReconcileResult.Failed(problem);
    }

    private String said(PersistentVolumeObject volume, VolumePhase phase) {
        VolumeView view = volume.view();
        // One that could not be taken back stays so until somebody has looked at it.
        if (view.phase().equals(phase.apiName()) || (view.phase().equals("Failed") && phase == VolumePhase.RELEASED))
            return "";
        var status = volume.statusDraft().inPhase(phase, around.time().instant());
        return StatusWrite.ofChanged(around.client(), ApiResource.VOLUMES, status);
    }
}
