package dev.plimsoll.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who is let in, and for how long. */
class ConsoleSessionsTest {
    private final AnsweredReviews server = new AnsweredReviews();
    private final SessionKey key = SessionKey.random();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Sessions sessions = sessions(key);

    private Sessions sessions(SessionKey with) {
        return new Sessions(ApiUsers.only(server.client()), true, with, () -> now);
    }

    private String opened(String code) {
        return ((Sessions.Entry.Opened) sessions.withCode(code)).token();
    }

    @Test
    @DisplayName("the printed code waits until it is opened; that of a link ends after ten minutes")
    void codes() {
        var printed = sessions.code().orElseThrow();
        var link = sessions.link().orElseThrow();
        now = now.plus(Duration.ofMinutes(11));
        assertThat(sessions.withCode(link)).isInstanceOf(Sessions.Entry.Refused.class);
        assertThat(sessions.withCode(printed)).isInstanceOf(Sessions.Entry.Opened.class);
        assertThat(sessions.withCode(printed)).isInstanceOf(Sessions.Entry.Refused.class);
    }

    @Test
    @DisplayName(
            "a session that is used goes on; one that is not used for half a day and whose signature is a day old has ended")
    void unused() {
        var used = opened(sessions.code().orElseThrow());
        var unused = opened(sessions.code().orElseThrow());
        for (var hour = 0; hour < 26; hour++) {
            now = now.plus(Duration.ofHours(1));
            assertThat(sessions.find(used)).isPresent();
        }
        assertThat(sessions.find(unused)).isEmpty();
    }

    @Test
    @DisplayName("a session that was left has ended, though its signature still stands")
    void left() {
        var token = opened(sessions.code().orElseThrow());
        sessions.leave(token);
        assertThat(sessions.find(token)).isEmpty();
    }

    @Test
    @DisplayName("a session goes on after a restart with the same key, and not with another one or when it was changed")
    void restarted() {
        var token = opened(sessions.code().orElseThrow());
        assertThat(sessions(key).find(token)).isPresent();
        assertThat(sessions(SessionKey.random()).find(token)).isEmpty();
        assertThat(sessions(key).find(token.substring(1))).isEmpty();
        assertThat(sessions(key).find("")).isEmpty();
    }

    @Test
    @DisplayName("where others reach the console, no code is made and no signature is taken")
    void tokensOnly() {
        var token = opened(sessions.code().orElseThrow());
        var remote = new Sessions(ApiUsers.only(server.client()), false, key, () -> now);
        assertThat(remote.code()).isEmpty();
        assertThat(remote.link()).isEmpty();
        assertThat(remote.find(token)).isEmpty();
    }
}
