package dev.plimsoll.console.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.view.SharedPods;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import java.util.List;
import java.util.TreeMap;

/** What the console keeps of what a pod uses: a number for each container and resource. */
public final class FollowedUse {
    private static final SharedPods SHARED = new SharedPods();

    /** The same for all pods of a template. */
    private final List<String> containers;
    /** In units, CPU of all containers and then memory; {@link ResourceStates#UNKNOWN} where nothing is said. */
    private final long[] units;

    private FollowedUse(List<String> containers, long[] units) {
        this.containers = containers;
        this.units = units;
    }

    static FollowedUse of(PodMetricsObject metric) {
        var amounts = new TreeMap<>(metric.containers());
        var units = new long[amounts.size() * Compute.ALL.size()];
        for (var compute : Compute.ALL) {
            var at = first(compute, amounts.size());
            for (var each : amounts.values())
                units[at++] = each.contains(compute.resource()) ? compute.unitsOf(each) : ResourceStates.UNKNOWN;
        }
        return new FollowedUse(SHARED.part(List.copyOf(amounts.keySet())), units);
    }

    static Decoded<FollowedUse> decode(ObjectNode document) {
        return new Decoded.View<>(of(PodMetricsObject.KIND.of(document)));
    }

    /** What a container uses; {@link ResourceStates#UNKNOWN} where nobody tells. */
    public long of(String container, Compute compute) {
        var index = containers.indexOf(container);
        return index < 0 ? ResourceStates.UNKNOWN : at(index, compute);
    }

    /** What all its containers use together; {@link ResourceStates#UNKNOWN} where nobody tells of any. */
    public long sum(Compute compute) {
        var sum = ResourceStates.UNKNOWN;
        for (var index = 0; index < containers.size(); index++) {
            var used = at(index, compute);
            if (used != ResourceStates.UNKNOWN) sum = Math.max(sum, 0) + used;
        }
        return sum;
    }

    /** Whether anything is said of a container. */
    public boolean tellsOf(String container) {
        return containers.contains(container);
    }

    private static int first(Compute compute, int containers) {
        return switch (compute) {
            case CPU -> 0;
            case MEMORY -> containers;
        };
    }

    private long at(int container, Compute compute) {
        return units[container + first(compute, containers.size())];
    }
}
