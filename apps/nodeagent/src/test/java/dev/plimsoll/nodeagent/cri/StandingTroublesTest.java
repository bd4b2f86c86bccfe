package dev.plimsoll.nodeagent.cri;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A runtime that is away for an hour, looked at every second, is told of once. */
class StandingTroublesTest {
    private final List<String> told = new ArrayList<>();
    private final StandingTroubles troubles = new StandingTroubles(told::add);

    @Test
    void whatStaysIsToldOnce() {
        for (var i = 0; i < 3600; i++) troubles.met("a look at pods failed", "Connection refused");
        assertThat(told).containsExactly("a look at pods failed: Connection refused");
    }

    @Test
    void whatBecomesAnotherOrComesBackIsToldAgain() {
        troubles.met("a look at pods failed", "Connection refused");
        troubles.met("a look at pods failed", "No such file or directory");
        troubles.over("a look at pods failed");
        troubles.met("a look at pods failed", "No such file or directory");
        assertThat(told)
                .containsExactly(
                        "a look at pods failed: Connection refused",
                        "a look at pods failed: No such file or directory",
                        "a look at pods failed: No such file or directory");
    }
}
