package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The containers of a workload by number. Those of the manifest come first; others, such as injected ones, are added when
 * they are seen, as regular containers that ask for nothing.
 */
final class ContainerNames {
    /** A name that takes no part: an init container that ends. */
    static final int NOBODY = -1;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Boolean> sidecars = new ArrayList<>();
    private final List<String> added = new ArrayList<>();

    ContainerNames(PodSpec template) {
        for (var container : template.containers()) add(container.name(), false);
        for (var init : template.initContainers()) {
            if (init.restartsAlways()) add(init.name(), true);
            else numbers.put(init.name(), NOBODY);
        }
    }

    private int add(String name, boolean isSidecar) {
        numbers.put(name, names.size());
        names.add(name);
        sidecars.add(isSidecar);
        return names.size() - 1;
    }

    int number(String name) {
        var known = numbers.get(name);
        if (known != null) return known;
        added.add(name);
        return add(name, false);
    }

    int count() {
        return names.size();
    }

    String name(int number) {
        return names.get(number);
    }

    boolean isSidecar(int number) {
        return sidecars.get(number);
    }

    List<String> all() {
        return List.copyOf(names);
    }

    /** Those that the manifest does not have. */
    List<String> added() {
        return List.copyOf(added);
    }

    /** The spec with every container that was seen. */
    PodSpec complete(PodSpec spec) {
        var containers = new ArrayList<>(spec.containers());
        for (var name : added) {
            if (containers.stream().noneMatch(container -> container.name().equals(name))) {
                containers.add(Container.of(name, ResourceRequirements.ABSENT));
            }
        }
        return containers.size() == spec.containers().size() ? spec : spec.withContainers(containers);
    }
}
