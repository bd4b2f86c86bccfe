package dev.plimsoll.core.estimation.update;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;

/** The requests of a resize that a node could not do: of the pod as a whole, then of each container. */
public record FailedResize(List<ResourceAmounts> requests) {
    public FailedResize {
        requests = List.copyOf(requests);
    }

    public static FailedResize of(PodSpec resized) {
        var requests = new ArrayList<ResourceAmounts>();
        requests.add(resized.resources().requests());
        for (var container : resized.containers())
            requests.add(container.resources().requests());
        return new FailedResize(requests);
    }

    /** Whether something is asked for that is strictly less than then. */
    public boolean isAbove(FailedResize now) {
        for (var i = 0; i < Math.min(requests.size(), now.requests.size()); i++) {
            for (var compute : Compute.ALL) {
                var then = requests.get(i).at(compute.resource());
                var wanted = now.requests.get(i).at(compute.resource());
                if (then != null && wanted != null && wanted.isLessThan(then)) return true;
            }
        }
        return false;
    }
}
