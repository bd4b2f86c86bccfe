package dev.plimsoll.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.lease.ElectionCandidate;
import dev.plimsoll.client.pace.Time;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of production: leaders-told
class LeaderReportTest {
    private final List<String> told = new ArrayList<>();
    private final ProgramContext context = new ProgramContext(Time.system(), new Random(1), new Reporter() {
        @Override
        public void tell(String problem) {
            told.add(problem);
        }

        @Override
        public void defect(String where, RuntimeException exception) {
            throw exception;
        }
    });

    private final class Candidate implements ElectionCandidate {
        @Override
        public void elected() {
            told.add("elected");
        }

        @Override
        public void ousted() {
            told.add("ousted");
        }

        @Override
        public void leaderIs(String identity) {
            told.add("leader");
        }
    }

    private List<String> status() {
        return context.registry().scrape(name -> name.equals("leader_election_master_status")).stream()
                .flatMap(family -> ((GaugeSnapshot) family).getDataPoints().stream())
                .map(point -> point.getLabels().get("name") + " " + point.getValue())
                .toList();
    }

    @Test
    @DisplayName("of each Lease the metric says whether this process holds it, and the log who does")
    void twoLeases() {
        var report = new LeaderReport(context);
        var one = report.of("one", new Candidate());
        var other = report.of("other", new Candidate());
        assertThat(status()).containsExactlyInAnyOrder("one 0.0", "other 0.0");
        other.leaderIs("b_1");
        one.leaderIs("a_2");
        one.elected();
        assertThat(status()).containsExactlyInAnyOrder("one 1.0", "other 0.0");
        one.ousted();
        assertThat(status()).containsExactlyInAnyOrder("one 0.0", "other 0.0");
        assertThat(told)
                .containsExactly(
                        "the leader of other is b_1",
                        "leader",
                        "the leader of one is a_2",
                        "leader",
                        "elected",
                        "no longer the leader of one",
                        "ousted");
    }
}
