package dev.plimsoll.cli.node;

import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** How long a node that goes down waits for its pods. */
final class ShutdownOptions {
    @Option(
            names = "--shutdown-grace-period",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "0s",
            description = {
                "End all pods, at most for so long, before the node goes down (default: ${DEFAULT-VALUE}, pods run on). A simulated node",
                "goes down when it is told to end; a real one when systemd says that its machine does."
            })
    private Duration whole = Duration.ZERO;

    @Option(
            names = "--shutdown-grace-period-critical-pods",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "0s",
            description = "How much of it is kept for critical pods, which end last (default: ${DEFAULT-VALUE}).")
    private Duration critical = Duration.ZERO;

    ShutdownGracePeriods periods(List<String> problems) {
        if (critical.compareTo(whole) > 0) {
            problems.add("--shutdown-grace-period-critical-pods " + critical.toSeconds()
                    + "s: must not be longer than --shutdown-grace-period, of which it is a part");
            return ShutdownGracePeriods.NONE;
        }
        return ShutdownGracePeriods.of(whole, critical);
    }
}
