package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.JsonBytes;
import dev.plimsoll.codec.json.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Trees to bytes and back, for what the server itself wrote. */
public final class StoredJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final DefaultPrettyPrinter LINES = lines();

    private StoredJson() {}

    public static byte[] bytes(JsonNode tree) {
        return JsonBytes.of(tree);
    }

    private static DefaultPrettyPrinter lines() {
        var indent = new DefaultIndenter("  ", "\n");
        return new DefaultPrettyPrinter(Separators.createDefaultInstance()
                        .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                        .withObjectEmptySeparator("")
                        .withArrayEmptySeparator(""))
                .withObjectIndenter(indent)
                .withArrayIndenter(indent);
    }

    /** With lines and two spaces, as Kubernetes writes it: scripts look for {@code "name": value}. */
    public static byte[] pretty(JsonNode tree) {
        try {
            return MAPPER.writer(LINES).writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ObjectNode tree(byte[] bytes) {
        var plain = PlainJson.object(bytes);
        if (plain != null) return plain;
        try {
            return (ObjectNode) MAPPER.readTree(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
