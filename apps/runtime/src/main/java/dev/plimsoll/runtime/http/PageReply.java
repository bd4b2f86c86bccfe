package dev.plimsoll.runtime.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.runtime.metrics.MetricsText;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a request is answered with.
 *
 * @param headers beside the type and the length of the body
 */
@SuppressWarnings("ArrayRecordComponent")
public record PageReply(int status, String contentType, byte[] body, Map<String, String> headers) {
    private static final byte[] NONE = {};

    public PageReply {
        headers = Map.copyOf(headers);
    }

    public static PageReply of(int status, String contentType, byte[] body) {
        return new PageReply(status, contentType, body, Map.of());
    }

    public static PageReply text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** A status and nothing else. */
    public static PageReply empty(int status) {
        return of(status, "", NONE);
    }

    public static PageReply json(JsonNode document) {
        return of(200, "application/json", ClientJson.bytes(document));
    }

    public static PageReply metrics(MetricSnapshots metrics) {
        return of(200, MetricsText.CONTENT_TYPE, MetricsText.of(metrics));
    }

    public static PageReply notFound() {
        return text(404, "404 page not found\n");
    }

    public PageReply with(String header, String value) {
        return new PageReply(status, contentType, body, Map.of(header, value));
    }
}
