package dev.plimsoll.scheduler.loop;

import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.codec.view.PlacementReader.Reading;
import dev.plimsoll.core.placement.preemption.DisruptionBudget;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.volumes.VolumeClaim;
import dev.plimsoll.core.placement.volumes.VolumeClass;
import dev.plimsoll.core.placement.volumes.VolumeView;
import java.util.Map;

/** What the loop hears. */
public sealed interface Message {
    /** As metrics name what happened; empty for what they do not count. */
    default String event() {
        return switch (this) {
            case OfPod(var change) -> event("Pod", change);
            case OfNode(var change) -> event("Node", change);
            case OfClaim(var change) -> event("Pvc", change);
            case OfVolume(var change) -> event("Pv", change);
            case OfStorageClass(var change) -> event("StorageClass", change);
            case OfBudget _, OfNamespace _, Bound _, NotBound _, RoomMade _, Wake _ -> "";
        };
    }

    private static String event(String kind, CacheChange<?> change) {
        return switch (change) {
            case CacheChange.Added<?> _ -> kind + "Add";
            case CacheChange.Updated<?> _ -> kind + "Update";
            case CacheChange.Removed<?> _ -> kind + "Delete";
            case CacheChange.Synced<?> _ -> "";
        };
    }

    record OfPod(CacheChange<Reading> change) implements Message {}

    record OfNode(CacheChange<PlacementNode> change) implements Message {}

    record OfBudget(CacheChange<DisruptionBudget> change) implements Message {}

    record OfClaim(CacheChange<VolumeClaim> change) implements Message {}

    record OfVolume(CacheChange<VolumeView> change) implements Message {}

    record OfStorageClass(CacheChange<VolumeClass> change) implements Message {}

    /** A namespace's labels. */
    record OfNamespace(CacheChange<Map<String, String>> change) implements Message {}

    /** A pod has its node. */
    record Bound(String uid) implements Message {}

    /** A pod could not be given its node. */
    record NotBound(String uid, String why) implements Message {}

    /** The victims of a pod have been told to go, or not all of them. */
    record RoomMade(String uid, boolean isComplete) implements Message {}

    /** Something outside has changed, such as who leads. */
    record Wake() implements Message {}
}
