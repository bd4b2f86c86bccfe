package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.ActuationAttempt.Direction;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.ArrayList;
import java.util.List;

/** A volume in memory that is mounted with another size than was allocated; one of which the size is not known is taken to grow. */
record VolumeChange(String name, Quantity size, Direction direction) {
    static List<VolumeChange> in(PodRecord record) {
        if (!record.actual().anyRunning()) return List.of();
        var changes = new ArrayList<VolumeChange>();
        var inForce = record.actuated().resources().volumes();
        PodResources.of(record.allocatedSpec()).volumes().forEach((name, size) -> {
            var known = inForce.get(name);
            var comparison = known == null ? 1 : size.compareTo(known);
            if (comparison != 0)
                changes.add(new VolumeChange(name, size, comparison < 0 ? Direction.DOWN : Direction.UP));
        });
        return changes;
    }
}
