package dev.plimsoll.apiserver.strategy;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.util.ArrayList;
import java.util.List;

/** What the writer of a new pod should know though it is accepted: amounts of bytes that are not whole. */
final class PodWarnings {
    private PodWarnings() {}

    static List<String> of(Pod pod) {
        var warnings = new ArrayList<String>();
        containers("spec.containers", pod.spec().containers(), warnings);
        containers("spec.initContainers", pod.spec().initContainers(), warnings);
        amounts("spec.overhead", pod.spec().overhead(), warnings);
        return warnings;
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
