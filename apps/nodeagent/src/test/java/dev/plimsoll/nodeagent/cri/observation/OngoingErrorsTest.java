package dev.plimsoll.nodeagent.cri.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A runtime that is away for an hour, looked at every second, is told of once. */
class OngoingErrorsTest {
    private final List<String> told = new ArrayList<>();
    private final OngoingErrors errors = new OngoingErrors(told::add);

    @Test
    void whatStaysIsToldOnce() {
        for (var i = 0; i < 3600; i++) errors.met("a look at pods failed", "Connection refused");
        assertThat(told).containsExactly("a look at pods failed: Connection refused");
    }

    @Test
    void whatBecomesAnotherOrComesBackIsToldAgain() {
        errors.met("a look at pods failed", "Connection refused");
        errors.met("a look at pods failed", "No such file or directory");
        errors.over("a look at pods failed");
        errors.met("a look at pods failed", "No such file or directory");
        assertThat(told)
                .containsExactly(
                        "a look at pods failed: Connection refused",
                        "a look at pods failed: No such file or directory",
                        "a look at pods failed: No such file or directory");
    }
}
