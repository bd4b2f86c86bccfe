package dev.plimsoll.benchmarks.testkit;

import com.sun.management.OperatingSystemMXBean;
import dev.plimsoll.benchmarks.figures.FigureFile;
import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.TestCluster;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * {@code proof/benchmarks/run testkit [HOURS CLUSTERS]}: a cluster of the test kit with two nodes, in a process of its own as a test has it: the first
 * pod that runs, hours of virtual time, and further clusters. Processor time is that of all threads, with the compiler's.
 */
public final class TestKitBenchmark {
    private static final PrintStream OUT = System.out;
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final String POD = """
            {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: app}]}}""";

    private TestKitBenchmark() {}

    public static void main(String[] arguments) {
        var hours = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        var clusters = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        OUT.printf(
                Locale.ROOT,
                "load of the machine: %.1f on %d processors%n",
                PROCESS.getSystemLoadAverage(),
                PROCESS.getAvailableProcessors());
        try (var cluster = timed("first cluster, cold, until a pod runs", TestKitBenchmark::started)) {
            timed("an hour of virtual time, the first", () -> hour(cluster));
            for (var i = 1; i < hours; i++) timed("an hour of virtual time", () -> hour(cluster));
        }
        for (var i = 0; i < clusters; i++)
            timed("another cluster, until a pod runs", TestKitBenchmark::started)
                    .close();
    }

    private static TestCluster started() {
        var cluster = TestCluster.builder().nodes(2).time(ClusterTime.VIRTUAL).start();
        cluster.applyText(POD);
        cluster.awaitPod(
                "default", "web", pod -> pod.at("/status/phase").asText().equals("Running"));
        return cluster;
    }

    private static boolean hour(TestCluster cluster) {
        cluster.advance(Duration.ofHours(1));
        return true;
    }

    private static <T> T timed(String what, Supplier<T> asked) {
        var begun = System.nanoTime();
        var cpu = PROCESS.getProcessCpuTime();
        var answer = asked.get();
        var seconds = (System.nanoTime() - begun) / 1e9;
        var processor = (PROCESS.getProcessCpuTime() - cpu) / 1e9;
        FigureFile.add(what, seconds, "s");
        FigureFile.add(what + ", processor time", processor, "s");
        OUT.printf(Locale.ROOT, "%s: %.2f s (%.2f s of processor time)%n", what, seconds, processor);
        return answer;
    }
}
