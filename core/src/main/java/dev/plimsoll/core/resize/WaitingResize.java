package dev.plimsoll.core.resize;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.resize.admission.Holders;
import java.util.List;

/**
 * A resize that waits for room.
 *
 * @param holders who has what is missing, resource by resource
 */
public record WaitingResize(ObjectMeta pod, List<Holders> holders) {
    public WaitingResize {
        holders = List.copyOf(holders);
    }
}
