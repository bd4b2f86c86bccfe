package dev.plimsoll.core.explain;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import java.util.List;

/** A pod's request or limit for one resource, with the rule and the fields that it comes from. The shares add up to it. */
public record Total(ResourceName name, Quantity quantity, Origin origin, List<Share> shares) {
    public Total {
        shares = List.copyOf(shares);
    }
}
