package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.recommender.ExternalNames;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings.Maxima;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings.Rhythm;
import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.estimation.usage.UsageScales;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the recommender takes beside its estimates. */
final class RecommenderOptions {
    @Mixin
    private final EstimateOptions estimates = new EstimateOptions();

    @Mixin
    private final PrometheusOptions prometheus = new PrometheusOptions();

    @Option(
            names = "--recommender-name",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "Objects that name another recommender are left alone (default: ${DEFAULT-VALUE}).")
    private String name = "default";

    @Option(
            names = "--recommender-interval",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description = "How often use is read (default: ${DEFAULT-VALUE}).")
    private Duration interval = Duration.ofMinutes(1);

    @Option(
            names = "--checkpoints-gc-interval",
            paramLabel = "DURATION",
            defaultValue = "10m",
            converter = DurationConverter.class,
            description = "How often checkpoints without an object are looked for (default: ${DEFAULT-VALUE}).")
    private Duration garbage = Duration.ofMinutes(10);

    @Option(
            names = "--checkpoints-timeout",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description = "How long checkpoints are written in one round (default: ${DEFAULT-VALUE}).")
    private Duration writing = Duration.ofMinutes(1);

    @Option(
            names = "--storage",
            paramLabel = "NAME",
            description = "Where history is: checkpoint (the default) or prometheus.")
    private String storage = "";

    @Option(
            names = "--memory-saver",
            arity = "0..1",
            fallbackValue = "true",
            description = "Without effect: only pods under some object are ever remembered.")
    private boolean memorySaver;

