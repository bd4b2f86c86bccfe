package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.AutoscalerSettings.Election;
import dev.plimsoll.cli.connection.LeaseTimesOptions;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private final LeaseTimesOptions leaseTimes = new LeaseTimesOptions();

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
        var times = leaseTimes.times(checks.problems()::add);
        if (times == null) return Optional.empty();
        return Optional.of(new Election(
                "plimsoll-autoscaler-" + UUID.randomUUID(),
                times,
                namespace,
                name.isEmpty() ? Election.RECOMMENDER : name,
                name.isEmpty() ? Election.UPDATER : name));
    }
}
