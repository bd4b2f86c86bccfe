package dev.plimsoll.core.resize.eviction;

import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who goes first when the node runs short: pods that use more of it than the pod as a whole requests, then those of lower priority,
 * then those that are furthest above their request. Pods whose usage is not known come first of all; critical pods never go.
 * Nobody requests processes or files: there priority comes first, then their number.
 */
public final class EvictionOrder {
    private final PodDemand demand;

    private EvictionOrder(PodDemand demand) {
        this.demand = demand;
    }

    public static EvictionOrder under(FeatureGates gates) {
        return new EvictionOrder(PodDemand.under(gates));
    }

    /** Candidates, first to go first. */
    public List<PodRecord> rank(EvictionSignal signal, List<PodRecord> pods, PodConsumption usages) {
        var ranked = new ArrayList<>(pods);
        ranked.removeIf(PodRecord::isCritical);
        var excess = Comparator.<PodRecord>comparingLong(pod -> excess(signal, usages, pod))
                .reversed();
        var order = !signal.isBytes()
                ? Comparator.comparingLong(PodRecord::priority).thenComparing(excess)
                : Comparator.<PodRecord, Boolean>comparing(pod -> used(signal, usages, pod) != null)
                        .thenComparing(pod -> excess(signal, usages, pod) <= 0)
                        .thenComparingLong(PodRecord::priority)
                        .thenComparing(excess);
        ranked.sort(order.thenComparing(PodRecord::uid));
        return ranked;
    }

    /** Null where it is not known. */
    private static @Nullable Long used(EvictionSignal signal, PodConsumption usages, PodRecord pod) {
        return switch (signal) {
            case MEMORY -> {
                var whole = usages.memoryOf(pod).podOrNull();
                yield whole == null ? null : Long.valueOf(whole.total());
            }
            // How many files a pod has nobody counts: who has written more is taken to have more.
            case NODEFS, NODEFS_INODES, IMAGEFS, IMAGEFS_INODES -> usages.stored(pod);
            case PIDS -> usages.processes().get(pod.uid());
        };
    }

    private long excess(EvictionSignal signal, PodConsumption usages, PodRecord pod) {
        var used = used(signal, usages, pod);
        return used == null ? 0 : used - request(signal, pod);
    }

    /** The pod level's request, and the containers' where the pod level names none; with overhead. */
    private long request(EvictionSignal signal, PodRecord pod) {
        return switch (signal) {
            case PIDS, NODEFS_INODES, IMAGEFS_INODES -> 0;
            case MEMORY, NODEFS, IMAGEFS ->
                demand.requests(pod.allocatedSpec()).amount(resource(signal)).value();
        };
    }

    private static ResourceName resource(EvictionSignal signal) {
        return signal == EvictionSignal.MEMORY ? ResourceName.MEMORY : ResourceName.EPHEMERAL_STORAGE;
    }

    /** What the status and the event of an evicted pod say. */
    public String message(EvictionSignal signal, PodRecord pod, long threshold, long available, PodConsumption usages) {
        var text = new StringBuilder("The node was low on resource: ")
                .append(signal.resource())
                .append(". Threshold quantity: ")
                .append(amount(signal, threshold))
                .append(", available: ")
                .append(amount(signal, available))
                .append(". ");
        if (!signal.isBytes()) return text.toString();
        var spec = pod.allocatedSpec();
        var podLevel = spec.resources().requests().at(resource(signal));
        var whole = used(signal, usages, pod);
        if (podLevel != null && whole != null && demand.hasPodLevelResources(spec))
            consumption(text, signal, "Pod " + pod.pod().metadata().name(), whole, podLevel);
        for (var container : spec.containers()) {
            var used = used(signal, usages, pod, container);
            var own = container.resources().requests().amount(resource(signal));
            if (used != null && used > own.value())
                consumption(text, signal, "Container " + container.name(), used, own);
        }
        return text.toString();
    }

    private static @Nullable Long used(
            EvictionSignal signal, PodConsumption usages, PodRecord pod, Container container) {
        if (signal == EvictionSignal.MEMORY) {
            var reading = usages.memoryOf(pod).containers().get(container.name());
            return reading == null ? null : Long.valueOf(reading.total());
        }
        var stored = usages.storage().get(pod.uid());
        return stored == null ? null : stored.containers().get(container.name());
    }

    private static void consumption(
            StringBuilder text, EvictionSignal signal, String who, long used, Quantity request) {
        text.append(who)
                .append(" was using ")
                .append(amount(signal, used))
                .append(", request is ")
                .append(request)
                .append(", has larger consumption of ")
                .append(signal.resource())
                .append(". ");
    }

    private static Quantity amount(EvictionSignal signal, long value) {
        return Quantity.of(value, signal.isBytes() ? QuantityFormat.BINARY_SI : QuantityFormat.DECIMAL_SI);
    }
}
