package dev.plimsoll.core.topology.state;

import dev.plimsoll.core.topology.machine.CpuSet;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The CPUs of one pod.
 *
 * @param pool all CPUs of a pod that is placed as one; empty where its containers are placed one by one
 * @param containers by name; of a pod without a pool only those with CPUs of their own
 * @param started what containers started with, kept where exclusive CPUs may be resized
 */
public record PodCpus(CpuSet pool, SortedMap<String, CpuSet> containers, SortedMap<String, CpuSet> started) {
    static final PodCpus NONE = new PodCpus(CpuSet.EMPTY, new TreeMap<>(), new TreeMap<>());

    public PodCpus {
        containers = Collections.unmodifiableSortedMap(new TreeMap<>(containers));
        started = Collections.unmodifiableSortedMap(new TreeMap<>(started));
    }

    public CpuSet of(String container) {
        return containers.getOrDefault(container, CpuSet.EMPTY);
    }

    /** Everything that is not in the node's shared pool because of this pod. */
    public CpuSet all() {
        var all = pool;
        for (var cpus : containers.values()) all = all.union(cpus);
        return all;
    }

    public PodCpus withPool(CpuSet changed) {
        return new PodCpus(changed, containers, started);
    }

    public PodCpus with(String container, CpuSet cpus) {
        var changed = new TreeMap<>(containers);
        changed.put(container, cpus);
        return new PodCpus(pool, changed, started);
    }

    /** Remembers what a container starts with, if it is not remembered yet. */
    public PodCpus startedWith(String container, CpuSet cpus) {
        var changed = new TreeMap<>(started);
        changed.putIfAbsent(container, cpus);
        return new PodCpus(pool, containers, changed);
    }

    public PodCpus without(String container) {
        var changed = new TreeMap<>(containers);
        changed.remove(container);
        var changedStarted = new TreeMap<>(started);
        changedStarted.remove(container);
        return new PodCpus(pool, changed, changedStarted);
    }
}
