package dev.plimsoll.nodeagent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoalescingTest {
    @Test
    void onlyTheNewestThatWaitsIsDone() {
        var tasks = new ArrayList<Runnable>();
        var done = new ArrayList<Integer>();
        var coalescing = new Coalescing<Integer>(tasks::add, done::add);
        for (var i = 1; i <= 3; i++) coalescing.put(i);
        assertThat(tasks).hasSize(1);
        tasks.getFirst().run();
        assertThat(done).containsExactly(3);
    }

    @Test
    void theEndWaitsForWhatIsBeingDoneAndForWhatWaits() throws Exception {
        var begun = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var done = new ArrayList<Integer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var coalescing = new Coalescing<Integer>(threads, each -> {
                begun.countDown();
                awaitQuietly(mayEnd);
                done.add(each);
            });
            coalescing.put(1);
            begun.await();
            coalescing.put(2);
            assertThat(coalescing.awaitIdle(Duration.ofNanos(1))).isFalse();
            mayEnd.countDown();
            assertThat(coalescing.awaitIdle(Duration.ofSeconds(50))).isTrue();
            assertThat(done).isEqualTo(List.of(1, 2));
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
