package dev.plimsoll.core.resize.resources;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What runtime and kernel say when asked.
 *
 * @param podOrNull the pod's cgroup; null where there is none
 * @param containers by name, the newest instance of each
 */
public record Actual(@Nullable PodLimits podOrNull, SortedMap<String, ContainerInstance> containers) {
    public static final Actual NOTHING = new Actual(null, new TreeMap<>());

    public Actual {
        containers = Collections.unmodifiableSortedMap(new TreeMap<>(containers));
    }

    public @Nullable ContainerInstance container(String name) {
        return containers.get(name);
    }

    public boolean isRunning(String name) {
        var instance = containers.get(name);
        return instance != null && instance.isRunning();
    }

    public boolean anyRunning() {
        for (var instance : containers.values()) {
            if (instance.isRunning()) return true;
        }
        return false;
    }

    public Actual withPod(@Nullable PodLimits changed) {
        return new Actual(changed, containers);
    }

    public Actual with(String name, ContainerInstance instance) {
        var changed = new TreeMap<>(containers);
        changed.put(name, instance);
        return new Actual(podOrNull, changed);
    }
}
