package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.resources.PodLimits;
import java.util.List;

/**
 * What is in force for a container: its own requests, and its own limits or, where it has none, those of the pod level. Only cpu
 * and memory, and no zeros, so that equal values are equal objects.
 */
public final class Effective {
    /** In the order in which they are changed. */
    static final List<ResourceName> RESOURCES = List.of(ResourceName.MEMORY, ResourceName.CPU);

    private Effective() {}

    public static ResourceRequirements of(PodSpec spec, Container container) {
        var own = container.resources();
        return ResourceRequirements.of(
                amounts(own.requests(), ResourceAmounts.EMPTY),
                amounts(own.limits(), spec.resources().limits()));
    }

    private static ResourceAmounts amounts(ResourceAmounts own, ResourceAmounts inherited) {
        var amounts = ResourceAmounts.EMPTY;
        for (var name : RESOURCES) {
            var amount = own.amount(name);
            if (amount.isZero()) amount = inherited.amount(name);
            if (!amount.isZero()) amounts = amounts.with(name, amount);
        }
        return amounts;
    }

    /** {@code from} with one resource taken from {@code to}. */
    static ResourceRequirements moved(ResourceRequirements from, ResourceRequirements to, ResourceName name) {
        return ResourceRequirements.of(
                moved(from.requests(), to.requests(), name), moved(from.limits(), to.limits(), name));
    }

    private static ResourceAmounts moved(ResourceAmounts from, ResourceAmounts to, ResourceName name) {
        var changed = from.toMap();
        var value = to.at(name);
        if (value == null) changed.remove(name);
        else changed.put(name, value);
        return ResourceAmounts.of(changed);
    }

    public static boolean differs(ResourceRequirements one, ResourceRequirements other, ResourceName name) {
        return one.requests().amount(name).compareTo(other.requests().amount(name)) != 0
                || one.limits().amount(name).compareTo(other.limits().amount(name)) != 0;
    }

    /** The limit in thousandths of a CPU or in bytes; without one there is no bound. */
    static long limit(ResourceRequirements resources, ResourceName name) {
        var limit = resources.limits().amount(name);
        return PodLimits.orUnlimited(name.equals(ResourceName.CPU) ? limit.milliValue() : limit.value());
    }

    static Quantity request(ResourceRequirements resources, ResourceName name) {
        return resources.requests().amount(name);
    }
}
