package dev.plimsoll.nodeagent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Alarms, on a time that moves when it is told to, and on the machine's. */
@Timeout(30)
class TimersTest {
    private final Moved time = new Moved();
    private final Timers timers = new Timers(time);
    private final List<String> rung = new ArrayList<>();

    @AfterEach
    void close() {
        timers.close();
    }

    private static final class Moved implements Time {
        private static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");
        private final List<Runnable> followers = new ArrayList<>();
        private volatile Duration passed = Duration.ZERO;

        @Override
        public Instant instant() {
            return BEGIN.plus(passed);
        }

        @Override
        public long nanos() {
            return passed.toNanos();
        }

        @Override
        public void sleep(Duration duration) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Runnable whenMoved(Runnable look) {
            followers.add(look);
            return () -> followers.remove(look);
        }

        void pass(int seconds) {
            passed = passed.plusSeconds(seconds);
            List.copyOf(followers).forEach(Runnable::run);
        }
    }

    private Instant in(int seconds) {
        return time.instant().plusSeconds(seconds);
    }

    @Test
    @DisplayName("whoever moves time finds everybody awake who is due, in the order of their times")
    void inOrder() {
        timers.at(in(5), () -> rung.add("five"));
        timers.at(in(3), () -> rung.add("three"));
        timers.at(in(3), () -> rung.add("three as well"));
        timers.at(in(9), () -> rung.add("nine"));
        time.pass(6);
        assertThat(rung).containsExactly("three", "three as well", "five");
    }

    @Test
    @DisplayName("one that is called off does not ring")
    void calledOff() {
        timers.at(in(1), () -> rung.add("once")).cancel();
        var every = timers.every(Duration.ofSeconds(1), Duration.ofSeconds(1), () -> rung.add("again"));
        time.pass(1);
        every.cancel();
        time.pass(5);
        assertThat(rung).containsExactly("again");
    }

    @Test
    @DisplayName("one that rings again and again keeps its rhythm; what it could not keep up with falls away")
    void rhythm() {
        timers.every(Duration.ofSeconds(2), Duration.ofSeconds(10), () -> rung.add("" + time.nanos() / 1_000_000_000));
        time.pass(2);
        time.pass(43);
        time.pass(6);
        time.pass(1);
        assertThat(rung).containsExactly("2", "45", "52");
    }

    @Test
    @DisplayName("one that fails does not silence the others")
    void failing() {
        timers.at(in(1), () -> {
            throw new IllegalStateException("on purpose");
        });
        timers.at(in(2), () -> rung.add("two"));
        time.pass(3);
        assertThat(rung).containsExactly("two");
    }

    @Test
    @DisplayName("after the end nothing rings")
    void closed() {
        timers.at(in(1), () -> rung.add("late"));
        timers.close();
        time.pass(2);
        assertThat(rung).isEmpty();
    }

    @Test
    @DisplayName("on the machine's time they ring by themselves, also one that is set while a later one is waited for")
    void real() throws Exception {
        try (var real = new Timers(Time.system())) {
            var soon = new CountDownLatch(3);
            real.at(Instant.now().plusSeconds(3600), () -> rung.add("much later"));
            real.at(Instant.now(), soon::countDown);
            real.every(Duration.ofMillis(1), Duration.ofMillis(1), soon::countDown);
            soon.await();
            assertThat(rung).isEmpty();
        }
    }
}
