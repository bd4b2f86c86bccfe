package dev.plimsoll.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.client.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

// Acceptance of production: lease-times, takeover, lease-back
class LeaderElectionTest {
    private static final ObjectName LEASE = new ObjectName("kube-system", "scheduler");

    private final Rivals server = new Rivals();
    private final Rivals nowhere = new Rivals();
    private final List<String> log = new ArrayList<>();
    private final VirtualTime time = new VirtualTime();
    /** Two hours ahead of the other. */
    private final VirtualTime skewed = new VirtualTime(Duration.ofHours(2));

    private LeaderElection candidate(String identity, Rivals transport, VirtualTime clock) {
        var client = ApiClient.over(transport, "test", TokenBucket.unlimited(clock), clock);
        return new LeaderElection(
                client,
                LEASE,
                identity,
                LeaseTimes.DEFAULT,
                new ElectionCandidate() {
                    @Override
                    public void elected() {
                        log.add(identity + " elected");
                    }

                    @Override
                    public void ousted() {
                        log.add(identity + " ousted");
                    }

                    @Override
                    public void leaderIs(String leader) {
                        log.add(identity + " sees " + leader);
                    }
                },
                clock,
                new Random(1));
    }

    private void pass(long seconds) {
        time.pass(Duration.ofSeconds(seconds));
        skewed.pass(Duration.ofSeconds(seconds));
    }

    @Test
    void theFirstCreatesTheLeaseAndTheSecondWaitsEvenIfItsClockIsHoursAhead() {
        var a = candidate("a", server, time);
        var b = candidate("b", server, skewed);
        assertThat(a.runOnce()).isEqualTo(Duration.ofSeconds(2));
        assertThat(b.runOnce()).isBetween(Duration.ofSeconds(2), Duration.ofMillis(4400));
        for (var i = 0; i < 20; i++) {
            pass(10);
            a.runOnce();
            b.runOnce();
        }
        assertThat(log).containsExactly("a sees a", "a elected", "b sees a");
        assertThat(a.isLeading()).isTrue();
        assertThat(server.lease().path("spec").path("leaseTransitions").asInt()).isZero();
        assertThat(server.lease().path("spec").path("acquireTime").asText()).isEqualTo("2026-01-01T00:00:00.000000Z");
        assertThat(server.lease().path("spec").path("renewTime").asText()).isEqualTo("2026-01-01T00:03:20.000000Z");
        assertThat(server.lease().path("spec").path("leaseDurationSeconds").asInt())
                .isEqualTo(15);
    }

    @Test
    void aSilentLeaderIsReplacedWhenTheLeaseIsOverAndNotBefore() {
        var a = candidate("a", server, time);
        var b = candidate("b", server, skewed);
        a.runOnce();
        b.runOnce();
        pass(15);
        b.runOnce();
        assertThat(server.holder()).isEqualTo("a");
        assertThat(a.isLeading()).as("its own time ended before").isFalse();
        pass(1);
        b.runOnce();
        assertThat(server.holder()).isEqualTo("b");
        assertThat(server.lease().path("spec").path("leaseTransitions").asInt()).isEqualTo(1);
        a.runOnce();
        assertThat(log)
                .containsExactly("a sees a", "a elected", "b sees a", "b sees b", "b elected", "a sees b", "a ousted");
    }

    @Test
    void aLeaderThatCannotRenewStopsAtItsDeadline() {
        var a = candidate("a", server, time);
        a.runOnce();
        server.down = true;
        pass(2);
        assertThat(a.runOnce()).isEqualTo(Duration.ofSeconds(2));
        pass(7);
        assertThat(a.runOnce()).as("no later than the deadline").isEqualTo(Duration.ofSeconds(1));
        assertThat(a.isLeading()).isTrue();
        pass(1);
        assertThat(a.isLeading()).isFalse();
        a.runOnce();
        assertThat(log).containsExactly("a sees a", "a elected", "a ousted");
        server.down = false;
        a.runOnce();
        assertThat(log).endsWith("a elected");
    }

    @Test
    void ofTwoThatTakeOverTogetherOneIsRefused() {
        var a = candidate("a", server, time);
        a.runOnce();
        var b = candidate("b", server, time);
        var c = candidate("c", server, time);
        b.runOnce();
        c.runOnce();
        pass(16);
        b.runOnce();
        c.runOnce();
        assertThat(log).contains("b elected").doesNotContain("c elected");
    }

    @Test
    void aLeaderThatStopsGivesTheLeaseBackAndKeepsFieldsThatItDoesNotKnow() {
        var a = candidate("a", server, time);
        a.runOnce();
        server.lease().withObject("/spec").put("strategy", "OldestEmulationVersion");
        server.lease().withObject("/metadata").put("resourceVersion", "77");
        a.runOnce();
        a.close();
        assertThat(log).endsWith("a ousted");
        assertThat(server.holder()).isEmpty();
        assertThat(server.lease().path("spec").path("strategy").asText()).isEqualTo("OldestEmulationVersion");
        var b = candidate("b", server, skewed);
        b.runOnce();
        assertThat(log).endsWith("b sees b", "b elected");
    }

    @Test
    void oneThatNeverLedGivesNothingBack() {
        candidate("a", server, time).runOnce();
        var b = candidate("b", server, time);
        b.runOnce();
        b.close();
        assertThat(server.holder()).isEqualTo("a");
        candidate("c", nowhere, time).close();
    }

    @Test
    void timesThatCouldLetTwoLeadAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new LeaseTimes(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(2)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeaseTimes(Duration.ofSeconds(15), Duration.ofSeconds(2), Duration.ofSeconds(2)));
    }
}
