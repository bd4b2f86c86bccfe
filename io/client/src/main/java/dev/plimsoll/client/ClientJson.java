package dev.plimsoll.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Documents to bytes and back, with every digit of every number. */
public final class ClientJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** A server may send any number of kinds. */
    private static final int MOST_KINDS = 1_000;

    private static final Map<String, LongAdder> RECEIVED = new ConcurrentHashMap<>();

    private ClientJson() {}

    /** How many objects of a kind, or lists of them, clients in this process have parsed. */
    public static long documentsReceived(String kind) {
        var received = RECEIVED.get(kind);
        return received == null ? 0 : received.sum();
    }

    /** Counts an object that was parsed from what a server sent. */
    static ObjectNode received(ObjectNode object) {
        var kind = object.path("kind").asText();
        var known = RECEIVED.get(kind);
        if (known == null && RECEIVED.size() < MOST_KINDS) known = RECEIVED.computeIfAbsent(kind, _ -> new LongAdder());
        if (known != null) known.increment();
        return object;
    }

    /** An empty document. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static byte[] bytes(JsonNode tree) {
        try {
            return MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The object that the bytes hold; empty where they hold anything else. */
    public static Optional<ObjectNode> read(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
