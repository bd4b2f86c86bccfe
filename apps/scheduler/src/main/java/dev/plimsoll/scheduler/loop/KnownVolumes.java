package dev.plimsoll.scheduler.loop;

import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.core.placement.volumes.VolumeClaim;
import dev.plimsoll.core.placement.volumes.VolumeClass;
import dev.plimsoll.core.placement.volumes.VolumeTable;
import dev.plimsoll.core.placement.volumes.VolumeView;
import java.util.function.Consumer;

/** Claims, volumes and storage classes as the API shows them. Each method says whether a pod that waits may care. */
final class KnownVolumes {
    private static final int KINDS = 3;

    private final VolumeTable table = new VolumeTable();
    private int synced;

    VolumeTable table() {
        return table;
    }

    boolean claim(CacheChange<VolumeClaim> change) {
        return taken(change, table::put, claim -> table.remove(claim.key()));
    }

    boolean volume(CacheChange<VolumeView> change) {
        return taken(change, table::put, volume -> table.removeVolume(volume.name()));
    }

    boolean storageClass(CacheChange<VolumeClass> change) {
        return taken(change, table::put, each -> table.removeClass(each.name()));
    }

    private <T> boolean taken(CacheChange<T> change, Consumer<T> put, Consumer<T> remove) {
        return switch (change) {
            case CacheChange.Added<T>(var _, var added) -> {
                put.accept(added);
                yield true;
            }
            case CacheChange.Updated<T>(var _, var before, var now) -> {
                put.accept(now);
                yield !now.equals(before);
            }
            case CacheChange.Removed<T>(var _, var gone) -> {
                remove.accept(gone);
                yield true;
            }
            case CacheChange.Synced<T> _ -> {
                if (++synced == KINDS) table.complete();
                yield table.isComplete();
            }
        };
    }
}
