package dev.plimsoll.core.resize.eviction;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import java.util.Optional;

/**
 * Which pods use more ephemeral storage than they may, whatever the node has left: more than the limit of a volume, than all
 * containers together, or than one container. Nothing but eviction bounds what a container writes.
 */
public final class LocalStorageEviction {
    private final PodDemand demand;
    private final boolean resizesMemoryVolumes;

    private LocalStorageEviction(PodDemand demand, boolean resizesMemoryVolumes) {
        this.demand = demand;
        this.resizesMemoryVolumes = resizesMemoryVolumes;
    }

    public static LocalStorageEviction under(FeatureGates gates) {
        return new LocalStorageEviction(
                PodDemand.under(gates), gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES));
    }

    /**
     * Why a pod has to go.
     *
     * @param signal the label of the metric
     */
    public record Excess(String signal, String message) {}

    /** Whether anything bounds what the pod may use, so that it is worth a look. */
    public boolean isBounded(PodRecord record) {
        if (record.stage() != Stage.ADMITTED || record.isCritical()) return false;
        var spec = record.allocatedSpec();
        return !limit(spec).isZero()
                || spec.details().volumes().stream()
                        .anyMatch(volume -> volume.emptyDirOrNull() != null
                                && volume.emptyDirOrNull().sizeLimitOrNull() != null);
    }

    /** Nothing where the pod keeps to its limits. */
    public Optional<Excess> excess(PodRecord record, StorageUsage usage) {
        if (!isBounded(record)) return Optional.empty();
        var spec = record.allocatedSpec();
        return volume(spec, usage).or(() -> pod(record, usage)).or(() -> container(spec, usage));
    }

    private Optional<Excess> volume(PodSpec spec, StorageUsage usage) {
        for (var volume : spec.details().volumes()) {
            var emptyDir = volume.emptyDirOrNull();
            var limit = emptyDir == null ? null : emptyDir.sizeLimitOrNull();
            var used = usage.volumes().get(volume.name());
            if (emptyDir == null || limit == null || limit.isZero() || used == null) continue;
            // What is mounted with a size is bounded by the kernel.
            if (emptyDir.isInMemory() && resizesMemoryVolumes) continue;
            if (used > limit.value()) {
                return Optional.of(new Excess(
                        "emptydirfs.limit",
                        "Usage of EmptyDir volume \"" + volume.name() + "\" exceeds the limit \"" + limit + "\". "));
            }
        }
        return Optional.empty();
    }

    private Quantity limit(PodSpec spec) {
        return demand.limits(spec).amount(ResourceName.EPHEMERAL_STORAGE);
    }

    private Optional<Excess> pod(PodRecord record, StorageUsage usage) {
        var limit = limit(record.allocatedSpec());
        if (limit.isZero() || PodConsumption.onDisk(record, usage) <= limit.value()) return Optional.empty();
        return Optional.of(new Excess(
                "ephemeralpodfs.limit",
                "Pod ephemeral local storage usage exceeds the total limit of containers " + limit + ". "));
    }

    private static Optional<Excess> container(PodSpec spec, StorageUsage usage) {
        for (var container : spec.containers()) {
            var limit = container.resources().limits().amount(ResourceName.EPHEMERAL_STORAGE);
            if (limit.isZero() || usage.containers().getOrDefault(container.name(), 0L) <= limit.value()) continue;
            return Optional.of(new Excess(
                    "ephemeralcontainerfs.limit",
                    "Container " + container.name() + " exceeded its local ephemeral storage limit \"" + limit
                            + "\". "));
        }
        return Optional.empty();
    }
}
