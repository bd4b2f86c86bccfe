package dev.plimsoll.core.resize;

import dev.plimsoll.core.resize.resources.Actual;
import dev.plimsoll.core.resize.resources.Actuated;
import java.util.Map;

/**
 * What is known to be in force after a look at what runs. An instance that is not the one the record was about has what it was
 * created with, as noted at its creation: so a crash between the creation of a container and the record of it loses nothing.
 */
final class InForce {
    private InForce() {}

    /** @param instances the ids of the instances that {@code before} is about, by container */
    static Actuated after(Actuated before, Actual seen, Map<String, String> instances) {
        var actuated = before;
        for (var entry : seen.containers().entrySet()) {
            var name = entry.getKey();
            var instance = entry.getValue();
            if (!instance.isRunning()) {
                actuated = actuated.without(name);
            } else if (instance.createdWith().isDeclared()
                    && (!actuated.knows(name) || !instance.id().equals(instances.getOrDefault(name, instance.id())))) {
                actuated = actuated.with(name, instance.createdWith());
            }
        }
        if (seen.podOrNull() == null) return actuated.withPod(null);
        return actuated.podOrNull() == null ? actuated.withPod(seen.podOrNull()) : actuated;
    }
}
