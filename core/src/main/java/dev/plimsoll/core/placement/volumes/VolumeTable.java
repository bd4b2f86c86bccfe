package dev.plimsoll.core.placement.volumes;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The claims, volumes and classes of a cluster, and the volumes that were promised to claims a moment ago. Belongs to one thread.
 *
 * <p>Before anything is known of them, pods with claims wait.
 */
public final class VolumeTable {
    private final Map<VolumeClaim.Key, VolumeClaim> claims = new HashMap<>();
    private final Map<String, VolumeView> volumes = new LinkedHashMap<>();
    private final Map<String, VolumeClass> classes = new HashMap<>();
    private final Map<String, VolumeClaim.Key> promised = new HashMap<>();
    private boolean isComplete;

    /** All that there was at the beginning has been put into it. */
    public void complete() {
        isComplete = true;
    }

    public boolean isComplete() {
        return isComplete;
    }

    public void put(VolumeClaim claim) {
        claims.put(claim.key(), claim);
    }

    public void remove(VolumeClaim.Key claim) {
        claims.remove(claim);
    }

    public void put(VolumeView volume) {
        volumes.put(volume.name(), volume);
    }

    public void removeVolume(String name) {
        volumes.remove(name);
    }

    public void put(VolumeClass storageClass) {
        classes.put(storageClass.name(), storageClass);
    }

    public void removeClass(String name) {
        classes.remove(name);
    }

    @Nullable
    VolumeClaim claim(VolumeClaim.Key key) {
        return claims.get(key);
    }

    @Nullable
    VolumeView volume(String name) {
        return volumes.get(name);
    }

    @Nullable
    VolumeClass storageClass(String name) {
        return classes.get(name);
    }

    Collection<VolumeView> volumes() {
        return volumes.values();
    }

    boolean isPromisedToOther(VolumeView volume, VolumeClaim claim) {
        var holder = promised.get(volume.name());
        return holder != null && !holder.equals(claim.key());
    }

    /** Keeps the volumes that a pod was placed with from others, until the API shows whose they are. */
    public void promise(List<VolumeStep> steps) {
        for (var step : steps) {
            if (step instanceof VolumeStep.Bind(var claim, var volume)) promised.put(volume.name(), claim.key());
        }
    }

    /** The pod is bound, or could not be: what the API shows counts again. */
    public void release(List<VolumeStep> steps) {
        for (var step : steps) {
            if (step instanceof VolumeStep.Bind(var claim, var volume)) promised.remove(volume.name(), claim.key());
        }
    }
}
