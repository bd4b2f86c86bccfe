package dev.plimsoll.runtime;

import dev.plimsoll.client.lease.ElectionCandidate;
import io.prometheus.metrics.core.metrics.Gauge;

/** Who leads, in the log and as a metric, in the same words for every program. */
public final class LeaderReport {
    private final Gauge status;
    private final Reporter reporter;

    /** Once for a program, however many Leases it asks for. */
    public LeaderReport(ProgramContext context) {
        reporter = context.reporter();
        status = Gauge.builder()
                .name("leader_election_master_status")
                .help("1 while this process leads.")
                .labelNames("name")
                .register(context.registry());
    }

    /** A candidate of whose fate is told before it hears of it itself. */
    ElectionCandidate of(String lease, ElectionCandidate candidate) {
        status.labelValues(lease).set(0);
        return new ElectionCandidate() {
            @Override
            public void elected() {
                status.labelValues(lease).set(1);
                candidate.elected();
            }

            @Override
            public void ousted() {
                status.labelValues(lease).set(0);
                reporter.tell("no longer the leader of " + lease);
                candidate.ousted();
            }

            @Override
            public void leaderIs(String identity) {
                reporter.tell("the leader of " + lease + " is " + identity);
                candidate.leaderIs(identity);
            }
        };
    }
}
