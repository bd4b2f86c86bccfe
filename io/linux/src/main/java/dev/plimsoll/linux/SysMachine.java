package dev.plimsoll.linux;

import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.LogicalCpu;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.NodeMask;
import dev.plimsoll.core.topology.machine.NumaNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * Reads the machine from a /sys tree: NUMA nodes with their CPUs, memory, huge pages and distances.
 *
 * <p>CPUs of one node with equal package and core id form a core. A machine without node folders is taken as one node per
 * package. CPUs that are offline or lack their topology files are left out.
 */
public final class SysMachine {
    private static final Pattern MEM_TOTAL = Pattern.compile("MemTotal:\\s+(\\d+) kB");
    private static final Pattern PAGES = Pattern.compile("hugepages-(\\d+)kB");

    private final SysFolder system;

    /**
     * The tree to read.
     *
     * @param root {@code /sys}, or a copy of it
     */
    public SysMachine(Path root) {
        this.system = new SysFolder(root).folder("devices").folder("system");
    }

    public Machine.Described read() throws IOException {
        var online = online();
        var cpus = new ArrayList<LogicalCpu>();
        var nodes = new ArrayList<NumaNode>();
        for (var node : system.folder("node").numbered("node")) {
            if (node.number() >= NodeMask.MOST_NODES) {
                return new Machine.Described.Refused(
                        "NUMA node " + node.number() + ": ids beyond 63 are not supported");
            }
            cpus.addAll(cpusOf(node.number(), threads(node.folder(), online)));
            nodes.add(new NumaNode(
                    node.number(), memoryBytes(node.folder()), hugePages(node.folder()), distances(node.folder())));
        }
        if (nodes.isEmpty()) readPackages(online, cpus, nodes);
        return Machine.of(cpus, nodes);
    }

    /** All of them where the file is absent. */
    private IntPredicate online() throws IOException {
        var listed = system.folder("cpu").text("online");
        if (listed.isEmpty()) return _ -> true;
        return switch (CpuSet.parse(listed.get())) {
            case CpuSet.Parsed.Accepted(var cpus) -> cpus::contains;
            case CpuSet.Parsed.Refused(var reason) ->
                throw new IOException("/sys/devices/system/cpu/online: " + reason);
        };
    }

    /** One thread of the machine, with the ids that say which core it belongs to. */
    private record SysCpu(int id, int socket, List<Integer> core, SysFolder folder) {}

    private static List<SysCpu> threads(SysFolder parent, IntPredicate online) throws IOException {
        var threads = new ArrayList<SysCpu>();
        for (var cpu : parent.numbered("cpu")) {
            var topology = cpu.folder().folder("topology");
            var socket = topology.number("physical_package_id");
            var core = topology.number("core_id");
            if (!online.test(cpu.number()) || socket.isEmpty() || core.isEmpty()) continue;
            // On s390x cores are numbered within books, and books within drawers.
            var ids = List.of(
                    socket.get(),
                    core.get(),
                    topology.number("book_id").orElse(0),
                    topology.number("drawer_id").orElse(0));
            threads.add(new SysCpu(cpu.number(), socket.get(), ids, cpu.folder()));
        }
        return threads;
    }

    private static List<LogicalCpu> cpusOf(int node, List<SysCpu> threads) throws IOException {
        var cores = new LinkedHashMap<List<Integer>, List<SysCpu>>();
        for (var thread : threads)
            cores.computeIfAbsent(thread.core(), _ -> new ArrayList<>()).add(thread);
        var cpus = new ArrayList<LogicalCpu>();
        for (var core : cores.values()) {
            var first = core.getFirst();
            var group = cacheGroup(first, cores.size() * core.size());
            for (var thread : core) cpus.add(new LogicalCpu(thread.id(), first.id(), node, first.socket(), group));
        }
        return cpus;
    }

    /** The L3 cache that is not shared by the whole node; the socket where there is none. */
    private static int cacheGroup(SysCpu thread, int threadsOfNode) throws IOException {
        for (var index : thread.folder().folder("cache").numbered("index")) {
            var cache = index.folder();
            if (cache.number("level").orElse(0) < 3) continue;
            var id = cache.number("id");
            if (id.isPresent() && sharers(cache) != threadsOfNode) return id.get();
        }
        return thread.socket();
    }

    /** Bits of a mask such as {@code 00000000,0000ff00}. */
    private static int sharers(SysFolder cache) throws IOException {
        var count = 0;
        for (var digit : cache.text("shared_cpu_map").orElse("").toCharArray()) {
            if (digit != ',') count += Integer.bitCount(Character.digit(digit, 16));
        }
        return count;
    }

    private static long memoryBytes(SysFolder node) throws IOException {
        var total = MEM_TOTAL.matcher(node.text("meminfo").orElse(""));
        return total.find() ? Long.parseLong(total.group(1)) * 1024 : 0;
    }

    private static SortedMap<Long, Long> hugePages(SysFolder node) throws IOException {
        var pages = new TreeMap<Long, Long>();
        for (var name : node.folder("hugepages").folders()) {
            var size = PAGES.matcher(name);
            if (!size.matches()) continue;
            var count = node.folder("hugepages").folder(name).number("nr_hugepages");
            pages.put(Long.parseLong(size.group(1)) * 1024, (long) count.orElse(0));
        }
        return pages;
    }

    private static List<Integer> distances(SysFolder node) throws IOException {
        var distances = new ArrayList<Integer>();
        for (var distance : node.text("distance").orElse("").split("\\s+", -1)) {
            if (!distance.isEmpty()) distances.add(Integer.valueOf(distance));
        }
        return distances;
    }

    private void readPackages(IntPredicate online, List<LogicalCpu> cpus, List<NumaNode> nodes) throws IOException {
        var byPackage = new TreeMap<Integer, List<SysCpu>>();
        for (var thread : threads(system.folder("cpu"), online)) {
            byPackage.computeIfAbsent(thread.socket(), _ -> new ArrayList<>()).add(thread);
        }
        for (var entry : byPackage.entrySet()) {
            cpus.addAll(cpusOf(entry.getKey(), entry.getValue()));
            nodes.add(new NumaNode(entry.getKey(), 0, new TreeMap<>(), List.of()));
        }
    }
}
