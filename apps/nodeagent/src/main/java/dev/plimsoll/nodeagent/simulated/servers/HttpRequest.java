package dev.plimsoll.nodeagent.simulated.servers;

import dev.plimsoll.nodeagent.simulated.network.Destination;
import dev.plimsoll.streams.http.RequestHead;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A request as a program gets it.
 *
 * @param client who sent it
 * @param local where it arrived
 */
@SuppressWarnings("ArrayRecordComponent") // handed through, never compared
public record HttpRequest(RequestHead head, byte[] body, Destination client, Destination local) {
    /** Decoded, without the query. */
    public String path() {
        return decoded(head.target().split("\\?", 2)[0].replace("+", "%2B"));
    }

    /** A parameter of the query, or of a form that was sent. */
    public Optional<String> parameter(String name) {
        var parts = head.target().split("\\?", 2);
        var query = parts.length < 2 ? "" : parts[1];
        for (var pair : query.split("&", -1)) {
            var equals = pair.split("=", 2);
            if (decoded(equals[0]).equals(name)) return Optional.of(equals.length < 2 ? "" : decoded(equals[1]));
        }
        return Optional.empty();
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return text; // a percent sign that escapes nothing
        }
    }
}
