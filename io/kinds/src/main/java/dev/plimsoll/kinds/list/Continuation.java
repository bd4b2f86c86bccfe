package dev.plimsoll.kinds.list;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where the next page of a list begins. The token has the form of Kubernetes: version, revision, and the key behind the last one,
 * without what all keys of the list begin with.
 *
 * @param revision of the first page, which all pages show; {@link #NEWEST} for what there is when the page is read
 * @param after the last key of the page before
 */
public record Continuation(long revision, String after) {
    /** A list that goes on after its revision was forgotten. */
    public static final long NEWEST = -1;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String VERSION = "meta.k8s.io/v1";
    /** The next key after one is that key with a zero behind it. */
    private static final String NEXT = "\0";

    /**
     * The token for a client.
     *
     * @param prefix of all keys of the list
     */
    public String token(String prefix) {
        var token = JsonNodeFactory.instance
                .objectNode()
                .put("v", VERSION)
                .put("rv", revision)
                .put("start", after.substring(prefix.length()) + NEXT);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(token.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Reads a token, which must lead to keys with the prefix. */
    public static Continuation parse(String token, String prefix) {
        JsonNode read;
        try {
            read = JSON.readTree(Base64.getUrlDecoder().decode(token));
        } catch (IOException | IllegalArgumentException _) {
            throw invalid("it is no token of this server");
        }
        if (!read.isObject()) throw invalid("it is no token of this server");
        if (!read.path("v").asText().equals(VERSION))
            throw invalid("server does not recognize this encoded version \""
                    + read.path("v").asText() + "\"");
        var revision = read.path("rv").asLong();
        if (revision == 0 || revision < NEWEST)
            throw invalid("incorrect encoded start resourceVersion (version " + VERSION + ")");
        var start = read.path("start").asText();
        if (start.isEmpty()) throw invalid("encoded start key empty (version " + VERSION + ")");
        return new Continuation(
                revision, prefix + (start.endsWith(NEXT) ? start.substring(0, start.length() - 1) : start));
    }

    private static RefusedException invalid(String why) {
        return new RefusedException(
                new Refusal.BadRequest("invalid continue token: continue key is not valid: " + why));
    }
}
