package dev.plimsoll.core.fit;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;

/**
 * A resource of which a node has too little for a pod, and how that is told; thousandths for cpu, units for everything else.
 *
 * @param used what other pods hold
 */
public record InsufficientResource(ResourceName resource, long requested, long used, long capacity) {
    public static final String TOO_MANY_PODS = "Too many pods";
    private static final String CPU = "Insufficient cpu";
    private static final String MEMORY = "Insufficient memory";

    /** How much would have to be given up by others. */
    public long missing() {
        return requested - (capacity - used);
    }

    /** How much a pod could ask for as the others are. */
    public long free() {
        return Math.max(0, capacity - used);
    }

    /** Whether not even an empty node would have enough. */
    public boolean isBeyondNode() {
        return requested > capacity;
    }

    /** The scheduler's text, the same for all nodes. */
    public String schedulerReason() {
        return schedulerReason(resource);
    }

    public static String schedulerReason(ResourceName resource) {
        if (resource.equals(ResourceName.CPU)) return CPU;
        if (resource.equals(ResourceName.MEMORY)) return MEMORY;
        return resource.equals(ResourceName.PODS) ? TOO_MANY_PODS : "Insufficient " + resource;
    }

    /** The node's reason. */
    public String reason() {
        return "OutOf" + resource;
    }

    /** The node's message. */
    public String message() {
        return "Node didn't have enough resource: " + resource + ", requested: " + requested + ", used: " + used
                + ", capacity: " + capacity;
    }

    /** The text of whoever binds, in quantities. */
    public String quantities() {
        return resource + ", requested: " + amount(resource, requested) + ", used: " + amount(resource, used)
                + ", allocatable: " + amount(resource, capacity);
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
