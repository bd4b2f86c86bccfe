package dev.plimsoll.controllers;

import dev.plimsoll.client.Transport;
import dev.plimsoll.controllers.deployment.Deployments;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.replicaset.ReplicaSets;
import java.util.ArrayList;
import java.util.List;

/** Which class does what. To add a controller is to add a line. */
final class Wiring {
    private Wiring() {}

    static List<Controller> controllers(ControllerSettings settings, Surroundings around, Transport transport) {
        var controllers = new ArrayList<Controller>();
        for (var name : ControllerName.values()) {
            if (!settings.controllers().contains(name)) continue;
            switch (name) {
                case REPLICA_SET -> controllers.add(new ReplicaSets(around));
                case DEPLOYMENT -> controllers.add(new Deployments(around));
                case STATEFUL_SET,
                        DAEMON_SET,
                        JOB,
                        TTL_AFTER_FINISHED,
                        DISRUPTION,
                        GARBAGE_COLLECTOR,
                        NAMESPACE,
                        SERVICE_ACCOUNT,
                        NODE_LIFECYCLE,
                        TAINT_EVICTION,
                        POD_GARBAGE_COLLECTOR -> {}
            }
        }
        return controllers;
    }
}
