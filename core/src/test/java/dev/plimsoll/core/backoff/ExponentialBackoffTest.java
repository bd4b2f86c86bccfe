package dev.plimsoll.core.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExponentialBackoffTest {
    private final ExponentialBackoff backoff = new ExponentialBackoff(Duration.ofMillis(5), Duration.ofSeconds(1000));

    @Test
    void theWaitAfterManyFailuresIsWhatFollowsStepByStep() {
        var wait = Duration.ZERO;
        for (var failures = 0; failures < 100; failures++) {
            assertThat(backoff.after(failures))
                    .as("after %d failures", failures)
                    .isEqualTo(wait);
            wait = backoff.next(wait);
        }
    }

    @Test
    void waitsDoubleUpToTheLongest() {
        assertThat(backoff.after(1)).isEqualTo(Duration.ofMillis(5));
        assertThat(backoff.after(2)).isEqualTo(Duration.ofMillis(10));
        assertThat(backoff.after(18)).isEqualTo(Duration.ofMillis(655_360));
        assertThat(backoff.after(19)).isEqualTo(Duration.ofSeconds(1000));
        assertThat(backoff.after(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(1000));
    }
}
