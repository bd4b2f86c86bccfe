package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.nodeagent.metrics.Exposition;
import java.nio.charset.StandardCharsets;

/** What a request is answered with. */
@SuppressWarnings("ArrayRecordComponent")
record Answer(int status, String contentType, byte[] body) {
    static Answer json(JsonNode document) {
        return new Answer(200, "application/json", Json.bytes(document));
    }

    static Answer metrics(byte[] text) {
        return new Answer(200, Exposition.CONTENT_TYPE, text);
    }

    static Answer text(int status, String text) {
        return new Answer(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    static Answer notFound() {
        return text(404, "404 page not found\n");
    }
}
