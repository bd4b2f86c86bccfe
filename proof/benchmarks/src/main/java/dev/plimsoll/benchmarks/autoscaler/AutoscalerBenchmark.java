package dev.plimsoll.benchmarks.autoscaler;

import com.sun.management.OperatingSystemMXBean;
import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.ExtraWatches;
import dev.plimsoll.autoscaler.cluster.NamespaceFilter;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.benchmarks.figures.FigureFile;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;

/**
 * {@code proof/benchmarks/run autoscaler}: whole rounds of the recommender over many objects and pods, and its memory over days
 * in which pods come and go. A stand-in in the same process answers for the API server and makes every document anew.
 */
public final class AutoscalerBenchmark {
    private static final Instant BEGIN = Instant.parse("2026-06-01T00:00:00Z");
    private static final int NAMESPACES = 100;

    private AutoscalerBenchmark() {}

    public static void main(String[] arguments) throws InterruptedException {
        var what = arguments.length > 0 ? arguments[0] : "all";
        if (!what.equals("churn")) {
            rounds(number(arguments, 1, 10_000), number(arguments, 2, 10));
        }
        if (!what.equals("rounds")) churn(number(arguments, what.equals("churn") ? 1 : 3, 7));
    }

    private static int number(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private static void rounds(int workloads, int podsEach) throws InterruptedException {
        var time = new SteppedTime(BEGIN);
        var population = new Population(workloads, podsEach, NAMESPACES);
        say(workloads + " objects over " + population.pods() + " pods of 2 containers");
        try (var world = new World(population, time)) {
            var loading = new Stopwatch();
            world.start();
            loading.record("lists of everything");
            say("load, lists of everything: " + loading + ", memory " + memory());
            for (var round = 1; round <= 6; round++) {
                time.step(Duration.ofMinutes(1));
                world.server.statuses.set(0);
                world.server.checkpoints.set(0);
                var watch = new Stopwatch();
                var done = world.recommender.runOnce();
                watch.record(round == 1 ? "first round" : "round");
                say("round " + round + ": " + watch + ", " + done.samples() + " pods sampled, "
                        + world.server.statuses.get() + " statuses and " + world.server.checkpoints.get()
                        + " checkpoints written, memory " + memory());
            }
        }
    }

    private static void churn(int days) throws InterruptedException {
        var time = new SteppedTime(BEGIN);
        var population = new Population(20, 5, 1);
        say(days + " days: 20 objects over 100 pods, of which each is replaced every 30 minutes");
        try (var world = new World(population, time)) {
            world.start();
            var replaced = 0;
            for (var minute = 1; minute <= days * 24 * 60; minute++) {
                time.step(Duration.ofMinutes(1));
                for (var pod = minute % 30; pod < population.pods(); pod += 30) {
                    world.server.replace(pod);
                    world.awaitPod(pod);
                    replaced++;
                }
                world.recommender.runOnce();
                if (minute % (24 * 60) == 0) {
                    say("day " + minute / (24 * 60) + ": " + replaced + " pods replaced, memory " + memory());
                }
            }
        }
    }

    /** A recommender and what it sees. */
    private static final class World implements AutoCloseable {
        private final Population population;
        private final StandInApiServer server;
        private final ClusterState cluster;
        private final Recommender recommender;

        World(Population population, SteppedTime time) {
            this.population = population;
            this.server = new StandInApiServer(population, time::instant);
            var client = ApiClient.over(server, "benchmark/1", TokenBucket.unlimited(Time.system()), Time.system());
            this.cluster = new ClusterState(
                    client,
                    new ExtraWatches(NamespaceFilter.ALL, false, false, false),
                    new Strict(),
                    Time.system(),
                    new Random(1));
            this.recommender = new Recommender(
                    client,
                    cluster,
                    RecommenderSettings.DEFAULT.withGates(AutoscalerSettings.NEW),
                    Pace.usual(time),
                    new Metrics().recommender(),
                    AutoscalerBenchmark::say);
        }

        void start() throws InterruptedException {
            if (!cluster.start(Duration.ofMinutes(10))) throw new IllegalStateException("nothing was listed");
        }

        void awaitPod(int pod) {
            var name = new ObjectName(population.namespace(pod / population.podsEach), population.podName(pod));
            while (cluster.pods().find(name).isEmpty()) Thread.onSpinWait();
        }

        @Override
        public void close() {
            recommender.close();
            cluster.close();
        }
    }

    private static final class Strict implements Observer {
        @Override
        public void unreadable(ObjectName name, String why) {
            throw new IllegalStateException(name + ": " + why);
        }

        @Override
        public void trouble(ApiResource resource, String problem) {
            say(resource + ": " + problem);
        }

        @Override
        public void defect(RuntimeException exception) {
            throw exception;
        }
    }

    /** Time that goes on when it is told to. */
    private static final class SteppedTime implements Time {
        private volatile Instant now;

        SteppedTime(Instant begin) {
            this.now = begin;
        }

        void step(Duration forward) {
            now = now.plus(forward);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public long nanos() {
            return Duration.between(BEGIN, now).toNanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }
    }

    /** Seconds by the wall, and of the processor. */
    private static final class Stopwatch {
        private final long wall = System.nanoTime();
        private final long cpu = processor();

        private static long processor() {
            return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        }

        void record(String what) {
            FigureFile.add(what + ", processor time", (processor() - cpu) / 1e9, "s");
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.1f s (%.1f s of processor time)",
                    (System.nanoTime() - wall) / 1e9,
                    (processor() - cpu) / 1e9);
        }
    }

    /** What is in use after a collection. */
    private static String memory() {
        System.gc();
        var used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return String.format(Locale.ROOT, "%.1f MB", used / 1e6);
    }

    private static void say(String text) {
        System.out.println(text);
    }
}
