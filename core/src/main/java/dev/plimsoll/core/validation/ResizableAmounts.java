package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;

/** Which entries of a resource list a resize may touch: cpu and memory. */
final class ResizableAmounts {
    private static final List<ResourceName> RESIZABLE = List.of(ResourceName.CPU, ResourceName.MEMORY);

    private ResizableAmounts() {}

    /** Whether an entry that may be changed is gone. */
    static boolean lost(ResourceAmounts stored, ResourceAmounts resized) {
        return stored.names().stream().anyMatch(name -> !resized.contains(name));
    }

    /** The resized requirements with cpu and memory as they were: equal to the stored ones if nothing else changed. */
    static ResourceRequirements restored(ResourceRequirements stored, ResourceRequirements resized) {
        if (!resized.isDeclared()) return resized;
        return resized.withRequests(restored(stored.requests(), resized.requests()))
                .withLimits(restored(stored.limits(), resized.limits()));
    }

    private static ResourceAmounts restored(ResourceAmounts stored, ResourceAmounts resized) {
        var entries = resized.toMap();
        for (var name : RESIZABLE) {
            var before = stored.at(name);
            if (before == null) entries.remove(name);
            else entries.put(name, before);
        }
        return ResourceAmounts.of(entries);
    }
}
