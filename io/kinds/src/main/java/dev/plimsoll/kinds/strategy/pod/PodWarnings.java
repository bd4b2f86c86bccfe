package dev.plimsoll.kinds.strategy.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import java.util.ArrayList;
import java.util.List;

/**
 * What the writer of a new pod should know though it is accepted: a name that is no hostname, amounts of bytes that are not whole, and
 * rules that match nothing.
 */
public final class PodWarnings {
    private PodWarnings() {}

    /** Of a pod. */
    static List<String> of(ObjectNode document, Pod pod) {
        var warnings = new ArrayList<String>();
        var problems = DnsSyntax.label(pod.metadata().name());
        if (!problems.isEmpty()) warnings.add(surprising("the Pod's hostname", problems));
        VolumeWarnings.of(document.path("spec").path("volumes"), warnings);
        spread(document.path("spec"), warnings);
        containers("spec.containers", pod.spec().containers(), warnings);
        containers("spec.initContainers", pod.spec().initContainers(), warnings);
        amounts("spec.overhead", pod.spec().overhead(), warnings);
        return warnings;
    }

    /** Of an object of a kind whose pods have its name in theirs. */
    public static List<String> ofWorkload(String name) {
        var problems = DnsSyntax.label(name);
        return problems.isEmpty() ? List.of() : List.of(surprising("Pod names and hostnames", problems));
    }

    private static String surprising(String where, List<String> problems) {
        return "metadata.name: this is used in " + where
                + ", which can result in surprising behavior; a DNS label is recommended: ["
                + String.join(" ", problems) + "]";
    }

    private static void spread(JsonNode spec, List<String> warnings) {
        var constraints = spec.path("topologySpreadConstraints");
        for (var i = 0; i < constraints.size(); i++) {
            if (constraints.get(i).hasNonNull("labelSelector")) continue;
            warnings.add("spec.topologySpreadConstraints[" + i
                    + "].labelSelector: a null labelSelector results in matching no pod");
        }
    }

    private static void containers(String path, List<Container> containers, List<String> warnings) {
        for (var i = 0; i < containers.size(); i++) {
            var resources = containers.get(i).resources();
            amounts(path + "[" + i + "].resources.requests", resources.requests(), warnings);
            amounts(path + "[" + i + "].resources.limits", resources.limits(), warnings);
        }
    }

    private static void amounts(String path, ResourceAmounts amounts, List<String> warnings) {
        for (var name : List.of(ResourceName.MEMORY, ResourceName.EPHEMERAL_STORAGE)) {
            var amount = amounts.at(name);
            if (amount == null || amount.isInteger()) continue;
            warnings.add(
                    path + "[" + name + "]: fractional byte value \"" + amount + "\" is invalid, must be an integer");
        }
    }
}
