package dev.plimsoll.nodeagent.logs;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which part of a log somebody wants.
 *
 * @param tailLines the last so many of those that are there; {@link #ALL} without a bound
 * @param limitBytes no more than so many; {@link #ALL} without a bound
 * @param since lines from then on; {@link Instant#MIN} for all
 */
public record LogRequest(
        boolean follow, boolean previous, boolean timestamps, long tailLines, long limitBytes, Instant since) {
    public static final long ALL = -1;
    private static final Set<String> TRUE = Set.of("true", "1", "True", "TRUE", "t", "T");

    /** What a query says, or why it says nothing. */
    public sealed interface Parsed {
        record Ok(LogRequest request) implements Parsed {}

        record Malformed(String why) implements Parsed {}
    }

    /**
     * Reads a query as a kubelet takes it.
     *
     * @param query as it was sent, not decoded; empty for none
     */
    public static Parsed parse(String query, Instant now) {
        var words = words(query);
        try {
            var seconds = number(words, "sinceSeconds", 1);
            var time = words.getOrDefault("sinceTime", "");
            if (seconds != ALL && !time.isEmpty())
                return new Parsed.Malformed("at most one of `sinceTime` or `sinceSeconds` may be specified");
            var since = seconds != ALL ? now.minusSeconds(seconds) : time.isEmpty() ? Instant.MIN : Instant.parse(time);
            return new Parsed.Ok(new LogRequest(
                    TRUE.contains(words.getOrDefault("follow", "")),
                    TRUE.contains(words.getOrDefault("previous", "")),
                    TRUE.contains(words.getOrDefault("timestamps", "")),
                    number(words, "tailLines", 0),
                    number(words, "limitBytes", 1),
                    since));
        } catch (DateTimeException _) {
            return new Parsed.Malformed("sinceTime or sinceSeconds is not a time");
        } catch (IllegalArgumentException e) {
            return new Parsed.Malformed(String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, String> words(String query) {
        var words = new HashMap<String, String>();
        for (var pair : query.split("&", -1)) {
            var equals = pair.indexOf('=');
            if (equals > 0)
                words.putIfAbsent(
                        pair.substring(0, equals),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return words;
    }

    private static long number(Map<String, String> words, String name, long least) {
        var text = words.getOrDefault(name, "");
        if (text.isEmpty()) return ALL;
        var number = Long.parseLong(text);
        if (number < least) throw new IllegalArgumentException(name + " must be at least " + least + ", not " + number);
        return number;
    }
}
