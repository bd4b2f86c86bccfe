package dev.plimsoll.client;

import java.time.Duration;
import java.util.Map;

/**
 * A request on its way.
 *
 * @param target path and query, encoded
 * @param headers by their usual names, such as {@code Content-Type}
 * @param body nobody changes it; empty without one
 * @param timeout how long the answer, or the beginning of a stream, may take
 */
@SuppressWarnings("ArrayRecordComponent")
public record ClientRequest(String method, String target, Map<String, String> headers, byte[] body, Duration timeout) {
    public ClientRequest {
        headers = Map.copyOf(headers);
    }
}
