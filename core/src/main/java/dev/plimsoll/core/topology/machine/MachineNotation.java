package dev.plimsoll.core.topology.machine;

import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The short notation of a regular machine: {@code 2s4n8c2t} is two sockets, four NUMA nodes in all, eight cores on each
 * node, two threads on each core.
 *
 * <p>Settings follow after commas: {@code memory=16Gi} and {@code hugepages-2Mi=1Gi} on each node, {@code l3=2} cache groups
 * on each node, {@code cpuless=1} further nodes with memory but without CPUs, {@code memoryless=1} nodes, the last ones with
 * CPUs, without memory.
 *
 * <p>CPU ids are given as Linux mostly does: first one thread of every core through the nodes in order, then the second
 * threads. A node is 10 away from itself, 12 from others on its socket, 20 from the rest.
 */
public final class MachineNotation {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,4})s(\\d{1,4})n(\\d{1,4})c(\\d{1,4})t");
    private static final Pattern COUNT = Pattern.compile("\\d{1,4}");
    /** No L3 cache is smaller than a node: groups are sockets then. */
    private static final int SPAN_THE_NODE = -1;

    private static final int MOST_CPUS = 1024;
    private static final long DEFAULT_MEMORY = 16L << 30;

    private final int sockets;
    private final int nodes;
    private final int cores;
    private final int threads;
    private int cacheGroups = SPAN_THE_NODE;
    private int cpuless;
    private int memoryless;
    private long memory = DEFAULT_MEMORY;
    private final Map<Long, Long> hugePages = new HashMap<>();

    private MachineNotation(int sockets, int nodes, int cores, int threads) {
        this.sockets = sockets;
        this.nodes = nodes;
        this.cores = cores;
        this.threads = threads;
    }

    public static Machine.Described parse(String text) {
        var parts = List.of(text.strip().split(",", -1));
        var shape = SHAPE.matcher(parts.getFirst());
        if (!shape.matches()) {
            return refused(
                    text, "it starts with sockets, NUMA nodes, cores per node and threads per core, as in 2s4n8c2t");
        }
        var notation = new MachineNotation(
                Integer.parseInt(shape.group(1)),
                Integer.parseInt(shape.group(2)),
                Integer.parseInt(shape.group(3)),
                Integer.parseInt(shape.group(4)));
        for (var setting : parts.subList(1, parts.size())) {
            var problem = notation.apply(setting.strip());
            if (!problem.isEmpty()) return refused(text, problem);
        }
        var problem = notation.problem();
        return problem.isEmpty() ? notation.machine() : refused(text, problem);
    }

    /** Reads text that is known to be good, such as a literal. */
    public static Machine literal(String text) {
        return switch (parse(text)) {
            case Machine.Described.Known(var machine) -> machine;
            case Machine.Described.Refused(var reason) -> throw new IllegalArgumentException(reason);
        };
    }

    private static Machine.Described.Refused refused(String text, String problem) {
        return new Machine.Described.Refused("\"" + text + "\" describes no machine: " + problem);
    }

    /** What is wrong with the setting; empty where nothing is. */
    private String apply(String setting) {
        var split = setting.indexOf('=');
        if (split < 0) return "\"" + setting + "\" is not NAME=VALUE";
        var name = setting.substring(0, split);
        var value = setting.substring(split + 1);
        return switch (name) {
            case "memory" -> {
                memory = bytes(value);
                yield memory < 0 ? notAnAmount(setting) : "";
            }
            case "l3", "cpuless", "memoryless" -> applyCount(name, value);
            default ->
                name.startsWith("hugepages-")
                        ? applyHugePages(setting, name, value)
                        : "\"" + name + "\" is not a setting";
        };
    }

    private String applyCount(String name, String value) {
        if (!COUNT.matcher(value).matches()) return "\"" + name + "=" + value + "\" is not a count";
        var count = Integer.parseInt(value);
        switch (name) {
            case "l3" -> cacheGroups = count;
            case "cpuless" -> cpuless = count;
            default -> memoryless = count;
        }
        return "";
    }

    private String applyHugePages(String setting, String name, String value) {
        var size = bytes(name.substring("hugepages-".length()));
        var amount = bytes(value);
        if (size <= 0 || amount < 0) return notAnAmount(setting);
        if (amount % size != 0) return "\"" + setting + "\" is not a whole number of pages";
        hugePages.put(size, amount / size);
        return "";
    }

    private static String notAnAmount(String setting) {
        return "\"" + setting + "\" is not an amount of bytes";
    }

    /** -1 where the text is no amount. */
    private static long bytes(String text) {
        return switch (Quantity.parse(text)) {
            case ParsedQuantity.Parsed(var quantity) -> quantity.isInteger() ? quantity.value() : -1;
            case ParsedQuantity.Malformed _ -> -1;
        };
    }

    private String problem() {
        if (sockets == 0 || nodes == 0 || cores == 0 || threads == 0) return "every count is at least 1";
        if (nodes + cpuless > NodeMask.MOST_NODES) return "at most 64 NUMA nodes";
        if ((long) nodes * cores * threads > MOST_CPUS) return "at most 1024 CPUs";
        if (nodes % sockets != 0 && sockets % nodes != 0) return "sockets and NUMA nodes do not divide one another";
        if (sockets > nodes && cores % (sockets / nodes) != 0)
            return "the cores of a node do not spread evenly over its sockets";
        if (cacheGroups == 0 || cores % Math.abs(cacheGroups) != 0)
            return "the cores of a node do not spread evenly over its L3 groups";
        if (memoryless > nodes) return "more nodes without memory than nodes with CPUs";
        if (hugePages.entrySet().stream()
                        .mapToLong(pages -> pages.getKey() * pages.getValue())
                        .sum()
                > memory) {
            return "more huge pages than memory";
        }
        return "";
    }

    private Machine.Described machine() {
        var total = nodes * cores;
        var cpus = new ArrayList<LogicalCpu>();
        for (var thread = 0; thread < threads; thread++) {
            for (var core = 0; core < total; core++) {
                var node = core / cores;
                var group = cacheGroups == SPAN_THE_NODE ? socketOfCore(core) : core / (cores / cacheGroups);
                cpus.add(new LogicalCpu(thread * total + core, core, node, socketOfCore(core), group));
            }
        }
        var described = new ArrayList<NumaNode>();
        for (var node = 0; node < nodes + cpuless; node++) {
            var bare = node < nodes && node >= nodes - memoryless;
            described.add(
                    new NumaNode(node, bare ? 0 : memory, new TreeMap<>(bare ? Map.of() : hugePages), distances(node)));
        }
        return Machine.of(cpus, described);
    }

    private int socketOfCore(int core) {
        return (int) ((long) core * sockets / ((long) nodes * cores));
    }

    /** A node without CPUs belongs to no socket and is far from all others. */
    private List<Integer> distances(int from) {
        var distances = new ArrayList<Integer>();
        for (var to = 0; to < nodes + cpuless; to++) {
            var near = from < nodes && to < nodes && socketOfCore(from * cores) == socketOfCore(to * cores);
            distances.add(from == to ? 10 : near ? 12 : 20);
        }
        return distances;
    }
}
