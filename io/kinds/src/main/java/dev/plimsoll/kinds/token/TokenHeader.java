package dev.plimsoll.kinds.token;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Which key a token is signed with, and how.
 *
 * @param keyId empty if it does not say
 */
public record TokenHeader(String algorithm, String keyId) {
    public static TokenHeader read(JsonNode header) {
        return new TokenHeader(text(header, "alg"), text(header, "kid"));
    }

    public ObjectNode document() {
        return JsonNodeFactory.instance.objectNode().put("alg", algorithm).put("kid", keyId);
    }
}
