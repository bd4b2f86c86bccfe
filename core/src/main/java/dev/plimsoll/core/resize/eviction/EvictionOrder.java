package dev.plimsoll.core.resize.eviction;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who goes first when the node is short of memory: pods that use more than the pod as a whole requests, then those of lower
 * priority, then those that are furthest above their request. Pods whose usage is not known come first of all; critical pods
 * never go.
 */
public final class EvictionOrder {
    private final PodDemand demand;

    private EvictionOrder(PodDemand demand) {
        this.demand = demand;
    }

    public static EvictionOrder under(FeatureGates gates) {
        return new EvictionOrder(PodDemand.under(gates));
    }

    /** Candidates, first to go first. Usage is the working set, by uid. */
    public List<PodRecord> rank(List<PodRecord> pods, Map<String, MemoryUsage> usage) {
        var ranked = new ArrayList<>(pods);
        ranked.removeIf(PodRecord::isCritical);
        ranked.sort(Comparator.<PodRecord, Boolean>comparing(pod -> total(usage, pod) != null)
                .thenComparing(pod -> excess(usage, pod) <= 0)
                .thenComparingLong(PodRecord::priority)
                .thenComparing(Comparator.<PodRecord>comparingLong(pod -> excess(usage, pod))
                        .reversed())
                .thenComparing(PodRecord::uid));
        return ranked;
    }

    private static @Nullable Long total(Map<String, MemoryUsage> usage, PodRecord pod) {
        var known = usage.get(pod.uid());
        if (known == null || known.podOrNull() == null) return null;
        return known.podOrNull().total();
    }

    private long excess(Map<String, MemoryUsage> usage, PodRecord pod) {
        var total = total(usage, pod);
        return total == null ? 0 : total - request(pod);
    }

    /** The pod level's request, and the containers' where the pod level names none; with overhead. */
    private long request(PodRecord pod) {
        return demand.requests(pod.allocatedSpec()).amount(ResourceName.MEMORY).value();
    }

    /** What the status and the event of an evicted pod say. */
    public String message(PodRecord pod, long threshold, long available, MemoryUsage usage) {
        var text = new StringBuilder("The node was low on resource: memory. Threshold quantity: ")
                .append(bytes(threshold))
                .append(", available: ")
                .append(bytes(available))
                .append(". ");
        var spec = pod.allocatedSpec();
        var podLevel = spec.resources().requests().at(ResourceName.MEMORY);
        if (podLevel != null && usage.podOrNull() != null && demand.hasPodLevelResources(spec)) {
            consumption(
                    text,
                    "Pod " + pod.pod().metadata().name(),
                    usage.podOrNull().total(),
                    podLevel);
        }
        for (var container : spec.containers()) {
            var reading = usage.containers().get(container.name());
            var own = container.resources().requests().amount(ResourceName.MEMORY);
            if (reading != null && reading.total() > own.value()) {
                consumption(text, "Container " + container.name(), reading.total(), own);
            }
        }
        return text.toString();
    }

    private static void consumption(StringBuilder text, String who, long total, Quantity request) {
        text.append(who)
                .append(" was using ")
                .append(bytes(total))
                .append(", request is ")
                .append(request)
                .append(", has larger consumption of memory. ");
    }

    private static Quantity bytes(long value) {
        return Quantity.of(value, QuantityFormat.BINARY_SI);
    }
}
