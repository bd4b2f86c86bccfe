package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.nodeagent.simulated.shell.PureWait;
import dev.plimsoll.nodeagent.simulated.shell.ShellHost;
import dev.plimsoll.nodeagent.simulated.shell.Signals;
import java.time.Duration;
import java.time.Instant;

/**
 * The command of a container while it runs: its signals and its clock.
 *
 * <p>Only waits take time, so that a program that sleeps 30 seconds ends 30 seconds after its start and not a moment later. The clock
 * begins with the container: a program that is run again after its process ended has waited already for as long as the container is
 * old, and comes to where it was.
 */
final class SimulatedProgram implements ShellHost.Time {
    private final Time time;
    private final Signals signals = new Signals();
    private volatile Instant at;
    private volatile boolean isEndless;

    SimulatedProgram(Time time, Instant startedAt) {
        this.time = time;
        this.at = startedAt;
    }

    Signals signals() {
        return signals;
    }

    /** A program that waits for ever, as servers do, is always in the present. */
    @Override
    public Instant now() {
        return isEndless ? time.instant() : at;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        var end = at.plus(duration);
        isEndless = PureWait.isEndless(duration);
        try {
            for (var left = until(end); left.isPositive(); left = until(end)) time.sleep(left);
            at = end;
        } catch (InterruptedException e) {
            var now = time.instant();
            if (now.isAfter(at)) at = now;
            throw e;
        } finally {
            isEndless = false;
        }
    }

    private Duration until(Instant end) {
        return Duration.between(time.instant(), end);
    }
}
