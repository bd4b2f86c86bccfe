package dev.plimsoll.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Why the server did not do it: the {@code Status} that it answered with.
 *
 * @param code HTTP status
 * @param reason machine readable, such as {@code Forbidden}; empty where the answer was no Status
 * @param causes one per field that is wrong, and the like
 * @param retryAfter how long the server asks to wait; zero where it does not
 */
public record ApiStatus(int code, String reason, String message, List<Cause> causes, Duration retryAfter) {
    private static final int LONGEST_TEXT = 1024;

    public ApiStatus {
        causes = List.copyOf(causes);
    }

    /** One of several causes; any part may be empty. */
    public record Cause(String reason, String message, String field) {}

    /** An answer that refuses; something else than a Status in it is taken as text. */
    static ApiStatus of(Reply reply) {
        var wait = retryAfter(reply);
        return reply.content()
                .document()
                .filter(document -> document.path("kind").asText().equals("Status"))
                .map(document -> of(document, reply.status(), wait))
                .orElseGet(() -> new ApiStatus(reply.status(), "", text(reply), List.of(), wait));
    }

    /** A Status document that came on no connection. */
    public static ApiStatus of(JsonNode status) {
        return of(status, 0, Duration.ZERO);
    }

    /** A Status document; {@code code} stands in where it names none. */
    static ApiStatus of(JsonNode status, int code, Duration retryAfter) {
        var causes = new ArrayList<Cause>();
        for (var cause : status.path("details").path("causes")) {
            causes.add(new Cause(
                    cause.path("reason").asText(),
                    cause.path("message").asText(),
                    cause.path("field").asText()));
        }
        var seconds = status.path("details").path("retryAfterSeconds").asLong();
        return new ApiStatus(
                status.path("code").asInt(code),
                status.path("reason").asText(),
                status.path("message").asText(),
                causes,
                retryAfter.isZero() ? Duration.ofSeconds(Math.max(0, seconds)) : retryAfter);
    }

    private static Duration retryAfter(Reply reply) {
        var header = reply.headers().getOrDefault("retry-after", "").strip();
        var isSeconds =
                !header.isEmpty() && header.length() < 9 && header.chars().allMatch(Character::isDigit);
        return isSeconds ? Duration.ofSeconds(Long.parseLong(header)) : Duration.ZERO;
    }

    private static String text(Reply reply) {
        var length = Math.min(LONGEST_TEXT, reply.body().length);
        var text = new String(reply.body(), 0, length, StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? "the server answered " + reply.status() : text;
    }

    /** Whether an object of this name was there before. */
    public boolean alreadyExists() {
        return reason.equals("AlreadyExists");
    }

    /** Whether what was asked for is too old: a version for a watch, or a token for the next page. */
    public boolean isExpired() {
        return code == 410 || reason.equals("Expired") || reason.equals("Gone");
    }

    /** Whether the same request may succeed later. */
    public boolean isTemporary() {
        return code == 429 || code >= 500;
    }
}
