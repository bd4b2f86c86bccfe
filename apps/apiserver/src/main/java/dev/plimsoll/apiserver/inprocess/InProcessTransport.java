package dev.plimsoll.apiserver.inprocess;

import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.Parameters;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
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
 * encrypted, compressed or copied on the way, and that objects of watches and lists are handed over as documents that all clients share.
 */
public final class InProcessTransport implements Transport {
    private static final int MOST_BYTES = 3 << 20;

    private final Function<ApiRequest, ApiReply> api;
    private final RecentDocuments recent;
    private final List<String> credentials;

    /** For somebody with a bearer token. */
    public InProcessTransport(Function<ApiRequest, ApiReply> api, RecentDocuments recent, String token) {
        this(api, recent, List.of("Bearer " + token));
    }

    /** For somebody whom the server knows already. */
    public InProcessTransport(Function<ApiRequest, ApiReply> api, RecentDocuments recent) {
        this(api, recent, List.of());
    }

    private InProcessTransport(Function<ApiRequest, ApiReply> api, RecentDocuments recent, List<String> credentials) {
        this.api = api;
        this.recent = recent;
        this.credentials = credentials;
    }

    @Override
    public Reply send(ClientRequest request) throws IOException {
        return switch (api.apply(translated(request))) {
            case ApiReply.Whole whole -> reply(whole);
            case ApiReply.Streaming streaming -> {
                streaming.stream().abandon();
                throw new IOException("the answer has no end: " + request.target());
            }
            case ApiReply.Upgraded upgraded -> throw noConnection(upgraded);
        };
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        return switch (api.apply(translated(request))) {
            case ApiReply.Whole whole -> new Streamed.Answered(reply(whole));
            case ApiReply.Streaming streaming -> new Streamed.Opened(new InProcessStream(streaming.stream(), recent));
            case ApiReply.Upgraded upgraded -> throw noConnection(upgraded);
        };
    }

    private static IOException noConnection(ApiReply.Upgraded upgraded) {
        upgraded.session().abandon();
        return new IOException("there is no connection that could change its protocol");
    }

    private ApiRequest translated(ClientRequest request) {
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
                new RequestContext());
    }

    private record Body(ClientRequest request) implements ApiRequest.Body {
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

    private Reply reply(ApiReply.Whole whole) {
        var headers = new HashMap<String, String>();
        headers.put("content-type", whole.contentType());
        whole.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        return new Reply(whole.status(), Map.copyOf(headers), new HandedContent(whole, recent));
    }

    @Override
    public void close() {
        // Streams end with those who opened them.
    }
}
