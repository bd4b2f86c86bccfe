package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.console.cluster.ResourceStates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;

/** Amounts as a page reads them: thousandths of a core for cpu, units for all else; what is not known is left out. */
final class ResourceNumbers {
    private ResourceNumbers() {}

    static void states(ObjectNode target, ResourceStates states) {
        known(target, "desired", states.desired());
        known(target, "allocated", states.allocated());
        known(target, "actual", states.actual());
        known(target, "used", states.used());
    }

    static void known(ObjectNode target, String name, long value) {
        if (value != ResourceStates.UNKNOWN) target.put(name, value);
    }

    static void amount(ObjectNode target, String field, ResourceAmounts amounts, ResourceName resource) {
        amounts.find(resource)
                .ifPresent(quantity -> target.put(
                        field, resource.equals(ResourceName.CPU) ? quantity.milliValue() : quantity.value()));
    }
}
