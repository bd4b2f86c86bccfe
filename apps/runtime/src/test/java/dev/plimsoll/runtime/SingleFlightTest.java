package dev.plimsoll.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SingleFlightTest {
    private static final Duration LONG = Duration.ofSeconds(50);

    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);

    private int held() {
        var number = asked.incrementAndGet();
        try {
            released.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return number;
    }

    @Test
    @DisplayName("while a question is open, nobody asks it again; later it is asked anew")
    void shared() {
        var flight = new SingleFlight<>("test", this::held, LONG, -1);
        var one = flight.begin();
        var two = flight.begin();
        released.countDown();
        assertThat(one.get()).isEqualTo(1);
        assertThat(two.get()).isEqualTo(1);
        assertThat(flight.answer()).isEqualTo(2);
    }

    @Test
    @DisplayName("who has waited long enough gets the other answer, and one that comes too late is of no use")
    void impatient() {
        var flight = new SingleFlight<>("test", this::held, Duration.ofMillis(1), -1);
        assertThat(flight.answer()).isEqualTo(-1);
        assertThat(flight.answer()).isEqualTo(-1);
        assertThat(asked).hasValueLessThanOrEqualTo(1);
        released.countDown();
    }

    @Test
    @DisplayName("a question that throws is a mistake, and the next one is asked")
    void broken() {
        var flight = new SingleFlight<>(
                "test",
                () -> {
                    if (asked.incrementAndGet() == 1) throw new IllegalArgumentException("broken");
                    return 5;
                },
                LONG,
                -1);
        assertThatThrownBy(flight::answer)
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(IllegalArgumentException.class);
        assertThat(flight.answer()).isEqualTo(5);
    }
}
