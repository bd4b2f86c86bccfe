package dev.plimsoll.client.pace;

import java.time.Duration;
import java.time.Instant;

/** The clock of a component, and its patience. */
public interface Time {
    /** What people and other machines call now. */
    Instant instant();

    /** Nanoseconds that only ever grow; for durations inside this process. */
    long nanos();

    void sleep(Duration duration) throws InterruptedException;

    /**
     * Calls {@code look} whenever this time has been moved on, for whoever waits by other means than {@link #sleep}. Nobody moves the
     * time of a machine.
     *
     * @return what ends that
     */
    default Runnable whenMoved(Runnable look) {
        return () -> {};
    }

    /**
     * How long to wait by the machine for so much of this time to pass, for whoever waits by other means than {@link #sleep} and looks
     * again {@link #whenMoved}. While this time stands still that is for ever, so that nobody looks again and again.
     */
    default long machineNanos(long nanos) {
        return nanos;
    }

    /**
     * The same time for whoever waits until some moment: it begins with what the clock shows now and goes on evenly, also where the clock
     * of the machine is set back or forward.
     */
    default Time steady() {
        return new SteadyTime(this);
    }

    static Time system() {
        return new Time() {
            @Override
            public Instant instant() {
                return Instant.now();
            }

            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void sleep(Duration duration) throws InterruptedException {
                Thread.sleep(duration);
            }
        };
    }
}
