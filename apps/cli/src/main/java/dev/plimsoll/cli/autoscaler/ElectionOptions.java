package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.AutoscalerSettings.Election;
import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.client.lease.LeaseTimes;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Option;

/** Who acts where several processes could. */
final class ElectionOptions {
    @Option(
            names = "--leader-elect",
            paramLabel = "BOOL",
            arity = "0..1",
            defaultValue = "false",
            fallbackValue = "true",
            description = "Work only while holding the lease (default: ${DEFAULT-VALUE}).")
    private boolean elects;

    @Option(
            names = "--leader-elect-lease-duration",
            paramLabel = "DURATION",
            defaultValue = "15s",
            converter = DurationConverter.class,
            description = "After which others take over (default: ${DEFAULT-VALUE}).")
    private Duration lease = Duration.ofSeconds(15);

    @Option(
            names = "--leader-elect-renew-deadline",
            paramLabel = "DURATION",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "After which a leader that cannot renew stops (default: ${DEFAULT-VALUE}).")
    private Duration renew = Duration.ofSeconds(10);

    @Option(
            names = "--leader-elect-retry-period",
            paramLabel = "DURATION",
            defaultValue = "2s",
            converter = DurationConverter.class,
            description = "Between two attempts (default: ${DEFAULT-VALUE}).")
    private Duration retry = Duration.ofSeconds(2);

    @Option(
            names = "--leader-elect-resource-namespace",
            paramLabel = "NAME",
            defaultValue = "kube-system",
            description = "Of the lease (default: ${DEFAULT-VALUE}).")
    private String namespace = "kube-system";

    @Option(
            names = "--leader-elect-resource-name",
            paramLabel = "NAME",
            description = "The lease (default: vpa-recommender-lease, vpa-updater).")
    private String name = "";

    @Option(
            names = "--leader-elect-resource-lock",
            paramLabel = "KIND",
            defaultValue = "leases",
            description = "leases; there is no other.")
    private String lock = "leases";

    Optional<Election> election(Checks checks) {
        if (!lock.equals("leases")) checks.problem("--leader-elect-resource-lock", lock, "must be leases");
        if (!elects) return Optional.empty();
        try {
            var times = new LeaseTimes(lease, renew, retry);
            return Optional.of(new Election(
                    "plimsoll-autoscaler-" + UUID.randomUUID(),
                    times,
                    namespace,
                    name.isEmpty() ? Election.RECOMMENDER : name,
                    name.isEmpty() ? Election.UPDATER : name));
        } catch (IllegalArgumentException e) {
            checks.problem(
                    "--leader-elect-lease-duration",
                    lease.toSeconds() + "s",
                    e.getMessage() + ", such as 15s, 10s for --leader-elect-renew-deadline and 2s for "
                            + "--leader-elect-retry-period");
            return Optional.empty();
        }
    }
}
