package dev.plimsoll.controllers.statefulset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.core.workloads.statefulset.ClaimRetention;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.workload.StatefulSetObject;
import java.util.ArrayList;
import java.util.List;

/** Gives the claims of a set's pods the owner with which they go: garbage collection does the rest. */
final class ClaimOwners {
    private final ControllerContext around;
    private final Cache<PersistentVolumeClaimObject> claims;

    ClaimOwners(ControllerContext around) {
        this.around = around;
        this.claims = around.informers().of(PersistentVolumeClaimObject.KIND);
    }

    /** Empty if all have theirs; otherwise why not. */
    String own(StatefulSetObject set, List<ControlledPod> pods) {
        var templates = set.claimTemplates();
        if (templates.isEmpty()) return "";
        for (var pod : pods) {
            var ordinal = set.spec().ordinal(pod.name());
            if (ordinal.isEmpty()) continue;
            var owner = set.retention().owner(set.spec().isCondemned(ordinal.getAsInt()));
            for (var template : templates) {
                var name = new ObjectName(set.name().namespace(), template.nameFor(pod.name()));
                var problem = claims.find(name)
                        .map(claim -> own(claim, set, pod, owner))
                        .orElse("");
                if (!problem.isEmpty()) return problem;
            }
        }
        return "";
    }

    private String own(
            PersistentVolumeClaimObject claim, StatefulSetObject set, ControlledPod pod, ClaimRetention.Owner owner) {
        var before = claim.metadata().owners();
        var after = new ArrayList<OwnerReference>();
        for (var each : before) if (!isOurs(each, set, pod)) after.add(each);
        // A claim that another controller has made stays its own.
        if (after.stream().anyMatch(OwnerReference::isController)) return "";
        switch (owner) {
            case SET -> after.add(set.controllerReference());
            case POD -> after.add(new OwnerReference("v1", "Pod", pod.name(), pod.uid(), true, true));
            case NOBODY -> {}
        }
        if (after.equals(before)) return "";
        return switch (around.client()
                .patch(ApiResource.CLAIMS, claim.name(), ObjectChange.onlyOwners(claim.metadata(), after))) {
            case RequestResult.Done<ObjectNode> _, RequestResult.NotFound<ObjectNode> _ -> "";
            case RequestResult<ObjectNode> failed -> failed.problem();
        };
    }

    /** This set, or a pod of this name: also one that is gone, with which the claim is not to go any more. */
    private static boolean isOurs(OwnerReference owner, StatefulSetObject set, ControlledPod pod) {
        return owner.uid().equals(set.uid())
                || (owner.kind().equals("Pod") && owner.name().equals(pod.name()));
    }
}
