package dev.plimsoll.client.pace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.testing.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private final VirtualTime time = new VirtualTime();
    private final TokenBucket bucket = new TokenBucket(5, 2, time);

    @Test
    void aBurstIsFreeThenTheRateHolds() throws InterruptedException {
        for (var i = 0; i < 12; i++) bucket.take();
        assertThat(time.nanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
    }

    @Test
    void aPauseFillsItNoFurtherThanTheBurst() {
        assertThat(bucket.tryTake()).isTrue();
        assertThat(bucket.tryTake()).isTrue();
        assertThat(bucket.tryTake()).isFalse();
        time.pass(Duration.ofHours(1));
        assertThat(bucket.tryTake()).isTrue();
        assertThat(bucket.tryTake()).isTrue();
        assertThat(bucket.tryTake()).isFalse();
    }
}
