package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings.PerResource;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings.Percentiles;
import dev.plimsoll.core.estimation.recommendation.RecommendationRounding;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How recommendations are made of what is remembered. */
public final class EstimateOptions {
    @Option(
            names = "--recommendation-margin-fraction",
            paramLabel = "N",
            defaultValue = "0.15",
            description = "What is added to every percentile (default: ${DEFAULT-VALUE}).")
    private double margin = 0.15;

    @Option(
            names = "--pod-recommendation-min-cpu-millicores",
            paramLabel = "N",
            defaultValue = "25",
            description = "The least for a pod, shared by its containers (default: ${DEFAULT-VALUE}).")
    private double minCpu = 25;

    @Option(
            names = "--pod-recommendation-min-memory-mb",
            paramLabel = "MIB",
            defaultValue = "250",
            description = "Likewise (default: ${DEFAULT-VALUE}).")
    private double minMemory = 250;

    @Option(
            names = "--target-cpu-percentile",
            paramLabel = "N",
            defaultValue = "0.9",
            description = "Which part of the use a target covers (default: ${DEFAULT-VALUE}).")
    private double targetCpu = 0.9;

    @Option(
            names = "--recommendation-lower-bound-cpu-percentile",
            paramLabel = "N",
            defaultValue = "0.5",
            description = "Likewise for the lower bound (default: ${DEFAULT-VALUE}).")
    private double lowerCpu = 0.5;

    @Option(
            names = "--recommendation-upper-bound-cpu-percentile",
            paramLabel = "N",
            defaultValue = "0.95",
            description = "Likewise for the upper bound (default: ${DEFAULT-VALUE}).")
    private double upperCpu = 0.95;

    @Option(
            names = "--target-memory-percentile",
            paramLabel = "N",
            defaultValue = "0.9",
            description = "Percentile of the memory peaks that the target comes from (default: ${DEFAULT-VALUE}).")
    private double targetMemory = 0.9;

    @Option(
            names = "--recommendation-lower-bound-memory-percentile",
            paramLabel = "N",
            defaultValue = "0.5",
            description = "Percentile of the memory peaks that the lower bound comes from (default: ${DEFAULT-VALUE}).")
    private double lowerMemory = 0.5;

    @Option(
            names = "--recommendation-upper-bound-memory-percentile",
            paramLabel = "N",
            defaultValue = "0.95",
            description = "Percentile of the memory peaks that the upper bound comes from (default: ${DEFAULT-VALUE}).")
    private double upperMemory = 0.95;

    @Option(
            names = "--confidence-interval-cpu",
            paramLabel = "DURATION",
            defaultValue = "24h",
            converter = DurationConverter.class,
            description = "The history after which bounds are believed (default: ${DEFAULT-VALUE}).")
    private Duration confidenceCpu = Duration.ofHours(24);

    @Option(
            names = "--confidence-interval-memory",
            paramLabel = "DURATION",
            defaultValue = "24h",
            converter = DurationConverter.class,
            description = "Likewise (default: ${DEFAULT-VALUE}).")
    private Duration confidenceMemory = Duration.ofHours(24);

    @Option(
            names = "--round-cpu-millicores",
            paramLabel = "N",
            defaultValue = "1",
            description = "CPU is rounded up to a multiple of it (default: ${DEFAULT-VALUE}).")
    private int roundCpu = 1;

    @Option(
            names = "--round-memory-bytes",
            paramLabel = "N",
            defaultValue = "1",
            description = "Memory is rounded up to a multiple of it (default: ${DEFAULT-VALUE}).")
    private int roundMemory = 1;

    @Option(
            names = "--humanize-memory",
            arity = "0..1",
            fallbackValue = "true",
            description =
                    "Memory is then rounded to two decimals of Ki, Mi, Gi or Ti, which may be down; deprecated upstream.")
    private boolean humanize;

    public EstimatorSettings settings(Checks checks) {
        return new EstimatorSettings(
                checks.notNegative("--recommendation-margin-fraction", margin),
                new PerResource(
                        new Percentiles(
                                checks.fraction("--target-cpu-percentile", targetCpu),
                                checks.fraction("--recommendation-lower-bound-cpu-percentile", lowerCpu),
                                checks.fraction("--recommendation-upper-bound-cpu-percentile", upperCpu)),
                        checks.positive("--confidence-interval-cpu", confidenceCpu),
                        (long) checks.notNegative("--pod-recommendation-min-cpu-millicores", minCpu),
                        new RecommendationRounding.Multiple(roundCpu)),
                new PerResource(
                        new Percentiles(
                                checks.fraction("--target-memory-percentile", targetMemory),
                                checks.fraction("--recommendation-lower-bound-memory-percentile", lowerMemory),
                                checks.fraction("--recommendation-upper-bound-memory-percentile", upperMemory)),
                        checks.positive("--confidence-interval-memory", confidenceMemory),
                        (long) (checks.notNegative("--pod-recommendation-min-memory-mb", minMemory) * (1 << 20)),
                        rounding()));
    }

    private RecommendationRounding rounding() {
        var multiple = new RecommendationRounding.Multiple(roundMemory);
        return humanize ? new RecommendationRounding.Legible(multiple) : multiple;
    }
}
