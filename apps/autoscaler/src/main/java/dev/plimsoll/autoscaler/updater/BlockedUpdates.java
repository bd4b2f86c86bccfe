package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.UpdatesBlocked;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What keeps the pods of each object from being updated, put together in a round and written as a condition at its end. */
final class BlockedUpdates implements Actions.Listener {
    private final Actions.Listener listener;
    private final Map<ObjectName, UpdatesBlocked> blocked = new HashMap<>();

    BlockedUpdates(Actions.Listener listener) {
        this.listener = listener;
    }

    /** The first that is told of an object is what its condition says. */
    void add(VpaObject vpa, String reason, String message) {
        blocked.putIfAbsent(vpa.name(), new UpdatesBlocked(reason, message));
    }

    /** Writes what was found, and takes back what no longer holds. */
    void write(ApiClient client, Collection<VpaObject> vpas, Instant now) {
        for (var vpa : vpas) {
            blocked.getOrDefault(vpa.name(), UpdatesBlocked.NOT).write(client, vpa, now);
        }
        blocked.clear();
    }

    @Override
    public void resized(UpdateCandidate candidate) {
        listener.resized(candidate);
    }

    @Override
    public void evicted(UpdateCandidate candidate, String why) {
        listener.evicted(candidate, why);
    }

    @Override
    public void failed(UpdateCandidate candidate, String reason, String message) {
        if (reason.equals("quota")) add(candidate.vpa(), "QuotaExceeded", message);
        listener.failed(candidate, reason, message);
    }

    @Override
    public void skipped(VpaObject vpa, AutoscaledPod pod, String reason, String detail) {
        var name = switch (reason) {
            case "validity" -> "WouldBeRefused";
            case "limitrange" -> "LimitRange";
            case "qos" -> "ClassWouldChange";
            case "unavailable" -> "ResizeUnavailable";
            default -> "NothingToGain";
        };
        add(vpa, name, detail);
        listener.skipped(vpa, pod, reason, detail);
    }

    @Override
    public void infeasible(UpdateCandidate candidate) {
        add(candidate.vpa(), "Infeasible", "the node of a pod cannot give it as much as is recommended");
        listener.infeasible(candidate);
    }

    @Override
    public void boundsContainers(VpaObject vpa, String limitRange) {
        listener.boundsContainers(vpa, limitRange);
    }
}
