package dev.plimsoll.core.resize.resources;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodDetails.Volume;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Requests and limits of a whole pod: of every regular and init container by name, and of the pod level. A resize takes all of
 * it or nothing.
 *
 * @param volumes the sizes of volumes in memory, by name; one that is not there is not known
 */
public record PodResources(
        SortedMap<String, ResourceRequirements> containers,
        ResourceRequirements podLevel,
        SortedMap<String, Quantity> volumes) {
    public static final PodResources NONE = new PodResources(new TreeMap<>(), ResourceRequirements.ABSENT);

    public PodResources {
        containers = Collections.unmodifiableSortedMap(new TreeMap<>(containers));
        volumes = Collections.unmodifiableSortedMap(new TreeMap<>(volumes));
    }

    /** Of a pod without volumes in memory. */
    public PodResources(SortedMap<String, ResourceRequirements> containers, ResourceRequirements podLevel) {
        this(containers, podLevel, Collections.emptySortedMap());
    }

    public static PodResources of(PodSpec spec) {
        var containers = new TreeMap<String, ResourceRequirements>();
        for (var container : spec.initContainers()) containers.put(container.name(), container.resources());
        for (var container : spec.containers()) containers.put(container.name(), container.resources());
        return new PodResources(containers, spec.resources(), volumes(spec));
    }

    private static SortedMap<String, Quantity> volumes(PodSpec spec) {
        if (spec.details().volumes().isEmpty()) return Collections.emptySortedMap();
        var volumes = new TreeMap<String, Quantity>();
        for (var volume : spec.details().volumes()) {
            var emptyDir = volume.emptyDirOrNull();
            if (volume.isResizable() && emptyDir != null && emptyDir.sizeLimitOrNull() != null)
                volumes.put(volume.name(), emptyDir.sizeLimitOrNull());
        }
        return volumes;
    }

    /**
     * The spec with these values in place of its own; containers that are not named here keep theirs. Most specs have these very
     * values already: then it is the spec itself.
     */
    public PodSpec over(PodSpec spec) {
        var changed = spec.withInitContainers(over(spec.initContainers()))
                .withContainers(over(spec.containers()))
                .withResources(podLevel);
        return volumes.isEmpty()
                ? changed
                : changed.withVolumes(overVolumes(spec.details().volumes()));
    }

    private List<Volume> overVolumes(List<Volume> from) {
        var changed = new ArrayList<Volume>(from.size());
        for (var volume : from) {
            var size = volumes.get(volume.name());
            changed.add(size == null || !volume.isResizable() ? volume : volume.withSizeLimit(size));
        }
        return changed;
    }

    @SuppressWarnings("ReferenceEquality")
    private List<Container> over(List<Container> from) {
        var changed = from;
        for (var at = 0; at < from.size(); at++) {
            var container = from.get(at);
            var own = containers.get(container.name());
            if (own == null || own == container.resources()) continue;
            if (changed == from) changed = new ArrayList<>(from);
            changed.set(at, container.withResources(withClaims(own, container.resources())));
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
        return new PodResources(all, podLevel, volumes);
    }

    public PodResources without(String container) {
        if (!containers.containsKey(container)) return this;
        var all = new TreeMap<>(containers);
        all.remove(container);
        return new PodResources(all, podLevel, volumes);
    }

    public PodResources withPodLevel(ResourceRequirements changed) {
        return new PodResources(containers, changed, volumes);
    }

    public PodResources withVolume(String name, Quantity size) {
        var all = new TreeMap<>(volumes);
        all.put(name, size);
        return new PodResources(containers, podLevel, all);
    }

    /** Whether volumes that both know have the same sizes. */
    public boolean hasSameVolumes(PodResources other) {
        for (var entry : volumes.entrySet()) {
            var size = other.volumes.get(entry.getKey());
            if (size != null && size.compareTo(entry.getValue()) != 0) return false;
        }
        return true;
    }

    /** Equal requests and limits everywhere. A pod level that is missing differs from one that is empty. */
    public boolean isSameAs(PodResources other) {
        if (!hasSameVolumes(other)) return false;
        if (podLevel.isDeclared() != other.podLevel.isDeclared() || !isSame(podLevel, other.podLevel)) return false;
        if (!containers.keySet().equals(other.containers.keySet())) return false;
        for (var entry : containers.entrySet()) {
            if (!isSame(entry.getValue(), other.container(entry.getKey()))) return false;
        }
        return true;
    }

    /** Whether a spec asks for the same. Most specs have these very values, which is seen without reading them. */
    public boolean isSameAs(PodSpec spec) {
        return hasTheVery(spec) || of(spec).isSameAs(this);
    }

    @SuppressWarnings("ReferenceEquality")
    private boolean hasTheVery(PodSpec spec) {
        if (podLevel != spec.resources() || !volumes.isEmpty()) return false;
        var init = spec.initContainers();
        var regular = spec.containers();
        return containers.size() == init.size() + regular.size() && hasTheVery(init) && hasTheVery(regular);
    }

    @SuppressWarnings("ReferenceEquality")
    private boolean hasTheVery(List<Container> all) {
        for (var at = 0; at < all.size(); at++) {
            if (containers.get(all.get(at).name()) != all.get(at).resources()) return false;
        }
        return true;
    }

    /** Whether requests and limits are equal; claims cannot be resized. */
    public static boolean isSame(ResourceRequirements one, ResourceRequirements other) {
        return one.requests().equals(other.requests()) && one.limits().equals(other.limits());
    }
}
