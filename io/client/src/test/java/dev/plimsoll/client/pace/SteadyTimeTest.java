package dev.plimsoll.client.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SteadyTimeTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private Instant clock = START;
    private long nanos = 7;
    private final Time time = new Time() {
        @Override
        public Instant instant() {
            return clock;
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void sleep(Duration duration) {
            throw new IllegalStateException("nobody sleeps here");
        }
    };

    @Test
    void aClockThatIsSetBackDoesNotSetItBack() {
        var steady = time.steady();
        clock = START.minusSeconds(3600);
        nanos += Duration.ofSeconds(5).toNanos();
        assertThat(steady.instant()).isEqualTo(START.plusSeconds(5));
        assertThat(steady.nanos()).isEqualTo(nanos);
    }

    @Test
    void itFollowsAClockThatIsAheadAndStaysThere() {
        var steady = time.steady();
        clock = START.plus(Duration.ofHours(8)); // the machine has slept
        assertThat(steady.instant()).isEqualTo(clock);
        clock = START;
        nanos += Duration.ofSeconds(5).toNanos();
        assertThat(steady.instant()).isEqualTo(START.plus(Duration.ofHours(8)).plusSeconds(5));
    }

    @Test
    void itBeginsWithWhatTheClockShows() {
        clock = START.plusSeconds(60);
        assertThat(time.steady().instant()).isEqualTo(clock);
    }
}
