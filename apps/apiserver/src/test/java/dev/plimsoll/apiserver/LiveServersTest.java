package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LiveServersTest {
    private long now;
    private final LiveServers live = new LiveServers(Duration.ofSeconds(30), () -> now);

    private void after(int seconds, Map<String, String> renewals, String... addresses) {
        now += Duration.ofSeconds(seconds).toNanos();
        live.observe(renewals, Set.of(addresses));
    }

    @Test
    @DisplayName("a server counts as long as its lease changes, whatever the lease says of the time")
    void aLeaseThatChanges() {
        after(0, Map.of("10.0.0.2", "1999"), "10.0.0.2");
        after(20, Map.of("10.0.0.2", "1998"), "10.0.0.2");
        after(20, Map.of("10.0.0.2", "1997"), "10.0.0.2");
        assertThat(live.isAlive("10.0.0.2")).isTrue();
    }

    @Test
    @DisplayName(
            "a server whose lease stays as it is counts for the patience that was given, and again when it comes back")
    void aLeaseThatStays() {
        after(0, Map.of("10.0.0.2", "a"), "10.0.0.2");
        after(29, Map.of("10.0.0.2", "a"), "10.0.0.2");
        assertThat(live.isAlive("10.0.0.2")).isTrue();
        after(1, Map.of("10.0.0.2", "a"), "10.0.0.2");
        assertThat(live.isAlive("10.0.0.2")).isFalse();
        after(1, Map.of("10.0.0.2", "b"), "10.0.0.2");
        assertThat(live.isAlive("10.0.0.2")).isTrue();
    }

    @Test
    @DisplayName("an address without a lease goes after the same time, and one that was never looked at stays")
    void noLease() {
        after(0, Map.of(), "10.0.0.2");
        after(30, Map.of(), "10.0.0.2");
        assertThat(live.isAlive("10.0.0.2")).isFalse();
        assertThat(live.isAlive("10.0.0.3")).isTrue();
    }
}
