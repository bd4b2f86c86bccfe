package dev.plimsoll.apiserver.nodes;

import dev.plimsoll.apiserver.request.Parameters;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Which part of a container's log a client asks for, in the words of a query.
 *
 * @param skipsVerification whether the log is wanted of a node whose certificate nobody vouches for
 * @param words what is passed on to the node, checked
 */
record PodLogOptions(String container, boolean skipsVerification, List<Word> words) {
    private static final List<String> FLAGS = List.of("follow", "previous", "timestamps");
    private static final String POSITIVE = "must be greater than 0";

    PodLogOptions {
        words = List.copyOf(words);
    }

    /** One parameter. */
    record Word(String name, String value) {}

    static PodLogOptions of(Parameters query) {
        var words = new ArrayList<Word>();
        var errors = new ArrayList<FieldError>();
        for (var flag : FLAGS) if (query.flag(flag)) words.add(new Word(flag, "true"));
        number(query, "tailLines", 0, "must be greater than or equal to 0", words, errors);
        number(query, "limitBytes", 1, POSITIVE, words, errors);
        if (query.has("sinceSeconds") && query.has("sinceTime")) {
            errors.add(FieldError.forbidden(
                    FieldError.NO_FIELD, "at most one of `sinceTime` or `sinceSeconds` may be specified"));
        } else {
            number(query, "sinceSeconds", 1, POSITIVE, words, errors);
            time(query, words);
        }
        if (!errors.isEmpty()) throw new RefusedException(new Refusal.Invalid("", "PodLogOptions", "", errors));
        return new PodLogOptions(query.text("container"), query.flag("insecureSkipTLSVerifyBackend"), words);
    }

    private static void number(
            Parameters query, String name, long least, String rule, List<Word> words, List<FieldError> errors) {
        var text = query.text(name);
        if (text.isEmpty()) return;
        try {
            var number = Long.parseLong(text);
            if (number < least) errors.add(FieldError.invalid(name, number, rule));
            words.add(new Word(name, text));
        } catch (NumberFormatException _) {
            throw unreadable(name, text, "a whole number");
        }
    }

    private static void time(Parameters query, List<Word> words) {
        var text = query.text("sinceTime");
        if (text.isEmpty()) return;
        try {
            words.add(new Word("sinceTime", Instant.parse(text).toString()));
        } catch (DateTimeException _) {
            throw unreadable("sinceTime", text, "a time such as 2026-01-02T15:04:05Z");
        }
    }

    private static RefusedException unreadable(String name, String text, String expected) {
        return new RefusedException(
                new Refusal.BadRequest("parameter " + name + ": \"" + text + "\" is not " + expected));
    }

    /** The most that the client wants; {@link Long#MAX_VALUE} for all. */
    long limitBytes() {
        for (var word : words) if (word.name().equals("limitBytes")) return Long.parseLong(word.value());
        return Long.MAX_VALUE;
    }

    /** As a query, without the container. */
    String query() {
        var text = new StringBuilder();
        for (var word : words) {
            text.append(text.isEmpty() ? '?' : '&').append(word.name()).append('=');
            text.append(URLEncoder.encode(word.value(), StandardCharsets.UTF_8));
        }
        return text.toString();
    }
}
