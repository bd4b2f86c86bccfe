package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.placement.ContainerPlacement;
import dev.plimsoll.core.topology.placement.Isolation;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A machine as text: sockets, NUMA nodes and cores, with a mark on each CPU for who has it, and below what each mark means
 * and why.
 *
 * <p>Later containers are drawn over earlier ones, so that init containers, whose CPUs others use after them, are seen only
 * where nobody follows.
 */
public final class MachinePicture {
    private static final int CORES_IN_ROW = 8;
    private static final char SHARED = '.';
    private static final char RESERVED = 'R';
    private static final char IDLE = '-';
    private static final String MARKS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQSTUVWXYZ0123456789";
    /** For what comes after the last mark. */
    private static final char ANOTHER = '*';

    private final ResourceManagers resourceManagers;
    private final ManagersState state;
    private final Map<Integer, Character> marks = new LinkedHashMap<>();
    private final List<String> legend = new ArrayList<>();
    private int nextMark;

    private MachinePicture(ResourceManagers resourceManagers, ManagersState state) {
        this.resourceManagers = resourceManagers;
        this.state = state;
    }

    /** A pod in the picture, under the name that its reader knows. */
    public record Shown(String name, AssignedPlacement placement) {}

    public static String draw(ResourceManagers resourceManagers, ManagersState state, List<Shown> pods) {
        var picture = new MachinePicture(resourceManagers, state);
        picture.mark(state.cpus().shared(), SHARED);
        picture.mark(resourceManagers.reservedCpus(), RESERVED);
        for (var pod : pods) picture.add(pod);
        return picture.text();
    }

    /** A pod in the picture of which no more is known than the CPUs that it has for itself. */
    public record Holder(String name, CpuSet cpus) {}

    /** The machine as its node reports it. */
    public static String drawHolders(ResourceManagers resourceManagers, ManagersState state, List<Holder> pods) {
        var picture = new MachinePicture(resourceManagers, state);
        picture.mark(state.cpus().shared(), SHARED);
        picture.mark(resourceManagers.reservedCpus(), RESERVED);
        for (var pod : pods) {
            if (pod.cpus().isEmpty()) continue;
            var mark = picture.newMark();
            picture.mark(pod.cpus(), mark);
            picture.legend.add(" " + mark + " " + pod.name() + ": " + pod.cpus());
        }
        return picture.text();
    }

    private void mark(CpuSet cpus, char mark) {
        cpus.stream().forEach(cpu -> marks.put(cpu, mark));
    }

    private char newMark() {
        return nextMark < MARKS.length() ? MARKS.charAt(nextMark++) : ANOTHER;
    }

    private void add(Shown pod) {
        var placement = pod.placement();
        mark(placement.podCpus(), IDLE);
        if (!placement.podCpus().isEmpty()) legend.add("   " + pod.name() + " as one: " + placement.podCpus());
        var shares = new LinkedHashMap<CpuSet, Character>();
        for (var container : placement.containers()) {
            var mark = switch (container.cpuIsolation()) {
                case HOST -> SHARED;
                case POD -> shares.computeIfAbsent(container.cpus(), _ -> newMark());
                case CONTAINER -> newMark();
            };
            if (container.cpuIsolation() != Isolation.HOST) mark(container.cpus(), mark);
            legend.add(" " + mark + " " + pod.name() + "/" + container.container() + ": " + described(container));
        }
        var idle = placement.idleCpus();
        if (idle.isEmpty()) return;
        legend.add(" " + IDLE + " " + pod.name() + ": " + idle + " (" + Rule.IDLE_FOR_POD.sentence() + ")");
    }

    private static String described(ContainerPlacement container) {
        var cpus = switch (container.cpuIsolation()) {
            case HOST -> "the node's shared CPUs";
            case POD -> "shares " + container.cpus() + " with its pod";
            case CONTAINER -> container.cpus() + " to itself";
        };
        var memory = container.memory().isEmpty()
                ? ""
                : "; "
                        + container.memory().stream()
                                .map(MachinePicture::described)
                                .collect(Collectors.joining(", "));
        return cpus + memory + " (" + container.cpuRule().sentence() + ")";
    }

    private static String described(MemoryBlock block) {
        var resource = block.resource().equals(ResourceName.MEMORY) ? "" : " of " + block.resource();
        return bytes(block.bytes()) + resource + " on nodes " + block.nodes();
    }

    private static String bytes(long bytes) {
        return Quantity.of(bytes, QuantityFormat.BINARY_SI).toString();
    }

    private String text() {
        var text = new StringBuilder();
        var machine = resourceManagers.machine();
        for (var socket : machine.cpusBySocket().entrySet()) {
            text.append("socket ").append(socket.getKey()).append('\n');
            for (var node : machine.cpusByNode().entrySet()) {
                var cpus = node.getValue().intersection(socket.getValue());
                if (!cpus.isEmpty()) drawNode(text, machine, node.getKey(), cpus);
            }
        }
        for (var node : machine.nodes()) {
            if (!machine.cpusByNode().containsKey(node.id())) drawNode(text, machine, node.id(), CpuSet.EMPTY);
        }
        text.append("\n . the node's shared CPUs: ")
                .append(state.cpus().shared())
                .append('\n');
        if (!resourceManagers.reservedCpus().isEmpty()) {
            text.append(" R reserved for the system: ")
                    .append(resourceManagers.reservedCpus())
                    .append('\n');
        }
        for (var line : legend) text.append(line).append('\n');
        return text.toString();
    }

    private void drawNode(StringBuilder text, Machine machine, int node, CpuSet cpus) {
        text.append("  node ").append(node).append(memory(node)).append('\n');
        var cores =
                machine.cpusByCore().values().stream().filter(cpus::intersects).toList();
        for (var from = 0; from < cores.size(); from += CORES_IN_ROW) {
            var row = cores.subList(from, Math.min(cores.size(), from + CORES_IN_ROW));
            text.append("   ");
            for (var core : row) text.append(' ').append(drawn(core));
            text.append('\n');
        }
    }

    /** {@code [1,17 ab]}: a core's threads and the mark of each. */
    private String drawn(CpuSet core) {
        var owners = core.stream()
                .mapToObj(cpu -> String.valueOf(marks.getOrDefault(cpu, SHARED)))
                .collect(Collectors.joining());
        return "[" + core + " " + owners + "]";
    }

    private String memory(int node) {
        var memory = state.memory().ledger().nodes().get(node);
        if (memory == null) return "";
        return memory.tables().entrySet().stream()
                .map(entry -> entry.getKey() + " " + bytes(entry.getValue().allocatable()) + " for pods, "
                        + bytes(entry.getValue().free()) + " free")
                .collect(Collectors.joining("; ", ": ", ""));
    }
}
