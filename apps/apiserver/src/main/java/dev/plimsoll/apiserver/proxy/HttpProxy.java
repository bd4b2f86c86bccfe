package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.nodes.NodeStream;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.streams.ResponseHead.Field;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Requests that are answered as they came: bodies go both ways while they are sent, and nothing is kept of them. */
public final class HttpProxy {
    /** Until the answer begins; how long it then takes is the client's affair. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** An answer that is surely smaller is taken whole, so that the connection of the client can be used again. */
    private static final long WHOLE_BYTES = 64 * 1024;

    private static final String LOCATION = "location";

    private HttpProxy() {}

    static ApiReply send(ApiRequest request, URI page, ProxyPath path, List<Field> fields, HttpClient client) {
        return send(request, page, fields, PATIENCE, client, told -> location(told, page, path));
    }

    /**
     * Sends a request on.
     *
     * @param patience until the answer begins
     * @param location what becomes of the place that a redirect names
     */
    public static ApiReply send(
            ApiRequest request,
            URI page,
            List<Field> fields,
            Duration patience,
            HttpClient client,
            UnaryOperator<String> location) {
        try {
            var asked = HttpRequest.newBuilder(page).timeout(patience).method(request.method(), body(request));
            for (var field : fields) asked.header(field.name(), field.value());
            var answer = client.send(asked.build(), HttpResponse.BodyHandlers.ofInputStream());
            return reply(request, answer.statusCode(), answer.headers(), answer.body(), location);
        } catch (IOException | UncheckedIOException e) {
            throw unreachable(e, page);
        } catch (IllegalArgumentException e) {
            // A header or method that no HTTP client sends.
            throw new RefusedException(new Refusal.BadRequest("the request cannot be passed on: " + e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(new Refusal.Unavailable("the server is stopping"));
        }
    }

    static RefusedException unreachable(Exception e, URI page) {
        return new RefusedException(new Refusal.Unavailable("error trying to reach service: " + problem(e, page)));
    }

    private static String problem(Exception e, URI page) {
        var message = e.getMessage();
        return "dial tcp " + page.getRawAuthority() + ": "
                + (message == null || message.isEmpty() ? "connect: connection refused" : message);
    }

    private static HttpRequest.BodyPublisher body(ApiRequest request) {
        var length = request.body().length();
        if (length == 0) return HttpRequest.BodyPublishers.noBody();
        var streamed = HttpRequest.BodyPublishers.ofInputStream(() -> stream(request));
        return length == ApiRequest.Body.UNKNOWN
                ? streamed
                : HttpRequest.BodyPublishers.fromPublisher(streamed, length);
    }

    private static InputStream stream(ApiRequest request) {
        try {
            return request.body().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ApiReply reply(
            ApiRequest request, int status, HttpHeaders told, InputStream content, UnaryOperator<String> location)
            throws IOException {
        var headers = headers(told, location);
        var type = told.firstValue("content-type").orElse("");
        var length = told.firstValueAsLong("content-length").orElse(-1);
        var isEmpty = request.method().equals("HEAD") || status == 204 || status == 304;
        if (isEmpty || (length >= 0 && length <= WHOLE_BYTES)) {
            try (var body = content) {
                return ApiReply.Whole.of(status, type, body.readAllBytes()).withHeaders(headers);
            }
        }
        return new ApiReply.Streaming(status, type, new NodeStream(content, Long.MAX_VALUE), headers);
    }

    private static Map<String, String> headers(HttpHeaders told, UnaryOperator<String> location) {
        var connection = String.join(",", told.allValues("connection"));
        var passed = new HashMap<String, String>();
        told.map().forEach((name, values) -> {
            if (ProxyHeaders.isOfConnection(name, connection) || name.equalsIgnoreCase("content-type")) return;
            passed.put(name, name.equalsIgnoreCase(LOCATION) ? location.apply(values.getFirst()) : joined(values));
        });
        return passed;
    }

    private static String joined(List<String> values) {
        return String.join(", ", values);
    }

    /** A redirect to another page of the same place is one to another page behind the same proxy. */
    static String location(String told, URI page, ProxyPath path) {
        try {
            var resolved = page.resolve(told);
            if (!page.getRawAuthority().equals(resolved.getRawAuthority())) return told;
            var query = resolved.getRawQuery() == null ? "" : "?" + resolved.getRawQuery();
            return path.prefix() + resolved.getRawPath() + query;
        } catch (IllegalArgumentException _) {
            return told;
        }
    }
}
