package dev.plimsoll.nodeagent.simulated.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What a program answers. */
@SuppressWarnings("ArrayRecordComponent") // handed through, never compared
public record HttpReply(int status, Map<String, String> headers, byte[] body) {
    private static final String TYPE = "Content-Type";
    private static final ObjectMapper JSON = new ObjectMapper();

    public HttpReply {
        headers = Map.copyOf(headers);
    }

    public static HttpReply text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text);
    }

    public static HttpReply of(int status, String type, String text) {
        return new HttpReply(status, Map.of(TYPE, type), text.getBytes(StandardCharsets.UTF_8));
    }

    public static HttpReply ok(String text) {
        return text(200, text);
    }

    public static HttpReply redirect(int status, String location) {
        return new HttpReply(status, Map.of("Location", location, TYPE, "text/html; charset=utf-8"), new byte[0]);
    }

    /** An object by its members. */
    static HttpReply json(int status, Map<String, ?> members) {
        return document(status, JSON.valueToTree(members));
    }

    static HttpReply document(int status, JsonNode document) {
        return of(status, "application/json", document.toString());
    }

    static HttpReply notFound() {
        return text(404, "404 page not found\n");
    }
}
