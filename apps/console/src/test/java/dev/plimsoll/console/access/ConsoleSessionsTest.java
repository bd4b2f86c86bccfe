package dev.plimsoll.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in, and for how long. */
// Acceptance of the console: one-time-code, signed-out
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
    @DisplayName("a session that was left does not stand again after a restart, whoever has its token; others do")
    void leftBeforeRestart(@TempDir Path folder) throws IOException {
        var file = folder.resolve("console.key");
        var before = sessions(SessionKey.in(file));
        var left = ((Sessions.Entry.Opened) before.withCode(before.code().orElseThrow())).token();
        var other = ((Sessions.Entry.Opened) before.withCode(before.code().orElseThrow())).token();
        before.leave(left);
        before.leave("not signed by this console");
        var after = sessions(SessionKey.in(file));
        assertThat(after.find(left)).isEmpty();
        assertThat(after.find(other)).isPresent();
        assertThat(folder.resolve("console.key.revoked"))
                .content()
                .hasLineCount(1)
                .doesNotContain(left);
        now = now.plus(Duration.ofHours(20));
        var last = ((Sessions.Entry.Opened) after.withCode(after.code().orElseThrow())).token();
        now = now.plus(Duration.ofHours(5));
        after.leave(last);
        assertThat(folder.resolve("console.key.revoked")).content().hasLineCount(1);
        assertThat(sessions(SessionKey.in(file)).find(last)).isEmpty();
    }

    @Test
    @DisplayName("where the file of tokens that were left is damaged, all sessions have ended")
    void damagedRevocations(@TempDir Path folder) throws IOException {
        var file = folder.resolve("console.key");
        var before = sessions(SessionKey.in(file));
        var token = ((Sessions.Entry.Opened) before.withCode(before.code().orElseThrow())).token();
        assertThat(sessions(SessionKey.in(file)).find(token)).isPresent();
        Files.writeString(folder.resolve("console.key.revoked"), "half a li");
        assertThat(sessions(SessionKey.in(file)).find(token)).isEmpty();
        assertThat(folder.resolve("console.key.revoked")).doesNotExist();
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
