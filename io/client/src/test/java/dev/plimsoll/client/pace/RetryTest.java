package dev.plimsoll.client.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RetryTest {
    private final List<Duration> pauses = new ArrayList<>();
    private final Time time = new Time() {
        @Override
        public Instant instant() {
            return Instant.EPOCH;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public void sleep(Duration duration) {
            pauses.add(duration);
        }
    };

    /** Adds nothing to a pause. */
    private final RandomGenerator never = () -> 0;

    @Test
    void whatFailsIsTriedAgainAfterPausesThatGrow() throws InterruptedException {
        var tries = new ArrayList<Integer>();
        Retry.until(
                () -> {
                    tries.add(tries.size());
                    return tries.size() == 5;
                },
                new Backoff(Duration.ofMillis(100), Duration.ofMillis(300), never),
                time);
        assertThat(tries).hasSize(5);
        assertThat(pauses)
                .containsExactly(
                        Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(300), Duration.ofMillis(300));
    }

    @Test
    void whatIsDoneAtOnceWaitsForNothing() throws InterruptedException {
        Retry.until(() -> true, new Backoff(Duration.ofMillis(100), Duration.ofMillis(300), never), time);
        assertThat(pauses).isEmpty();
    }

    @Test
    void theLastOutcomeIsKeptWhenNoAttemptIsLeft() {
        var tries = new ArrayList<Integer>();
        var outcome = Retry.atMost(
                4,
                () -> {
                    tries.add(tries.size());
                    return tries.size();
                },
                _ -> true,
                new Backoff(Duration.ofMillis(100), Duration.ofMillis(300), never),
                time);
        assertThat(outcome).isEqualTo(4);
        assertThat(pauses)
                .as("none after the last")
                .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(300));
    }

    @Test
    void anOutcomeThatIsNotWorthAnotherEndsTheAttempts() {
        var backoff = new Backoff(Duration.ofMillis(100), Duration.ofMillis(300), never);
        assertThat(Retry.atMost(4, () -> "refused", outcome -> !outcome.equals("refused"), backoff, time))
                .isEqualTo("refused");
        assertThat(pauses).isEmpty();
    }
}
