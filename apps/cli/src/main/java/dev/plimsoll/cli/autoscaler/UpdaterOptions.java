package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.core.estimation.update.UpdateRules;
import java.time.Duration;
import picocli.CommandLine.Option;

/** What the updater takes. */
final class UpdaterOptions {
    @Option(
            names = "--updater-interval",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description = "How often pods are looked at (default: ${DEFAULT-VALUE}).")
    private Duration interval = Duration.ofMinutes(1);

    @Option(
            names = "--min-replicas",
            paramLabel = "N",
            defaultValue = "2",
            description =
                    "Of workloads with fewer pods none is touched, unless their object says so (default: ${DEFAULT-VALUE}).")
    private int minReplicas = 2;

    @Option(
            names = "--eviction-tolerance",
            paramLabel = "PART",
            defaultValue = "0.5",
            description = "Which part of the pods of a workload may be missing (default: ${DEFAULT-VALUE}).")
    private double tolerance = 0.5;

    @Option(
            names = "--eviction-rate-limit",
            paramLabel = "N",
            defaultValue = "-1",
            description =
                    "Evictions per second, and as many resizes; 0 and less for any number (default: ${DEFAULT-VALUE}).")
    private double rate = -1;

    @Option(
            names = "--eviction-rate-burst",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many at once after a pause (default: ${DEFAULT-VALUE}).")
    private int burst = 1;

    @Option(
            names = "--use-admission-controller-status",
            paramLabel = "BOOL",
            arity = "0..1",
            defaultValue = "true",
            fallbackValue = "true",
            description = "Do nothing while no admission controller says that it is there (default: ${DEFAULT-VALUE}).")
    private boolean waits = true;

    @Option(
            names = "--in-place-skip-disruption-budget",
            arity = "0..1",
            fallbackValue = "true",
            description = "Resizes that restart nothing need no budget.")
    private boolean skipBudget;

    @Option(
            names = "--pod-update-threshold",
            paramLabel = "PART",
            defaultValue = "0.1",
            description = "Smaller changes wait (default: ${DEFAULT-VALUE}).")
    private double threshold = 0.1;

    @Option(
            names = "--in-recommendation-bounds-eviction-lifetime-threshold",
            paramLabel = "DURATION",
            defaultValue = "12h",
            converter = DurationConverter.class,
            description = "Pods within bounds are left alone until they are so old (default: ${DEFAULT-VALUE}).")
    private Duration age = Duration.ofHours(12);

    @Option(
            names = "--evict-after-oom-threshold",
            paramLabel = "DURATION",
            defaultValue = "10m",
            converter = DurationConverter.class,
            description = "A container killed this soon after its start is helped at once (default: ${DEFAULT-VALUE}).")
    private Duration quickOom = Duration.ofMinutes(10);

    UpdaterSettings settings(Checks checks, AutoscalerGates gates, PodLevelResize.Choice resize, String namespace) {
        if (tolerance < 0 || tolerance > 1) {
            checks.problem("--eviction-tolerance", tolerance, "must be between 0 and 1, such as 0.5");
        }
        return new UpdaterSettings(
                checks.positive("--updater-interval", interval),
                checks.positive("--min-replicas", minReplicas),
                tolerance,
                rate,
                checks.positive("--eviction-rate-burst", burst),
                new UpdateRules(checks.notNegative("--pod-update-threshold", threshold), age, quickOom),
                skipBudget,
                gates,
                resize,
                waits,
                namespace);
    }
}
