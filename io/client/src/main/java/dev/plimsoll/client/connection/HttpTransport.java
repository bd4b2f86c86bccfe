package dev.plimsoll.client.connection;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Over the network, with the certificates and tokens that the HTTP client was made with. */
final class HttpTransport implements Transport {
    /** A watch says something about once a minute (bookmarks); a longer silence may be a dead peer. */
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

    private static final int LONGEST_REFUSAL = 1 << 20;

    private final HttpClient http;
    private final String server;

    HttpTransport(HttpClient http, String server) {
        this.http = http;
        this.server = server.endsWith("/") ? server.substring(0, server.length() - 1) : server;
    }

    @Override
    public Reply send(ClientRequest request) throws IOException {
        var sent = http.sendAsync(
                prepared(request)
                        .setHeader(CompressedBody.REQUEST_HEADER, CompressedBody.GZIP)
                        .timeout(request.timeout().toMillis(), TimeUnit.MILLISECONDS)
                        .build(),
                byte[].class);
        var response = await(sent, request);
        var body = response.body();
        var headers = headers(response);
        return new Reply(response.code(), headers, CompressedBody.read(body == null ? new byte[0] : body, headers));
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        var lines = new StreamedLines(LONGEST_SILENCE);
        var sent = http.consumeBytes(prepared(request).forStreaming().build(), lines);
        var response = await(sent, request);
        lines.begin(response.body());
        if (response.code() == 200) return new Streamed.Opened(lines);
        try (lines) {
            return new Streamed.Answered(
                    new Reply(response.code(), headers(response), lines.remainder(LONGEST_REFUSAL)));
        }
    }

    private HttpRequest.Builder prepared(ClientRequest request) {
        var builder = http.newHttpRequestBuilder().uri(server + request.target());
        var type = request.headers().getOrDefault("Content-Type", "");
        if (request.body().length > 0) {
            builder.method(request.method(), type, new String(request.body(), StandardCharsets.UTF_8));
        }
        request.headers().forEach((name, value) -> {
            if (!name.equals("Content-Type")) builder.setHeader(name, value);
        });
        return builder;
    }

    private static <T> T await(CompletableFuture<T> future, ClientRequest request) throws IOException {
        try {
            return future.get(request.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (TimeoutException _) {
            future.cancel(true);
            throw new SocketTimeoutException("no answer to " + request.method() + " " + request.target() + " within "
                    + request.timeout().toSeconds() + " s");
        } catch (ExecutionException e) {
            throw failure(e.getCause() == null ? e : e.getCause());
        }
    }

    static IOException failure(Throwable cause) {
        var message = cause.getMessage();
        return new IOException(message == null ? cause.getClass().getSimpleName() : message, cause);
    }

    private static Map<String, String> headers(HttpResponse<?> response) {
        var headers = new HashMap<String, String>();
        response.headers().forEach((String name, List<String> values) -> {
            if (!values.isEmpty()) headers.put(name.toLowerCase(Locale.ROOT), values.getFirst());
        });
        return headers;
    }

    @Override
    public void close() {
        http.close();
    }
}
