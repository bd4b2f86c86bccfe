package dev.plimsoll.cli.explain.output;

import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.core.cgroups.ContainerCgroup.LimitOrigin;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.explain.ContainerAnswer;
import dev.plimsoll.core.explain.PodAnswer;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** The cgroup values of a pod and of each of its containers. */
final class ContainerTable {
    private static final String INHERITED = "*";

    private final Paint paint;
    private final boolean wide;
    private boolean hasPages;

    ContainerTable(Paint paint, boolean wide) {
        this.paint = paint;
        this.wide = wide;
    }

    String of(PodAnswer answer) {
        var table = new TextTable("  ");
        hasPages = !pages(answer.podCgroup().hugePageLimits()).equals("-")
                || answer.containers().stream()
                        .anyMatch(each -> !pages(each.cgroup().hugePageLimits()).equals("-"));
        table.row(headers());
        table.row(podRow(answer));
        for (var container : answer.containers()) table.row(row(container));
        var inherits = answer.containers().stream()
                .anyMatch(container -> container.cgroup().cpu() == LimitOrigin.INHERITED
                        || container.cgroup().memory() == LimitOrigin.INHERITED);
        return table + (inherits ? paint.faint("  " + INHERITED + " inherited from the pod level\n") : "");
    }

    private String[] headers() {
        var headers = new ArrayList<String>(
                List.of("CGROUP", "KIND", "CPU.WEIGHT", "CPU.MAX", "MEMORY.MAX", "OOM_SCORE_ADJ"));
        if (wide) headers.addAll(List.of("CPU SHARES", "OLD WEIGHT"));
        if (wide || hasPages) headers.add("HUGETLB.MAX");
        return headers.stream().map(paint::faint).toArray(String[]::new);
    }

    private String[] podRow(PodAnswer answer) {
        var cgroup = answer.podCgroup();
        var cells = new ArrayList<String>(List.of(
                "(pod)", "pod", Long.toString(cgroup.cpuWeight()), cgroup.cpuMax(), bytes(cgroup.memoryMax()), "-"));
        if (wide) {
            var shares = Long.toString(cgroup.cpuShares());
            cells.addAll(List.of(shares, "-"));
        }
        if (wide || hasPages) cells.add(pages(cgroup.hugePageLimits()));
        return cells.toArray(String[]::new);
    }

    private String[] row(ContainerAnswer answer) {
        var cgroup = answer.cgroup();
        var cells = new ArrayList<String>(List.of(
                answer.container().name(),
                answer.kind().word(),
                Long.toString(cgroup.cpuWeight()),
                cgroup.cpuMax() + mark(cgroup.cpu()),
                bytes(cgroup.memoryMax()) + mark(cgroup.memory()),
                Integer.toString(cgroup.oomScoreAdj())));
        if (wide) {
            cells.addAll(List.of(Long.toString(cgroup.cpuShares()), Long.toString(cgroup.cpuWeightOfOlderRuntimes())));
        }
        if (wide || hasPages) cells.add(pages(cgroup.hugePageLimits()));
        return cells.toArray(String[]::new);
    }

    /** {@code 16Gi (17179869184)}: what people write, and what is in the file. */
    private static String bytes(String value) {
        if (value.equals("max")) return value;
        var text = Quantity.of(Long.parseLong(value), QuantityFormat.BINARY_SI).toString();
        return text.equals(value) ? value : text + " (" + value + ")";
    }

    private static String mark(LimitOrigin origin) {
        return origin == LimitOrigin.INHERITED ? INHERITED : "";
    }

    private static String pages(SortedMap<HugePageSize, Long> limits) {
        var text = limits.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getKey().cgroupName() + "=" + bytes(Long.toString(entry.getValue())))
                .collect(Collectors.joining(","));
        return text.isEmpty() ? "-" : text;
    }
}
