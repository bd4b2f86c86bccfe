package dev.plimsoll.cli.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where in a row what stands.
 *
 * @param namespace -1 where there is none
 * @param workload -1 where there is none
 * @param pod -1 where there is none
 * @param ignored names of columns that nobody needs
 */
record UsageColumns(
        char separator,
        int time,
        int namespace,
        int workload,
        int pod,
        int container,
        int cpu,
        int memory,
        List<String> ignored) {
    private static final List<String> TIME = List.of("time", "timestamp", "date");
    private static final List<String> NAMESPACE = List.of("namespace");
    private static final List<String> WORKLOAD = List.of("workload", "deployment", "controller", "app");
    private static final List<String> POD = List.of("pod", "pod_name");
    private static final List<String> CONTAINER = List.of("container", "container_name", "name");
    private static final List<String> CPU = List.of("cpu", "cpu_cores", "cores");
    private static final List<String> MEMORY = List.of("memory", "memory_bytes", "mem", "bytes");

    /** The columns, or what is wrong with the first line. */
    sealed interface Named {
        record Columns(UsageColumns columns) implements Named {}

        record Malformed(String problem) implements Named {}
    }

    static Named of(String header) {
        var text = header.startsWith("\uFEFF") ? header.substring(1) : header;
        var separator = text.contains(";") ? ';' : text.contains("\t") ? '\t' : ',';
        var names = new ArrayList<String>();
        CsvRow.split(text, separator, cell -> names.add(cell.strip().toLowerCase(Locale.ROOT)));
        var used = new ArrayList<String>();
        var columns = new UsageColumns(
                separator,
                find(names, TIME, used),
                find(names, NAMESPACE, used),
                find(names, WORKLOAD, used),
                find(names, POD, used),
                find(names, CONTAINER, used),
                find(names, CPU, used),
                find(names, MEMORY, used),
                names.stream().filter(name -> !used.contains(name)).toList());
        var missing = columns.missing();
        if (missing.isEmpty()) return new Named.Columns(columns);
        return new Named.Malformed("the first line names the columns, and there is none for "
                + String.join(", ", missing) + "; write for instance: time,workload,pod,container,cpu,memory");
    }

    private static int find(List<String> names, List<String> accepted, List<String> used) {
        for (var name : accepted) {
            var index = names.indexOf(name);
            if (index >= 0) {
                used.add(name);
                return index;
            }
        }
        return -1;
    }

    private List<String> missing() {
        var missing = new ArrayList<String>();
        if (time < 0) missing.add("time");
        if (pod < 0 && workload < 0) missing.add("pod");
        if (container < 0) missing.add("container");
        if (cpu < 0) missing.add("cpu");
        if (memory < 0) missing.add("memory");
        return missing;
    }
}
