package dev.plimsoll.benchmarks.figures;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The benchmarks that are programs of their own: how each is started, and with which arguments when all are run in one go. */
enum BenchmarkProgram {
    MACHINE("figures.MachineSpeed", "how fast the machine is", List.of("-XX:+UseSerialGC"), List.of()),
    REQUESTS(
            "requests.RequestBenchmark",
            "[REQUESTS]: processor time and memory of a create, a resize, a status patch and a get, so many in a round",
            List.of("-XX:+UseSerialGC"),
            List.of("300")),
    APISERVER(
            "load.Load",
            "[OPTIONS]: loads an API server; --help lists the options",
            List.of("-XX:+UseSerialGC"),
            List.of("--store", "embedded", "--millis", "2000")),
    NODE(
            "node.NodeBenchmark",
            "[IDLE NODES]: resizes on simulated nodes, and what idle nodes cost",
            List.of(),
            List.of("1000")),
    EXEC(
            "exec.ExecBenchmark",
            "[COMMANDS]: commands in a container of a simulated node through the API server",
            List.of("-XX:+UseSerialGC"),
            List.of("600")),
    SCHEDULER(
            "scheduler.SchedulerBenchmark",
            "[decisions [NODES [SECONDS]] | NODES INIT MEASURED]: places pods: decisions alone, and with API server and store",
            List.of("-Xmx4g"),
            List.of("5000", "1000", "10000")),
    UP(
            "up.UpBenchmark",
            "[STARTS PODS]: starts clusters as a user does, and times pods and resizes",
            List.of("-XX:+UseSerialGC"),
            List.of("3", "100")),
    SCALE(
            "up.ScaleBenchmark",
            "[NODES PODS]: a cluster of one process with many nodes and pods: starts, lists, memory, rest, restart, deletion",
            List.of("-XX:+UseSerialGC"),
            List.of("50", "1000")),
    TESTKIT(
            "testkit.TestKitBenchmark",
            "[HOURS CLUSTERS]: clusters of the test kit: the first of a process, hours of virtual time, and further ones",
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xshare:auto",
                    "--enable-native-access=ALL-UNNAMED"),
            List.of("3", "3")),
    AUTOSCALER(
            "autoscaler.AutoscalerBenchmark",
            "[rounds [OBJECTS [PODS EACH]] | churn [DAYS]]: the recommender over many objects",
            List.of("-Xmx1g", "-XX:+UseSerialGC"),
            List.of("rounds", "3000", "10")),
    SIMULATE(
            "snapshot.SimulateBenchmark",
            "[NODES PODS]: the questions of plimsoll simulate about a generated large cluster",
            List.of("-Xmx1g", "-XX:+UseSerialGC"),
            List.of("1000", "10000")),
    SNAPSHOT(
            "snapshot.SnapshotBenchmark",
            "[NODES PODS [FILE]]: reads a generated snapshot of a large cluster, or only writes it to the file",
            List.of("-Xmx1g", "-XX:+UseSerialGC"),
            List.of("1000", "10000")),
    RECOMMEND(
            "recommend.RecommendBenchmark",
            "[WORKLOADS [PODS EACH [NAMESPACES]]]: reports on many workloads from a Prometheus",
            List.of("-XX:+UseSerialGC"),
            List.of("500")),
    ENDURANCE(
            "endurance.Endurance",
            "[NODES PODS RATE SECONDS]: resizes pods of a whole cluster at a steady rate",
            List.of("-Xmx1g", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"),
            List.of("20", "200", "50", "15")),
    FAULTS(
            "faults.FaultBenchmark",
            "[SECONDS [LEASE OPTIONS]]: kills, ends, pauses and cuts off each process of a cluster on three members of etcd in turn, under load",
            List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"),
            List.of()),
    JMH(
            "org.openjdk.jmh.Main",
            "[PATTERN] [JMH OPTIONS]: the small benchmarks of single functions",
            List.of(),
            List.of("Demand|ResizeStep|Estimation|Placement", "-wi", "2", "-w", "1", "-i", "3", "-r", "1", "-f", "1"));

    private static final String PACKAGE = "dev.plimsoll.benchmarks.";

    private final String main;
    private final String help;
    private final List<String> options;
    private final List<String> inAll;

    BenchmarkProgram(String main, String help, List<String> options, List<String> inAll) {
        this.main = main.startsWith("org.") ? main : PACKAGE + main;
        this.help = help;
        this.options = options;
        this.inAll = inAll;
    }

    static Optional<BenchmarkProgram> named(String name) {
        for (var program : values()) if (program.title().equals(name)) return Optional.of(program);
        return Optional.empty();
    }

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    String main() {
        return main;
    }

    String help() {
        return title() + " " + help;
    }

    List<String> options() {
        return options;
    }

    /** Arguments with which it takes part in {@code run all}: short enough that all fit into a quarter of an hour. */
    List<String> inAll() {
        return inAll;
    }

    /** Whether it starts the {@code plimsoll} command, and is told where that is with its first argument. */
    boolean takesLauncher() {
        return this == UP || this == SCALE || this == RECOMMEND || this == FAULTS;
    }

    /** Whether a server runs in its process, which then has the options that the launcher gives to servers, before its own. */
    boolean runsServer() {
        return this == NODE || this == SCHEDULER;
    }

    /** Whether it measures figures; a run of faults judges, and takes a quarter of an hour by itself. */
    boolean isInAll() {
        return this != FAULTS;
    }
}
