package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;

/** A resource of which the node has too little; thousandths for cpu, units for everything else. */
public record Shortage(ResourceName resource, long requested, long used, long capacity) {
    /** How much would have to be given up by others. */
    public long missing() {
        return requested - (capacity - used);
    }

    public String reason() {
        return "OutOf" + resource;
    }

    public String message() {
        return "Node didn't have enough resource: " + resource + ", requested: " + requested + ", used: " + used
                + ", capacity: " + capacity;
    }

    /** Whether not even an empty node would have enough. */
    public boolean isBeyondNode() {
        return requested > capacity;
    }

    /** So many units as a quantity is written. */
    public static String amount(ResourceName resource, long units) {
        if (resource.equals(ResourceName.CPU)) return Quantity.ofMilli(units).toString();
        var isBinary = resource.equals(ResourceName.MEMORY)
                || resource.isHugePages()
                || resource.equals(ResourceName.EPHEMERAL_STORAGE);
        return Quantity.of(units, isBinary ? QuantityFormat.BINARY_SI : QuantityFormat.DECIMAL_SI)
                .toString();
    }
}
