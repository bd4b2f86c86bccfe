package dev.plimsoll.runtime;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.lease.ElectionCandidate;
import dev.plimsoll.client.lease.LeaderElection;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Whether a program may act: always, or while it holds a Lease. */
public final class Leadership implements BooleanSupplier, AutoCloseable {
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final String thread;
    private final @Nullable LeaderElection election;
    private @Nullable Thread runner;

    private Leadership(String thread, @Nullable LeaderElection election) {
        this.thread = thread;
        this.election = election;
    }

    /**
     * What a program asks to hold.
     *
     * @param identity of this process, unlike that of any other
     */
    public record Claim(ObjectName lease, String identity, LeaseTimes times) {}

    /** Of a program that has no rivals. */
    public static Leadership always() {
        return new Leadership("", null);
    }

    /**
     * By a lease.
     *
     * @param program names the thread
     */
    public static Leadership byLease(
            String program,
            ApiClient client,
            Claim claim,
            ElectionCandidate candidate,
            LeaderReport report,
            Time time,
            RandomGenerator random) {
        var told = report.of(claim.lease().name(), candidate);
        var election = new LeaderElection(client, claim.lease(), claim.identity(), claim.times(), told, time, random);
        return new Leadership(program + "-election", election);
    }

    public void start() {
        if (election != null) runner = ComponentThreads.named(thread).start(election);
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
        var running = runner;
        if (running == null) return;
        try {
            running.join(LONGEST_END);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
