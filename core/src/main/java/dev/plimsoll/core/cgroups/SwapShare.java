package dev.plimsoll.core.cgroups;

import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import java.math.BigInteger;

/**
 * How much of a node's swap a container may use ({@code LimitedSwap}): its share of the node's memory, by what it requests. Only
 * containers of Burstable pods have any, and of those only such whose memory may grow above its request.
 *
 * @param swapBytes that the node has for containers; 0 where they get none
 */
public record SwapShare(long nodeMemory, long swapBytes) {
    public static final SwapShare NONE = new SwapShare(0, 0);

    /** Bytes, for {@code memory.swap.max}. */
    public long of(QosClass qos, ResourceRequirements resources) {
        if (swapBytes <= 0 || nodeMemory <= 0 || !isGiven(qos, resources)) return 0;
        var request = resources.requests().amount(ResourceName.MEMORY).value();
        return BigInteger.valueOf(request)
                .multiply(BigInteger.valueOf(swapBytes))
                .divide(BigInteger.valueOf(nodeMemory))
                .longValue();
    }

    /** Whether a container of a pod that is not critical has swap on a node that gives any. */
    public static boolean isGiven(QosClass qos, ResourceRequirements resources) {
        var request = resources.requests().amount(ResourceName.MEMORY);
        var limit = resources.limits().amount(ResourceName.MEMORY);
        return qos == QosClass.BURSTABLE && (!request.isZero() || !limit.isZero()) && request.compareTo(limit) != 0;
    }
}
