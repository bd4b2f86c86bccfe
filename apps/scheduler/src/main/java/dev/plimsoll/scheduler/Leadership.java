package dev.plimsoll.scheduler;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.lease.ElectionCandidate;
import dev.plimsoll.client.lease.LeaderElection;
import dev.plimsoll.client.pace.Time;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Whether this scheduler may act: always, or while it holds the Lease. */
final class Leadership implements BooleanSupplier, AutoCloseable {
    private static final long LONGEST_END = 5_000;

    private final @Nullable LeaderElection election;
    private @Nullable Thread thread;

    private Leadership(@Nullable LeaderElection election) {
        this.election = election;
    }

    static Leadership of(
            SchedulerSettings settings,
            ApiClient client,
            Runnable whenElected,
            Time time,
            RandomGenerator random,
            SchedulerReporter log) {
        if (!settings.election().isHeld()) return new Leadership(null);
        var candidate = new ElectionCandidate() {
            @Override
            public void elected() {
                whenElected.run();
            }

            @Override
            public void ousted() {
                log.tell("no longer the leader");
            }

            @Override
            public void leaderIs(String identity) {
                log.tell("the leader is " + identity);
            }
        };
        return new Leadership(new LeaderElection(
                client,
                settings.election().lease(),
                settings.identity(),
                settings.election().times(),
                candidate,
                time,
                random));
    }

    void start() {
        if (election != null)
            thread = Thread.ofVirtual().name("scheduler-election").start(election);
    }

    @Override
    public boolean getAsBoolean() {
        return election == null || election.isLeading();
    }

    /** Gives the lease back. */
    @Override
    public void close() {
        if (election == null) return;
        election.close();
        var runner = thread;
        if (runner == null) return;
        try {
            runner.join(LONGEST_END);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
