package dev.plimsoll.client;

import java.util.Map;

/**
 * An answer.
 *
 * @param headers by names in lower case; the first of several values
 * @param body nobody changes it
 */
@SuppressWarnings("ArrayRecordComponent")
public record Reply(int status, Map<String, String> headers, byte[] body) {
    public Reply {
        headers = Map.copyOf(headers);
    }

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
