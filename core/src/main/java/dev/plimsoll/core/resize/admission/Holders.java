package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.Held;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Who stands in the way. The pod's owner learns what is missing and how many pods hold it; which ones only those may know who see
 * the whole node.
 */
final class Holders {
    private static final int NAMED = 3;

    private Holders() {}

    /** For the pod's owner. */
    static String counted(NodeState state, String uid, List<Shortage> shortages) {
        return shortages.stream()
                .map(each -> missing(each) + " (held by " + count(state, uid, each.resource()) + ")")
                .collect(Collectors.joining(", ", ". Missing: ", "."));
    }

    /** For readers of the node; empty where nobody holds anything. */
    static String named(NodeState state, String uid, List<Shortage> shortages) {
        var holders = shortages.stream()
                .map(each -> largest(state, uid, each.resource()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        if (holders.isEmpty()) return "";
        var missing = shortages.stream().map(Holders::missing).collect(Collectors.joining(", "));
        return "Missing: " + missing + ". Held by: " + holders + ".";
    }

    private static String missing(Shortage shortage) {
        return shortage.resource() + " " + Shortage.amount(shortage.resource(), shortage.missing());
    }

    private static String count(NodeState state, String uid, ResourceName resource) {
        var holders = new int[1];
        state.pods().forEach(pod -> {
            if (!pod.uid().equals(uid) && units(pod, resource) != 0) holders[0]++;
        });
        return holders[0] == 1 ? "1 other pod" : holders[0] + " other pods";
    }

    /** The largest few in one pass, so that a long queue on a full node stays cheap. */
    private static String largest(NodeState state, String uid, ResourceName resource) {
        var top = new ArrayList<PodRecord>(NAMED + 1);
        state.pods().forEach(pod -> {
            var units = units(pod, resource);
            if (units == 0 || pod.uid().equals(uid)) return;
            var at = top.size();
            while (at > 0 && comesBefore(pod, top.get(at - 1), resource)) at--;
            if (at >= NAMED) return;
            top.add(at, pod);
            if (top.size() > NAMED) top.removeLast();
        });
        return top.stream()
                .map(pod -> pod.name() + " " + resource + " " + Shortage.amount(resource, units(pod, resource)))
                .collect(Collectors.joining(", "));
    }

    private static boolean comesBefore(PodRecord pod, PodRecord other, ResourceName resource) {
        var difference = Long.compare(units(other, resource), units(pod, resource));
        return difference < 0 || (difference == 0 && pod.name().compareTo(other.name()) < 0);
    }

    private static long units(PodRecord pod, ResourceName resource) {
        if (resource.equals(ResourceName.CPU)) return pod.held().cpu();
        if (resource.equals(ResourceName.MEMORY)) return pod.held().memory();
        if (resource.equals(ResourceName.PODS)) return pod.held().pods();
        return Held.units(pod.held().amounts(), resource);
    }
}
