package dev.plimsoll.apiserver.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// Acceptance of production: namespace-deletion
@Timeout(60)
class ParallelWritesTest {
    private final ConcurrentLinkedQueue<Integer> written = new ConcurrentLinkedQueue<>();

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void eachIsWrittenOnce() {
        ParallelWrites.each("test", numbers(1000), written::add);
        assertThat(written).containsExactlyInAnyOrderElementsOf(numbers(1000));
    }

    /** Two that wait for each other: one after the other would wait for ever. */
    @Test
    void severalAreWrittenAtTheSameTime() {
        var both = new CountDownLatch(2);
        ParallelWrites.each("test", numbers(2), number -> {
            both.countDown();
            awaited(both);
            written.add(number);
        });
        assertThat(written).hasSize(2);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFailureIsThrown() {
        assertThatThrownBy(() -> ParallelWrites.each("test", numbers(1000), number -> {
                    if (number == 500) throw new IllegalStateException("refused");
                    written.add(number);
                }))
                .hasMessage("refused");
        assertThat(written).doesNotContain(500);
    }

    @Test
    void nothingIsNoWork() {
        ParallelWrites.each("test", List.<Integer>of(), written::add);
        assertThat(written).isEmpty();
    }
}
