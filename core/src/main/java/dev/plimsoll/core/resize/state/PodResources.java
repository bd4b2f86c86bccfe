package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Requests and limits of a whole pod: of every regular and init container by name, and of the pod level. A resize takes all of
 * it or nothing.
 */
public record PodResources(SortedMap<String, ResourceRequirements> containers, ResourceRequirements podLevel) {
    public static final PodResources NONE = new PodResources(new TreeMap<>(), ResourceRequirements.ABSENT);

    public PodResources {
        containers = Collections.unmodifiableSortedMap(new TreeMap<>(containers));
    }

    public static PodResources of(PodSpec spec) {
        var containers = new TreeMap<String, ResourceRequirements>();
        for (var container : spec.initContainers()) containers.put(container.name(), container.resources());
        for (var container : spec.containers()) containers.put(container.name(), container.resources());
        return new PodResources(containers, spec.resources());
    }

    /** The spec with these values in place of its own; containers that are not named here keep theirs. */
    public PodSpec over(PodSpec spec) {
        return spec.withInitContainers(over(spec.initContainers()))
                .withContainers(over(spec.containers()))
                .withResources(podLevel);
    }

    private List<Container> over(List<Container> from) {
        var changed = new ArrayList<Container>(from.size());
        for (var container : from) {
            var own = containers.get(container.name());
            changed.add(own == null ? container : container.withResources(withClaims(own, container.resources())));
        }
        return changed;
    }

    /** Claims cannot be resized; they stay those of the spec. */
    private static ResourceRequirements withClaims(ResourceRequirements own, ResourceRequirements spec) {
        if (!spec.claimsDeclared()) return own;
        return new ResourceRequirements(true, own.requests(), own.limits(), true, spec.claims());
    }

    public ResourceRequirements container(String name) {
        return containers.getOrDefault(name, ResourceRequirements.ABSENT);
    }

    public PodResources with(String container, ResourceRequirements changed) {
        var all = new TreeMap<>(containers);
        all.put(container, changed);
        return new PodResources(all, podLevel);
    }

    public PodResources without(String container) {
        if (!containers.containsKey(container)) return this;
        var all = new TreeMap<>(containers);
        all.remove(container);
        return new PodResources(all, podLevel);
    }

    public PodResources withPodLevel(ResourceRequirements changed) {
        return new PodResources(containers, changed);
    }

    /** Equal requests and limits everywhere. A pod level that is missing differs from one that is empty. */
    public boolean isSameAs(PodResources other) {
        if (podLevel.isDeclared() != other.podLevel.isDeclared() || !isSame(podLevel, other.podLevel)) return false;
        if (!containers.keySet().equals(other.containers.keySet())) return false;
        for (var entry : containers.entrySet()) {
            if (!isSame(entry.getValue(), other.container(entry.getKey()))) return false;
        }
        return true;
    }

    /** Whether requests and limits are equal; claims cannot be resized. */
    public static boolean isSame(ResourceRequirements one, ResourceRequirements other) {
        return one.requests().equals(other.requests()) && one.limits().equals(other.limits());
    }
}
