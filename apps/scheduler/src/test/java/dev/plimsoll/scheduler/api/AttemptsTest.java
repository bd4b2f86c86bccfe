package dev.plimsoll.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of production: leader-writes
class AttemptsTest {
    private final AtomicBoolean leads = new AtomicBoolean(true);
    private final AtomicInteger sent = new AtomicInteger();
    private final Attempts attempts = new Attempts(Time.system(), new Random(1), leads::get);

    /** A write that is not answered, while this process is paused until its lease is over. */
    private RequestResult<ObjectNode> lost() {
        sent.incrementAndGet();
        leads.set(false);
        return new RequestResult.Unreachable<>("no answer");
    }

    @Test
    @DisplayName("a write whose answer was lost is not sent again by a process that leads no longer")
    void notSentAgain() {
        assertThat(attempts.of(this::lost, false)).isEqualTo(new RequestResult.Unreachable<ObjectNode>("no answer"));
        assertThat(sent).hasValue(1);
    }

    @Test
    @DisplayName("a process that does not lead sends nothing")
    void notSent() {
        leads.set(false);
        assertThat(attempts.of(this::lost, true).problem()).contains(Attempts.NOT_LEADING);
        assertThat(attempts.once(this::lost).problem()).contains(Attempts.NOT_LEADING);
        assertThat(sent).hasValue(0);
    }

    @Test
    @DisplayName("the leader sends again what was not answered")
    void sentAgain() {
        var outcome = attempts.of(
                () -> sent.incrementAndGet() < 3
                        ? new RequestResult.Unreachable<>("no answer")
                        : new RequestResult.Done<>(ClientJson.object()),
                false);
        assertThat(outcome).isInstanceOf(RequestResult.Done.class);
        assertThat(sent).hasValue(3);
    }
}
