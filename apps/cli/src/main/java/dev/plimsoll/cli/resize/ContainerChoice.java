package dev.plimsoll.cli.resize;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which part of a pod is to be resized. */
sealed interface ContainerChoice {
    /** The pod as a whole, or a container. */
    record Chosen(String container) implements ContainerChoice {}

    record Unclear(String why) implements ContainerChoice {}

    /**
     * The part that the options mean.
     *
     * @param container empty where none is named
     */
    static ContainerChoice of(Pod pod, boolean isWhole, String container) {
        if (isWhole) return new Chosen("");
        var regular = pod.spec().containers().stream().map(Container::name).toList();
        var pick = container.isEmpty() && regular.size() == 1 ? regular.getFirst() : container;
        if (named(pod.spec(), pick).isPresent()) return new Chosen(pick);
        var name = "pod " + pod.metadata().name();
        return new Unclear(
                container.isEmpty()
                        ? name + " has several containers " + regular + sidecars(pod) + ": choose one with -c, or --pod"
                        : name + " has no container " + container + "; choose from " + regular + sidecars(pod));
    }

    /** Init containers that keep running can be resized too. */
    private static String sidecars(Pod pod) {
        var names = pod.spec().initContainers().stream()
                .filter(Container::restartsAlways)
                .map(Container::name)
                .toList();
        return names.isEmpty() ? "" : " and sidecars " + names;
    }

    /** All containers, regular ones first. */
    static List<Container> all(PodSpec spec) {
        var all = new ArrayList<>(spec.containers());
        all.addAll(spec.initContainers());
        return all;
    }

    static Optional<Container> named(PodSpec spec, String name) {
        return all(spec).stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
