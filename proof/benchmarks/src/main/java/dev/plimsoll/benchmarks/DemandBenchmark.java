package dev.plimsoll.benchmarks;

import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.conformance.RecordingFile;
import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.model.PodSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * Requests, limits and QoS class of one pod, over the recorded pods, with quantities already parsed; with the collector and
 * the headers of objects that our programs run with.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(
        value = 1,
        jvmArgsPrepend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
@State(Scope.Thread)
public class DemandBenchmark {
    private PodSpec[] pods = {};
    private int next;

    @Setup
    public void load() throws IOException {
        var folder = Path.of(System.getProperty("plimsoll.corpus", "../shared/corpus"));
        var specs = new ArrayList<PodSpec>();
        RecordingFile.in(folder, "pods").forEachLine(line -> {
            if (!line.get("errors").isEmpty()) return;
            var pod = PodReader.read(line.get("pod")).orThrow();
            specs.add(PodCreation.DEFAULT.apply(pod.spec()).spec());
        });
        pods = specs.toArray(PodSpec[]::new);
    }

    @Benchmark
    public void requestsLimitsAndQos(Blackhole sink) {
        next = next + 1 == pods.length ? 0 : next + 1;
        var pod = pods[next];
        sink.consume(PodDemand.AS_WRITTEN.requests(pod));
        sink.consume(PodDemand.AS_WRITTEN.limits(pod));
        sink.consume(PodQos.DEFAULT.of(pod));
    }
}