    @Option(
            names = "--update-worker-count",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many objects are written at a time (default: ${DEFAULT-VALUE}).")
    private int workers = 10;

    @Option(
            names = "--min-checkpoints",
            paramLabel = "N",
            description = "Without effect: all that changed are written; deprecated upstream.")
    private int minCheckpoints = 10;

    @Option(
            names = "--memory-aggregation-interval",
            paramLabel = "DURATION",
            defaultValue = "24h",
            converter = DurationConverter.class,
            description = "Each container has one peak of memory in each (default: ${DEFAULT-VALUE}).")
    private Duration memoryInterval = Duration.ofHours(24);

    @Option(
            names = "--memory-aggregation-interval-count",
            paramLabel = "N",
            defaultValue = "8",
            description =
                    "After so many of them without a sample a container is forgotten (default: ${DEFAULT-VALUE}).")
    private int memoryIntervals = 8;

    @Option(
            names = "--memory-histogram-decay-half-life",
            paramLabel = "DURATION",
            defaultValue = "24h",
            converter = DurationConverter.class,
            description = "In which a peak of memory counts half (default: ${DEFAULT-VALUE}).")
    private Duration memoryHalfLife = Duration.ofHours(24);

    @Option(
            names = "--cpu-histogram-decay-half-life",
            paramLabel = "DURATION",
            defaultValue = "24h",
            converter = DurationConverter.class,
            description = "In which a sample of CPU counts half (default: ${DEFAULT-VALUE}).")
    private Duration cpuHalfLife = Duration.ofHours(24);

    @Option(
            names = "--oom-bump-up-ratio",
            paramLabel = "N",
            defaultValue = "1.2",
            description = "A killed container needs so many times its memory (default: ${DEFAULT-VALUE}) ...")
    private double oomRatio = 1.2;

    @Option(
            names = "--oom-min-bump-up-bytes",
            paramLabel = "BYTES",
            defaultValue = "1.048576e8",
            description = "... or so much more, whichever is more (default: 104857600).")
    private double oomLeast = 100 << 20;

    @Option(
            names = "--cpu-integer-post-processor-enabled",
            arity = "0..1",
            fallbackValue = "true",
            description = "Annotations of an object may ask for whole cores.")
    private boolean integerCpu;

    @Option(
            names = "--container-recommendation-max-allowed-cpu",
            paramLabel = "CPU",
            description = "For containers whose policy names no maximum.")
    private String containerCpu = "";

    @Option(names = "--container-recommendation-max-allowed-memory", paramLabel = "MEMORY", description = "Likewise.")
    private String containerMemory = "";

    @Option(
            names = "--pod-recommendation-max-allowed-cpu",
            paramLabel = "CPU",
            description =
                    "For the sum of a pod's containers, where its policy names no maximum (gate PodLevelResources).")
    private String podCpu = "";

    @Option(names = "--pod-recommendation-max-allowed-memory", paramLabel = "MEMORY", description = "Likewise.")
    private String podMemory = "";

    @Option(
            names = "--pod-level-include-sidecars",
            paramLabel = "BOOL",
            arity = "0..1",
            defaultValue = "true",
            fallbackValue = "true",
            description = "Native sidecars count for pods with pod-level resources (default: ${DEFAULT-VALUE}).")
    private boolean sidecars = true;

    @Option(
            names = "--use-external-metrics",
            arity = "0..1",
            fallbackValue = "true",
            description = "Read use from external.metrics.k8s.io: one question for each pod and resource.")
    private boolean externalMetrics;

    @Option(
            names = "--external-metrics-cpu-metric",
            paramLabel = "NAME",
            description =
                    "With --use-external-metrics: the metric of CPU, whose container is in --container-name-label.")
    private String externalCpu = "";

    @Option(names = "--external-metrics-memory-metric", paramLabel = "NAME", description = "Likewise, of memory.")
    private String externalMemory = "";

    RecommenderSettings settings(Checks checks, AutoscalerGates gates, Map<String, String> environment) {
        if (externalMetrics && externalCpu.isEmpty() && externalMemory.isEmpty()) {
            checks.problem(
                    "--use-external-metrics",
                    true,
                    "needs --external-metrics-cpu-metric or --external-metrics-memory-metric, such as container_cpu");
        }
        var fromPrometheus = storage.equals("prometheus");
        if (!fromPrometheus && !storage.isEmpty() && !storage.equals("checkpoint")) {
            checks.problem("--storage", storage, "must be checkpoint or prometheus");
        }
        if (name.isEmpty()) checks.problem("--recommender-name", "\"\"", "must not be empty, such as default");
        var usual = Rhythm.DEFAULT;
        var own = prometheus.settings(checks, environment);
        return new RecommenderSettings(
                name,
                new Rhythm(
                        checks.positive("--recommender-interval", interval),
                        usual.checkpoints(),
                        checks.positive("--checkpoints-gc-interval", garbage),
                        usual.drift(),
                        usual.grace(),
                        checks.positive("--checkpoints-timeout", writing)),
                estimates.settings(checks),
                sampling(checks),
                checks.positive("--memory-aggregation-interval-count", memoryIntervals),
                scales(checks),
                new Maxima(
                        checks.amounts("--container-recommendation-max-allowed", containerCpu, containerMemory),
                        checks.amounts("--pod-recommendation-max-allowed", podCpu, podMemory)),
                gates,
                sidecars,
                integerCpu,
                checks.positive("--update-worker-count", workers),
                externalMetrics
                        ? new ExternalNames(
                                externalCpu, externalMemory, own.names().container())
                        : null,
                fromPrometheus ? own : null);
    }

    private SamplingRules sampling(Checks checks) {
        var each = checks.positive("--memory-aggregation-interval", memoryInterval);
        return new SamplingRules(
                each.isZero() ? Duration.ofHours(24) : each, checks.atLeastOne("--oom-bump-up-ratio", oomRatio), (long)
                        checks.notNegative("--oom-min-bump-up-bytes", oomLeast));
    }

    private UsageScales scales(Checks checks) {
        var cpu = checks.positive("--cpu-histogram-decay-half-life", cpuHalfLife);
        var memory = checks.positive("--memory-histogram-decay-half-life", memoryHalfLife);
        return cpu.isZero() || memory.isZero() ? UsageScales.DEFAULT : UsageScales.of(cpu, memory);
    }

    @Override
    public String toString() {
        return name + memorySaver + minCheckpoints;
    }
}
