package dev.plimsoll.apiserver.verbs;

import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where the next page of a list begins.
 *
 * @param revision of the first page, which all pages show
 * @param after the last key of the page before
 */
record Continuation(long revision, String after) {
    String token() {
        var text = revision + " " + after;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads a token, which must lead to keys with the prefix. */
    static Continuation parse(String token, String prefix) {
        try {
            var text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
            var space = text.indexOf(' ');
            var revision = Long.parseLong(text.substring(0, Math.max(space, 0)));
            var after = text.substring(space + 1);
            if (revision >= 1 && after.startsWith(prefix)) return new Continuation(revision, after);
        } catch (IllegalArgumentException _) {
            // said below
        }
        throw new RefusedException(new Refusal.BadRequest("continue key is not valid: it was not made by this list"));
    }
}
