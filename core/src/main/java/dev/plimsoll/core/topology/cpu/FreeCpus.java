package dev.plimsoll.core.topology.cpu;

import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The order in which the elements of a machine are looked at, seen from a set of free CPUs: least free first, then the
 * smaller id. An element without a free CPU does not appear.
 *
 * <p>The outer element is the NUMA node where there are at least as many sockets as nodes, else the socket. The inner ones
 * follow element by element, each counted as a whole and not only within the outer one.
 */
final class FreeCpus {
    private final Machine machine;
    private final CpuSet free;

    FreeCpus(Machine machine, CpuSet free) {
        this.machine = machine;
        this.free = free;
    }

    /** Whether NUMA nodes hold sockets rather than the other way round. */
    static boolean nodesAreOutermost(Machine machine) {
        return machine.sockets() >= machine.nodesWithCpus();
    }

    List<CpuSet> nodes() {
        var nodes = machine.cpusByNode();
        return nodesAreOutermost(machine)
                ? ordered(nodes, machine.cpus())
                : within(ordered(machine.cpusBySocket(), machine.cpus()), nodes);
    }

    List<CpuSet> sockets() {
        var sockets = machine.cpusBySocket();
        return nodesAreOutermost(machine)
                ? within(ordered(machine.cpusByNode(), machine.cpus()), sockets)
                : ordered(sockets, machine.cpus());
    }

    List<CpuSet> cores() {
        return within(nodesAreOutermost(machine) ? sockets() : nodes(), machine.cpusByCore());
    }

    List<CpuSet> cacheGroups() {
        return within(nodes(), machine.cpusByCacheGroup());
    }

    /** Core by core. */
    List<Integer> cpusPacked() {
        return cpusOf(cores());
    }

    /** Socket by socket, so that neighbouring ids, which sit on different cores, follow one another. */
    List<Integer> cpusSpread() {
        return cpusOf(sockets());
    }

    private List<Integer> cpusOf(List<CpuSet> elements) {
        var cpus = new LinkedHashSet<Integer>();
        for (var element : elements) element.intersection(free).stream().forEach(cpus::add);
        return List.copyOf(cpus);
    }

    /** An element that lies in two outer ones is listed where it comes first, so that it is never taken twice. */
    private List<CpuSet> within(List<CpuSet> outer, Map<Integer, CpuSet> elements) {
        var inner = new LinkedHashSet<CpuSet>();
        for (var element : outer) inner.addAll(ordered(elements, element));
        return List.copyOf(inner);
    }

    private List<CpuSet> ordered(Map<Integer, CpuSet> elements, CpuSet outer) {
        record Candidate(CpuSet cpus, int count) {}
        var freeInside = free.intersection(outer);
        var found = new ArrayList<Candidate>();
        for (var element : elements.values()) {
            if (element.intersects(freeInside)) found.add(new Candidate(element, element.countIn(free)));
        }
        found.sort(Comparator.comparingInt(Candidate::count)); // stable: elements come in the order of their ids
        return found.stream().map(Candidate::cpus).toList();
    }
}
