package dev.plimsoll.controllers.nodes;

import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Taint;
import dev.plimsoll.controllers.objects.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The taints that follow from how a node is. */
final class NodeTaints {
    static final Taint NOT_READY = Taint.ofNode("not-ready", Taint.NO_EXECUTE);
    static final Taint UNREACHABLE = Taint.ofNode("unreachable", Taint.NO_EXECUTE);
    private static final List<String> MANAGED = List.of(
            "not-ready",
            "unreachable",
            "memory-pressure",
            "disk-pressure",
            "pid-pressure",
            "network-unavailable",
            "unschedulable");

    private NodeTaints() {}

    /** True, False or Unknown; empty where the node has never said. */
    static String ready(Workload node) {
        return Conditions.find(node.status(), "Ready")
                .map(each -> each.path("status").asText())
                .orElse("");
    }

    static boolean isReady(Workload node) {
        return ready(node).equals("True");
    }

    /** Those that keep new pods away. */
    static List<Taint> wantedNoSchedule(Workload node) {
        var taints = new ArrayList<Taint>();
        switch (ready(node)) {
            case "True" -> {}
            case "Unknown" -> taints.add(noSchedule("unreachable"));
            // A node that has never said anything keeps the taint that it was born with.
            default -> taints.add(noSchedule("not-ready"));
        }
        addIf(taints, node, "MemoryPressure", "memory-pressure");
        addIf(taints, node, "DiskPressure", "disk-pressure");
        addIf(taints, node, "PIDPressure", "pid-pressure");
        addIf(taints, node, "NetworkUnavailable", "network-unavailable");
        if (node.spec().path("unschedulable").asBoolean()) taints.add(noSchedule("unschedulable"));
        return taints;
    }

    private static Taint noSchedule(String name) {
        return Taint.ofNode(name, Taint.NO_SCHEDULE);
    }

    private static void addIf(List<Taint> taints, Workload node, String condition, String name) {
        if (Conditions.is(node.status(), condition, "True")) taints.add(noSchedule(name));
    }

    /** The one that takes pods away; none from a node that is ready or has never said anything. */
    static Optional<Taint> wantedNoExecute(Workload node) {
        return switch (ready(node)) {
            case "False" -> Optional.of(NOT_READY);
            case "Unknown" -> Optional.of(UNREACHABLE);
            default -> Optional.empty();
        };
    }

    static Optional<Taint> presentNoExecute(Workload node) {
        return Taint.of(node.document()).stream()
                .filter(each -> each.isSame(NOT_READY) || each.isSame(UNREACHABLE))
                .findFirst();
    }

    /** All taints of a node after those of its state were brought up to date; others stay as they are. */
    static List<Taint> withNoSchedule(Workload node) {
        var managed = MANAGED.stream().map(NodeTaints::noSchedule).toList();
        var wanted = wantedNoSchedule(node);
        var taints = new ArrayList<Taint>();
        for (var taint : Taint.of(node.document())) {
            if (!taint.isIn(managed) || taint.isIn(wanted)) taints.add(taint);
        }
        for (var taint : wanted) if (!taint.isIn(taints)) taints.add(taint);
        return taints;
    }

    /** The same taints but for those that take pods away because of the node's state, of which one or none is left. */
    static List<Taint> withNoExecute(List<Taint> before, Optional<Taint> wanted, String now) {
        var taints = new ArrayList<Taint>();
        for (var taint : before) {
            var ours = taint.isSame(NOT_READY) || taint.isSame(UNREACHABLE);
            if (!ours || wanted.filter(taint::isSame).isPresent()) taints.add(taint);
        }
        wanted.filter(each -> !each.isIn(taints))
                .ifPresent(each -> taints.add(new Taint(each.key(), "", each.effect(), now)));
        return taints;
    }
}
