package dev.plimsoll.benchmarks.figures;

import java.util.List;
import java.util.Locale;

/** Benchmarks that {@code run growth} runs at three sizes, each ten times the one before. SIZE stands for the size, TENTH for a tenth of it. */
enum GrowthSeries {
    SNAPSHOT(
            BenchmarkProgram.SNAPSHOT,
            "pods",
            500,
            List.of("TENTH", "SIZE"),
            List.of(new Row("a snapshot is read", "read of cluster.json, processor time"))),
    SIMULATE(
            BenchmarkProgram.SIMULATE,
            "pods",
            500,
            List.of("TENTH", "SIZE"),
            List.of(
                    new Row("simulate: no change", "no change"),
                    new Row("simulate: 40 % more pods", SimulateRows.PLACED),
                    new Row("simulate: 20 % of the pods resized", SimulateRows.RESIZED),
                    new Row("simulate: consolidation", SimulateRows.CONSOLIDATED),
                    new Row("simulate: 7 days of use", SimulateRows.RECORDED))),
    DECISIONS(
            BenchmarkProgram.SCHEDULER,
            "nodes",
            500,
            List.of("decisions", "SIZE", "1"),
            List.of(new Row("scheduler: one decision", "decision, pods of 100 sizes, SIZE nodes"))),
    RESIZE(
            BenchmarkProgram.JMH,
            "pods on the node",
            5,
            List.of("ResizeStep", "-p", "pods=SIZE", "-wi", "2", "-w", "1", "-i", "3", "-r", "1", "-f", "1"),
            List.of(new Row("node: one whole resize", "ResizeStep wholeResize, pods SIZE"))),
    AUTOSCALER(
            BenchmarkProgram.AUTOSCALER,
            "objects of 10 pods",
            100,
            List.of("rounds", "SIZE", "10"),
            List.of(
                    new Row("autoscaler: first round", "first round, processor time"),
                    new Row("autoscaler: each further round", "round, processor time"))),
    LIST(
            BenchmarkProgram.APISERVER,
            "pods",
            1_000,
            List.of("--store", "embedded", "--millis", "500", "--pods", "SIZE", "--only", "list"),
            List.of(
                    new Row("API server: list of all pods", "list of SIZE pods"),
                    new Row("API server: memory", "memory with SIZE pods"))),
    WATCH(
            BenchmarkProgram.APISERVER,
            "watchers",
            10,
            List.of(
                    "--store",
                    "embedded",
                    "--millis",
                    "500",
                    "--pods",
                    "1000",
                    "--watchers",
                    "SIZE",
                    "--only",
                    "watch"),
            List.of(new Row("API server: change to all, p99", "change to SIZE watchers, p99")));

    /** How many sizes there are. */
    static final int SIZES = 3;

    /**
     * What is drawn of it.
     *
     * @param title of the curve
     * @param figure the benchmark's name of the row
     */
    record Row(String title, String figure) {
        String figure(int size) {
            return figure.replace("SIZE", Integer.toString(size));
        }
    }

    private final BenchmarkProgram program;
    private final String of;
    private final int smallest;
    private final List<String> arguments;
    private final List<Row> rows;

    GrowthSeries(BenchmarkProgram program, String of, int smallest, List<String> arguments, List<Row> rows) {
        this.program = program;
        this.of = of;
        this.smallest = smallest;
        this.arguments = arguments;
        this.rows = rows;
    }

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    BenchmarkProgram program() {
        return program;
    }

    /** What there is more and more of. */
    String of() {
        return of;
    }

    List<Row> rows() {
        return rows;
    }

    List<Integer> sizes() {
        return List.of(smallest, smallest * 10, smallest * 100);
    }

    List<String> arguments(int size) {
        return arguments.stream()
                .map(each -> each.replace("SIZE", Integer.toString(size)).replace("TENTH", Integer.toString(size / 10)))
                .toList();
    }
}
