package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.runtime.metrics.MetricsText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What a request is answered with. */
sealed interface NodeReply {
    int status();

    String contentType();

    /** All of it is known before it is sent. */
    @SuppressWarnings("ArrayRecordComponent")
    record Whole(int status, String contentType, byte[] body) implements NodeReply {}

    /** It is sent while it happens. */
    record Flowing(String contentType, Source source) implements NodeReply {
        @Override
        public int status() {
            return 200;
        }
    }

    /** Writes until it is done or nobody reads any more. */
    interface Source {
        void writeTo(OutputStream stream) throws IOException, InterruptedException;
    }

    static Whole json(JsonNode document) {
        return new Whole(200, "application/json", ClientJson.bytes(document));
    }

    static Whole metrics(byte[] text) {
        return new Whole(200, MetricsText.CONTENT_TYPE, text);
    }

    static Whole text(int status, String text) {
        return new Whole(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    static Whole notFound() {
        return text(404, "404 page not found\n");
    }
}
