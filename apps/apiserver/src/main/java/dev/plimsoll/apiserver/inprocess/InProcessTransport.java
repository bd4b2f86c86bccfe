package dev.plimsoll.apiserver.inprocess;

import dev.plimsoll.apiserver.http.ApiReply;
import dev.plimsoll.apiserver.http.ApiRequest;
import dev.plimsoll.apiserver.http.Notes;
import dev.plimsoll.apiserver.http.Parameters;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Request;
import dev.plimsoll.client.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Calls the server as a function. Everything is as over the network, who asks and what they may included, except that nothing is
 * encrypted, compressed or copied on the way.
 */
public final class InProcessTransport implements Transport {
    private static final int MOST_BYTES = 3 << 20;

    private final Function<ApiRequest, ApiReply> api;
    private final List<String> credentials;

    /** For somebody with a bearer token. */
    public InProcessTransport(Function<ApiRequest, ApiReply> api, String token) {
        this(api, List.of("Bearer " + token));
    }

    /** For somebody whom the server knows already. */
    public InProcessTransport(Function<ApiRequest, ApiReply> api) {
        this(api, List.of());
    }

    private InProcessTransport(Function<ApiRequest, ApiReply> api, List<String> credentials) {
        this.api = api;
        this.credentials = credentials;
    }

    @Override
    public Reply send(Request request) throws IOException {
        return switch (api.apply(translated(request))) {
            case ApiReply.Whole whole -> reply(whole);
            case ApiReply.Streaming streaming -> {
                streaming.stream().abandon();
                throw new IOException("the answer has no end: " + request.target());
            }
        };
    }

    @Override
    public Streamed open(Request request) throws IOException {
        return switch (api.apply(translated(request))) {
            case ApiReply.Whole whole -> new Streamed.Answered(reply(whole));
            case ApiReply.Streaming streaming -> new Streamed.Opened(new HandedLines(streaming.stream()));
        };
    }

    private ApiRequest translated(Request request) {
        var headers = new HashMap<String, List<String>>();
        request.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), List.of(value)));
        headers.put("authorization", credentials);
        var question = request.target().indexOf('?');
        var path = question < 0 ? request.target() : request.target().substring(0, question);
        return new ApiRequest(
                request.method(),
                request.target(),
                URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8),
                Parameters.parse(question < 0 ? "" : request.target().substring(question + 1)),
                headers,
                new Body(request),
                List.of(),
                "in-process",
                new Notes());
    }

    private record Body(Request request) implements ApiRequest.Body {
        @Override
        public int most() {
            return MOST_BYTES;
        }

        @Override
        public long length() {
            return request.body().length;
        }

        @Override
        public byte[] read() {
            return request.body();
        }
    }

    private static Reply reply(ApiReply.Whole whole) {
        var headers = new HashMap<String, String>();
        headers.put("content-type", whole.contentType());
        whole.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        return new Reply(whole.status(), Map.copyOf(headers), joined(whole.parts()));
    }

    private static byte[] joined(List<byte[]> parts) {
        if (parts.size() == 1) return parts.getFirst();
        var bytes = new ByteArrayOutputStream();
        parts.forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        // Streams end with those who opened them.
    }
}
