package dev.plimsoll.controllers.daemonset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.view.PlacementReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.controllers.objects.Meta;
import dev.plimsoll.controllers.objects.NodeTarget;
import dev.plimsoll.controllers.objects.Taint;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.controllers.objects.Tolerations;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.revisions.Revision;
import dev.plimsoll.core.model.NodeAffinity;
import dev.plimsoll.core.model.PodDetails.Toleration;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a daemon set belongs on a node.
 *
 * @param starts a pod is made there
 * @param stays a pod that is there is left alone
 */
record Placement(boolean starts, boolean stays) {
    private static final Placement NOT = new Placement(false, false);
    /** The taints that say that a node is not well: daemons are there to make it well. */
    private static final List<Toleration> AUTOMATIC = List.of(
            Tolerations.exists("node.kubernetes.io/not-ready", Taint.NO_EXECUTE),
            Tolerations.exists("node.kubernetes.io/unreachable", Taint.NO_EXECUTE),
            Tolerations.exists("node.kubernetes.io/disk-pressure", Taint.NO_SCHEDULE),
            Tolerations.exists("node.kubernetes.io/memory-pressure", Taint.NO_SCHEDULE),
            Tolerations.exists("node.kubernetes.io/pid-pressure", Taint.NO_SCHEDULE),
            Tolerations.exists("node.kubernetes.io/unschedulable", Taint.NO_SCHEDULE));

    private static final Toleration NETWORK =
            Tolerations.exists("node.kubernetes.io/network-unavailable", Taint.NO_SCHEDULE);

    static Placement of(Workload set, Workload node) {
        var spec = set.template().path("spec");
        var fixed = spec.path("nodeName").asText();
        if (!fixed.isEmpty() && !fixed.equals(node.name().name())) return NOT;
        if (!isChosen(spec, node.meta())) return NOT;
        var tolerations = new ArrayList<>(Tolerations.of(spec));
        tolerations.addAll(automatic(spec));
        var starts = true;
        var stays = true;
        for (var taint : Taint.of(node.document())) {
            if (taint.isTolerated(tolerations)) continue;
            var ends = taint.effect().equals(Taint.NO_EXECUTE);
            if (ends || taint.effect().equals(Taint.NO_SCHEDULE)) starts = false;
            if (ends) stays = false;
        }
        return new Placement(starts, stays);
    }

    /** Whether node selector and required affinity mean the node; an affinity that makes no sense means none. */
    private static boolean isChosen(JsonNode podSpec, Meta node) {
        for (var label : podSpec.path("nodeSelector").properties()) {
            if (!label.getValue().asText().equals(node.labels().get(label.getKey()))) return false;
        }
        var affinity = podSpec.path("affinity").path("nodeAffinity");
        if (!affinity.isObject()) return true;
        return switch (PlacementReader.nodeAffinity(affinity)) {
            case Read.Ok<NodeAffinity>(var read) -> read.admits(node.name().name(), node.labels());
            case Read.Malformed<NodeAffinity> _ -> false;
        };
    }

    private static List<Toleration> automatic(JsonNode podSpec) {
        if (!podSpec.path("hostNetwork").asBoolean()) return AUTOMATIC;
        var all = new ArrayList<>(AUTOMATIC);
        all.add(NETWORK);
        return all;
    }

    /** A pod for one node. */
    static ObjectNode pod(Workload set, String node, String hash, String name) {
        var pod = Templates.pod(set, set.template(), name);
        var metadata = pod.withObject("/metadata");
        metadata.put("generateName", set.name().name() + "-");
        metadata.withObject("/labels").put(Revision.POD_LABEL, hash);
        var spec = pod.withObject("/spec");
        NodeTarget.set(spec, node);
        var known = Tolerations.of(spec);
        for (var toleration : automatic(spec)) {
            if (known.contains(toleration)) continue;
            spec.withArray("/tolerations")
                    .addObject()
                    .put("key", toleration.key())
                    .put("operator", toleration.operator())
                    .put("effect", toleration.effect());
        }
        return pod;
    }
}
