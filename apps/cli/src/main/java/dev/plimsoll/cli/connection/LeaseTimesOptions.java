package dev.plimsoll.cli.connection;

import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.client.lease.LeaseTimes;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How soon another process takes over from one that leads and falls silent. */
public final class LeaseTimesOptions {
    private static final String FLAG = "--leader-elect-lease-duration";

    @Option(
            names = FLAG,
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

    /** The times, or null where they do not go together; {@code problem} is then told why. */
    public @Nullable LeaseTimes times(Consumer<String> problem) {
        try {
            return new LeaseTimes(lease, renew, retry);
        } catch (IllegalArgumentException e) {
            problem.accept(FLAG + " " + lease.toSeconds() + "s: " + e.getMessage()
                    + ", such as 15s, 10s for --leader-elect-renew-deadline and 2s for --leader-elect-retry-period");
            return null;
        }
    }
}
