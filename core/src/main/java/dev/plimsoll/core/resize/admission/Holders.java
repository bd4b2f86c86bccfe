package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Who stands in the way of a resize. The pod's owner learns what is missing and how many pods hold it; which ones only those may
 * know who see the whole node.
 *
 * @param count how many other pods hold any of it
 * @param largest the few that hold most of it, the largest first
 */
public record Holders(ResourceName resource, int count, List<Holder> largest) {
    private static final int NAMED = 3;

    /**
     * One of them.
     *
     * @param units thousandths for cpu, units for everything else
     */
    public record Holder(String namespace, String name, long units) {
        static Holder of(PodRecord pod, long units) {
            return new Holder(
                    pod.pod().metadata().namespace(), pod.pod().metadata().name(), units);
        }

        boolean comesBefore(Holder other) {
            if (units != other.units) return units > other.units;
            return qualifiedName().compareTo(other.qualifiedName()) < 0;
        }

        public String qualifiedName() {
            return namespace + "/" + name;
        }
    }

    public Holders {
        largest = List.copyOf(largest);
    }

    /** All pods but one, in one pass, so that a long queue on a full node stays cheap. */
    public static Holders of(NodeState state, String uid, ResourceName resource) {
        var top = new ArrayList<Holder>(NAMED + 1);
        var count = new int[1];
        state.pods().forEach(pod -> {
            var units = units(pod, resource);
            if (units == 0 || pod.uid().equals(uid)) return;
            count[0]++;
            if (top.size() == NAMED && units < top.getLast().units()) return;
            var holder = Holder.of(pod, units);
            var at = top.size();
            while (at > 0 && holder.comesBefore(top.get(at - 1))) at--;
            top.add(at, holder);
            if (top.size() > NAMED) top.removeLast();
        });
        return new Holders(resource, count[0], top);
    }

    /** An amount of theirs as people write it. */
    public String amount(Holder holder) {
        return InsufficientResource.amount(resource, holder.units());
    }

    private static long units(PodRecord pod, ResourceName resource) {
        if (resource.equals(ResourceName.CPU)) return pod.held().cpu();
        if (resource.equals(ResourceName.MEMORY)) return pod.held().memory();
        if (resource.equals(ResourceName.PODS)) return pod.held().pods();
        return Amounts.units(pod.held().amounts(), resource);
    }
}
