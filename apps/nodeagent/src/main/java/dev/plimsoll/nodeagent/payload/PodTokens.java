package dev.plimsoll.nodeagent.payload;

import dev.plimsoll.cri.CriReply;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Tokens of pods, each asked for once and again before it ends. */
final class PodTokens {
    private static final Duration OLDEST = Duration.ofHours(24);

    private final Map<Wanted, Token> tokens = new ConcurrentHashMap<>();
    private final InstantSource clock;

    PodTokens(InstantSource clock) {
        this.clock = clock;
    }

    /** Whom a token is for, and how it was asked for. */
    record Wanted(String podUid, String account, String audience, long seconds) {}

    /** A token and when it was given. */
    record Token(String text, Instant given, Instant expires) {
        /** After four fifths of its life, or a day. */
        Instant renewedFrom() {
            var life = Duration.between(given, expires).multipliedBy(4).dividedBy(5);
            return given.plus(life.compareTo(OLDEST) < 0 ? life : OLDEST);
        }
    }

    /** The token that is good; where a new one cannot be had, the old one as long as it lasts. */
    CriReply<String> get(Wanted wanted, Supplier<CriReply<Token>> asked) {
        var now = clock.instant();
        var known = tokens.get(wanted);
        if (known != null && now.isBefore(known.renewedFrom())) return new CriReply.Ok<>(known.text());
        return switch (asked.get()) {
            case CriReply.Ok<Token>(var token) -> {
                // Those of pods that are gone.
                tokens.values().removeIf(each -> !each.expires().isAfter(now));
                tokens.put(wanted, token);
                yield new CriReply.Ok<>(token.text());
            }
            case CriReply.Failed<Token>(var code, var message) ->
                known != null && now.isBefore(known.expires())
                        ? new CriReply.Ok<>(known.text())
                        : new CriReply.Failed<>(code, message);
        };
    }
}
