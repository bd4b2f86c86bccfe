package dev.plimsoll.benchmarks;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.estimation.usage.UsageScales;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One sample of CPU and memory of one of 10,000 containers, and one recommendation, over containers with a day's history. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsPrepend = "-XX:+UseSerialGC")
@State(Scope.Thread)
public class EstimationBenchmark {
    private static final int CONTAINERS = 10_000;
    private static final int HISTORY = 200;
    private static final long MINUTE = 60_000;
    private static final long START = 1_700_000_000_000L;

    private final Estimator estimator = new Estimator(EstimatorSettings.DEFAULT);
    private final Set<Compute> controlled = EnumSet.allOf(Compute.class);
    private final ContainerUsage[] usages = new ContainerUsage[CONTAINERS];
    private final SampledContainer[] containers = new SampledContainer[CONTAINERS];
    private final SplittableRandom random = new SplittableRandom(8);
    private long time = START;
    private int next;

    /** Also prints what a container costs in memory: its aggregate, and the state of its one instance. */
    @Setup
    public void load() {
        var before = used();
        for (var i = 0; i < CONTAINERS; i++) {
            usages[i] = new ContainerUsage(UsageScales.DEFAULT);
            containers[i] = new SampledContainer();
        }
        for (var i = 0; i < CONTAINERS * HISTORY; i++) sample();
        System.out.println((used() - before) / CONTAINERS + " bytes per container");
    }

    private static long used() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private void sample() {
        if (++next == CONTAINERS) {
            next = 0;
            time += 7 * MINUTE;
        }
        var typical = 20 + next % 400;
        containers[next].cpu(time, typical + random.nextInt(typical * 4), usages[next]);
        var bytes = (long) typical << 20;
        containers[next].memory(time, bytes + random.nextLong(bytes / 4), usages[next], SamplingRules.DEFAULT);
    }

    @Benchmark
    public void addSample() {
        sample();
    }

    @Benchmark
    public Estimate recommend() {
        next = next + 1 == CONTAINERS ? 0 : next + 1;
        return estimator.estimate(usages[next], 2, controlled);
    }
}
