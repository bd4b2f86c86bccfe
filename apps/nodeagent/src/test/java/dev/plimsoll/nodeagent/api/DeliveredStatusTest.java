package dev.plimsoll.nodeagent.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a node looks at a pod whose status somebody else may have written. */
// Acceptance of KEP-1287: status-not-dropped
class DeliveredStatusTest {
    private static final int OURS = 1;
    private static final int OLDER = 2;
    private static final int THEIRS = 3;

    private final DeliveredStatus delivered = new DeliveredStatus();
    private Instant now = Instant.parse("2026-01-01T10:00:00Z");

    private void write(int digest) {
        delivered.sending();
        assertThat(delivered.answered(digest, now)).isEmpty();
    }

    @Test
    void ourOwnReportComingBackIsNotLookedAt() {
        write(OURS);
        assertThat(delivered.seen(OURS, now)).isEmpty();
    }

    @Test
    void ourOwnReportMayComeBackBeforeItsAnswer() {
        delivered.sending();
        assertThat(delivered.seen(OURS, now)).isEmpty();
        assertThat(delivered.answered(OURS, now)).isEmpty();
    }

    @Test
    void anOlderReportThatComesLateIsFollowedByTheNewest() {
        write(OURS);
        assertThat(delivered.seen(OLDER, now)).isPresent();
        delivered.seen(OURS, now);
        assertThat(delivered.isDue()).isFalse();
    }

    @Test
    void whatOthersWroteIsLookedAtASecondLater() {
        write(OURS);
        delivered.seen(OURS, now);
        assertThat(delivered.seen(THEIRS, now)).contains(now.plus(DeliveredStatus.FIRST_CHECK));
        assertThat(delivered.seen(THEIRS, now)).as("planned once").isEmpty();
        assertThat(delivered.isDue()).isTrue();
    }

    @Test
    void whatOthersWroteWhileWeDidIsSeenToo() {
        delivered.sending();
        delivered.seen(OURS, now);
        delivered.seen(THEIRS, now);
        assertThat(delivered.answered(OURS, now)).isPresent();
    }

    @Test
    void againstSomebodyWhoWritesAgainAndAgainItWaitsLongerEachTime() {
        write(OURS);
        var pauses = new ArrayList<Long>();
        for (var round = 0; round < 9; round++) {
            var at = delivered.seen(THEIRS, now).orElseThrow();
            pauses.add(Duration.between(now, at).toSeconds());
            now = at;
            assertThat(delivered.isDue()).isTrue();
            delivered.repairing(now);
            write(OURS);
            delivered.seen(OURS, now);
        }
        assertThat(pauses).isEqualTo(List.of(1L, 2L, 4L, 8L, 16L, 32L, 64L, 64L, 64L));
        now = now.plus(DeliveredStatus.QUIET).plusSeconds(1);
        assertThat(delivered.seen(THEIRS, now)).contains(now.plus(DeliveredStatus.FIRST_CHECK));
    }
}
