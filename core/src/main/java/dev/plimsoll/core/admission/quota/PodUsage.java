package dev.plimsoll.core.admission.quota;

import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What one pod is charged to a quota, under every name that a quota may use for it. */
public final class PodUsage {
    public static final ResourceName COUNT_PODS = ResourceName.of("count/pods");
    private static final Quantity ONE = Quantity.of(1, QuantityFormat.DECIMAL_SI);
    /** Charged under their own name and under {@code requests.} and {@code limits.}. */
    private static final Set<String> COMPUTE = Set.of("cpu", "memory", "ephemeral-storage");

    public static final PodUsage DEFAULT = under(FeatureGates.DEFAULT);

    private final EffectiveDemand demand;

    private PodUsage(EffectiveDemand demand) {
        this.demand = demand;
    }

    public static PodUsage under(FeatureGates gates) {
        return new PodUsage(EffectiveDemand.forQuota(gates));
    }

    /** The charge at a point in time. A pod that is gone but for its record counts as an object only. */
    public ResourceAmounts of(Pod pod, Instant now) {
        var usage = new TreeMap<ResourceName, Quantity>();
        usage.put(COUNT_PODS, ONE);
        if (!isCounted(pod, now)) return ResourceAmounts.of(usage);
        usage.put(ResourceName.PODS, ONE);
        chargeRequests(demand.requests(pod), usage);
        chargeLimits(demand.limits(pod), usage);
        return ResourceAmounts.of(usage);
    }

    private static boolean isCounted(Pod pod, Instant now) {
        if (pod.status().isTerminal()) return false;
        return pod.metadata().deletion().map(deletion -> !isPast(deletion, now)).orElse(true);
    }

    /** Asked of the time that went by: the end of a very long grace period is a moment that no clock can name. */
    private static boolean isPast(ObjectMeta.Deletion deletion, Instant now) {
        var gone = Duration.between(deletion.timestamp(), now);
        return gone.compareTo(Duration.ofSeconds(deletion.graceSeconds())) > 0;
    }

    private static void chargeRequests(ResourceAmounts requests, Map<ResourceName, Quantity> usage) {
        for (var name : requests.names()) {
            var amount = requests.amount(name);
            if (COMPUTE.contains(name.text()) || name.isHugePages()) usage.put(name, amount);
            if (COMPUTE.contains(name.text()) || name.isHugePages() || name.isExtended()) {
                usage.put(ResourceName.of("requests." + name), amount);
            }
        }
    }

    private static void chargeLimits(ResourceAmounts limits, Map<ResourceName, Quantity> usage) {
        for (var name : limits.names()) {
            if (COMPUTE.contains(name.text())) usage.put(ResourceName.of("limits." + name), limits.amount(name));
        }
    }
}
