package dev.plimsoll.scheduler.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.volumes.VolumeClaim;
import dev.plimsoll.core.placement.volumes.VolumeMatch;
import dev.plimsoll.core.placement.volumes.VolumeStep;
import dev.plimsoll.core.placement.volumes.VolumeView;
import dev.plimsoll.objects.storage.ClaimChange;
import dev.plimsoll.objects.storage.PersistentVolumeChange;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.storage.PersistentVolumeObject;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** Says where the claims of a pod will be used, and waits until they are bound. */
final class ClaimPreparation {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final String REJECTED = "running PreBind plugin \"VolumeBinding\": ";

    private final ApiClient client;
    private final Attempts attempts;
    private final Time time;
    private final RandomGenerator random;

    ClaimPreparation(ApiClient client, Attempts attempts, Time time, RandomGenerator random) {
        this.client = client;
        this.attempts = attempts;
        this.time = time;
        this.random = random;
    }

    /** Empty if all claims are bound now; otherwise why not. */
    String prepare(PlacementPod pod, List<VolumeStep> steps, BooleanSupplier isLeading) {
        for (var step : steps) {
            var problem = switch (step) {
                case VolumeStep.Bind(var claim, var volume) -> keep(claim, volume);
                case VolumeStep.Provision(var claim, var node) -> select(claim, node);
            };
            if (!problem.isEmpty()) return REJECTED + problem;
        }
        var end = time.nanos() + LONGEST.toNanos();
        var pauses = new Backoff(SHORTEST_PAUSE, LONGEST_PAUSE, random);
        try {
            while (isLeading.getAsBoolean()) {
                var problem = unbound(steps);
                if (problem.isEmpty()) return "";
                if (problem.equals(GIVEN_UP)) return REJECTED + GIVEN_UP;
                if (isGone(pod))
                    return REJECTED + "pod does not exist any more: pod \""
                            + pod.key().name() + "\" not found";
                if (time.nanos() - end >= 0) return REJECTED + "binding volumes: context deadline exceeded";
                time.sleep(pauses.failure());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return Attempts.NOT_LEADING;
    }

    private static final String GIVEN_UP = "provisioning failed for one or more claims, which wait for another node";

    private static ObjectName name(VolumeClaim claim) {
        return new ObjectName(claim.key().namespace(), claim.key().name());
    }

    private String keep(VolumeClaim claim, VolumeView chosen) {
        var outcome = attempts.of(
                () -> {
                    var read = client.get(ApiResource.VOLUMES, ObjectName.ofCluster(chosen.name()));
                    if (!(read instanceof RequestResult.Done<ObjectNode>(var document))) return read;
                    var volume = new PersistentVolumeObject(document);
                    var isKept = !volume.view().holder().isNobody()
                            && volume.view().holder().uid().equals(claim.uid());
                    if (isKept || !VolumeMatch.fits(claim, volume.view())) return read;
                    var change = new PersistentVolumeChange(volume)
                            .keptFor(claim, volume.view().holder().isNobody());
                    return client.patch(ApiResource.VOLUMES, volume.name(), change.merge());
                },
                true);
        if (!(outcome instanceof RequestResult.Done<ObjectNode>(var document))) return outcome.problem();
        var holder = new PersistentVolumeObject(document).view().holder();
        return holder.uid().equals(claim.uid())
                ? ""
                : "persistentvolume \"" + chosen.name() + "\" is no longer free for claim \"" + claim.key() + "\"";
    }

    private String select(VolumeClaim claim, String node) {
        var outcome = attempts.of(
                () -> {
                    var read = client.get(ApiResource.CLAIMS, name(claim));
                    if (!(read instanceof RequestResult.Done<ObjectNode>(var document))) return read;
                    var current = new PersistentVolumeClaimObject(document);
                    if (current.claim().isBound()
                            || !current.claim().uid().equals(claim.uid())
                            || current.claim().selectedNode().equals(node)) return read;
                    return client.patch(
                            ApiResource.CLAIMS,
                            current.name(),
                            new ClaimChange(current).selectedNode(node).merge());
                },
                true);
        return outcome instanceof RequestResult.Done<ObjectNode> ? "" : outcome.problem();
    }

    /** What is still to wait for; empty if nothing is. */
    private String unbound(List<VolumeStep> steps) {
        for (var step : steps) {
            var read = client.get(ApiResource.CLAIMS, name(step.claim()));
            if (read instanceof RequestResult.NotFound<ObjectNode>) return GIVEN_UP;
            if (!(read instanceof RequestResult.Done<ObjectNode>(var document))) return read.problem();
            var now = new PersistentVolumeClaimObject(document).claim();
            if (!now.uid().equals(step.claim().uid())) return GIVEN_UP;
            if (now.isBound()) continue;
            // A provisioner that cannot make it there takes the node away.
            var isGivenUp =
                    step instanceof VolumeStep.Provision && now.selectedNode().isEmpty();
            return isGivenUp ? GIVEN_UP : "claim " + step.claim().key() + " is not bound";
        }
        return "";
    }

    private boolean isGone(PlacementPod pod) {
        var name = new ObjectName(pod.key().namespace(), pod.key().name());
        return client.get(ApiResource.PODS, name) instanceof RequestResult.NotFound<ObjectNode>;
    }
}
