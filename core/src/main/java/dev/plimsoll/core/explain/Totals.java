package dev.plimsoll.core.explain;

import dev.plimsoll.core.demand.ContainerAmounts;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Traces the totals of a pod back to the fields of its spec. */
final class Totals {
    private final PodSpec spec;
    private final String list;
    private final ContainerAmounts reading;
    private final ResourceAmounts podLevel;

    private Totals(PodSpec spec, String list, ContainerAmounts reading, ResourceAmounts podLevel) {
        this.spec = spec;
        this.list = list;
        this.reading = reading;
        this.podLevel = podLevel;
    }

    static List<Total> ofRequests(PodSpec spec, ResourceAmounts totals, boolean podLevelCounts) {
        var podLevel = podLevelCounts ? spec.resources().requests() : ResourceAmounts.ABSENT;
        return new Totals(spec, "requests", ContainerAmounts.REQUESTS, podLevel).trace(totals);
    }

    static List<Total> ofLimits(PodSpec spec, ResourceAmounts totals, boolean podLevelCounts) {
        var podLevel = podLevelCounts ? spec.resources().limits() : ResourceAmounts.ABSENT;
        return new Totals(spec, "limits", ContainerAmounts.LIMITS, podLevel).trace(totals);
    }

    private List<Total> trace(ResourceAmounts totals) {
        return totals.names().stream()
                .map(name -> trace(name, totals.amount(name)))
                .toList();
    }

    private Total trace(ResourceName name, Quantity total) {
        var shares = new ArrayList<Share>();
        var origin = origin(name, shares);
        var overhead = spec.overhead().at(name);
        if (overhead != null && !sum(shares).equals(total)) shares.add(new Share("spec.overhead", overhead));
        return new Total(name, total, origin, shares);
    }

    private Origin origin(ResourceName name, List<Share> shares) {
        var declared = name.isAllowedAtPodLevel() ? podLevel.at(name) : null;
        if (declared != null) {
            shares.add(new Share("spec.resources." + list, declared));
            return Origin.POD_LEVEL;
        }
        var running = running(name);
        var startup = startup(name, sum(running));
        shares.addAll(startup.isEmpty() ? running : startup);
        if (!startup.isEmpty()) return Origin.STARTUP;
        return running.isEmpty() ? Origin.OVERHEAD : Origin.RUNNING;
    }

    private List<Share> running(ResourceName name) {
        var shares = new ArrayList<Share>();
        for (var i = 0; i < spec.containers().size(); i++) {
            add(spec.containers().get(i), name, "spec.containers[" + i + "]", shares);
        }
        for (var i = 0; i < spec.initContainers().size(); i++) {
            var container = spec.initContainers().get(i);
            if (container.restartsAlways()) add(container, name, "spec.initContainers[" + i + "]", shares);
        }
        return shares;
    }

    /** The moment of starting that needs more than running does; nothing where there is none. */
    private List<Share> startup(ResourceName name, Quantity running) {
        var sidecars = new ArrayList<Share>();
        List<Share> peak = List.of();
        var most = running;
        for (var i = 0; i < spec.initContainers().size(); i++) {
            var container = spec.initContainers().get(i);
            var path = "spec.initContainers[" + i + "]";
            var moment = new ArrayList<Share>();
            if (container.restartsAlways()) {
                add(container, name, path, sidecars);
            } else {
                add(container, name, path, moment);
            }
            moment.addAll(sidecars);
            if (moment.isEmpty() || !sum(moment).isGreaterThan(most)) continue;
            most = sum(moment);
            peak = List.copyOf(moment);
        }
        return peak;
    }

    private void add(Container container, ResourceName name, String path, List<Share> shares) {
        var quantity = reading.of(container).at(name);
        if (quantity != null) shares.add(new Share(path + ".resources." + list, quantity));
    }

    private static Quantity sum(List<Share> shares) {
        return shares.stream().map(Share::quantity).reduce(Quantity.ZERO, Quantity::plus);
    }
}
