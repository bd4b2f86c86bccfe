package dev.plimsoll.apiserver.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.flowcontrol.ConcurrencyAllocation.Claim;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: fairness
/** How the seats of the server are divided among levels, and how long those who are turned away are to stay away. */
class ConcurrencyAllocationTest {
    @Test
    void nominalSeatsAreThoseOfKubernetes() {
        assertThat(List.of(30, 40, 10, 40, 100, 20, 5).stream()
                        .map(shares -> ConcurrencyAllocation.nominal(600, shares, 245))
                        .toList())
                .containsExactly(74, 98, 25, 98, 245, 49, 13);
    }

    @Test
    void aLevelBorrowsWhatOthersDoNotNeedAndGivesItBackWhenTheyDo() {
        var idle = new Claim(25, 245, 600, 0, 0);
        var busy = new Claim(25, 49, 600, 500, 500);
        var alone = ConcurrencyAllocation.divide(294, List.of(idle, busy));
        assertThat(alone[1]).isGreaterThan(200);
        assertThat(alone[0]).isGreaterThanOrEqualTo(25);
        var both = ConcurrencyAllocation.divide(294, List.of(new Claim(25, 245, 600, 300, 300), busy));
        assertThat(both[0]).as("what is its own comes back").isGreaterThanOrEqualTo(245);
        assertThat(both[1]).isGreaterThanOrEqualTo(49);
    }

    @Test
    void nobodyIsBelowWhatIsDueOrAboveWhatIsAllowed() {
        var random = new Random(7);
        for (var round = 0; round < 500; round++) {
            var claims = new ArrayList<Claim>();
            var server = 0;
            for (var i = 0; i < 1 + random.nextInt(8); i++) {
                var nominal = random.nextInt(200);
                server += nominal;
                var lowest = random.nextInt(nominal + 1);
                var highest = nominal + random.nextInt(300);
                var peak = random.nextInt(400);
                claims.add(new Claim(lowest, nominal, highest, peak, random.nextDouble() * peak));
            }
            var seats = ConcurrencyAllocation.divide(server, claims);
            for (var i = 0; i < seats.length; i++) {
                assertThat(seats[i])
                        .isBetween((int) claims.get(i).due(), claims.get(i).highest());
            }
            assertThat(Arrays.stream(seats).sum()).isLessThanOrEqualTo(server + seats.length);
        }
    }

    @Test
    void whoIsTurnedAwayOftenStaysAwayLonger() {
        var retry = new RetryAfter();
        var second = 1_000_000_000L;
        assertThat(retry.next(0)).isEqualTo(1);
        for (var i = 0; i < 5; i++) assertThat(retry.next(i)).isEqualTo(1);
        assertThat(retry.next(second)).as("six in a second").isEqualTo(2);
        for (var i = 0; i < 5; i++) assertThat(retry.next(second + i)).isEqualTo(2);
        assertThat(retry.next(3 * second)).isEqualTo(4);
        assertThat(retry.next(7 * second)).as("one in four seconds").isEqualTo(2);
        assertThat(retry.next(9 * second)).isEqualTo(1);
    }
}
