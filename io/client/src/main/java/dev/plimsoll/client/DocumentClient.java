package dev.plimsoll.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.RequestResult.Unreachable;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The verbs as requests over a transport. */
final class DocumentClient implements ApiClient {
    static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int MOST_TRIES = 5;
    private static final String JSON = "application/json";
    private static final byte[] NO_BODY = {};

    private final Transport transport;
    private final String userAgent;
    private final TokenBucket limit;
    private final Time time;
    private final Duration timeout;
    private final boolean dry;

    DocumentClient(Transport transport, String userAgent, TokenBucket limit, Time time, Duration timeout) {
        this(transport, userAgent, limit, time, timeout, false);
    }

    private DocumentClient(
            Transport transport, String userAgent, TokenBucket limit, Time time, Duration timeout, boolean dry) {
        this.transport = transport;
        this.userAgent = userAgent;
        this.limit = limit;
        this.time = time;
        this.timeout = timeout;
        this.dry = dry;
    }

    @Override
    public ApiClient within(Duration shorter) {
        return new DocumentClient(transport, userAgent, limit, time, shorter, dry);
    }

    @Override
    public ApiClient dryRun() {
        return new DocumentClient(transport, userAgent, limit, time, timeout, true);
    }

    /** The target of a write. */
    private PathAndQuery write(String path) {
        return new PathAndQuery(path).with("dryRun", dry ? "All" : "");
    }

    @Override
    public RequestResult<ObjectNode> document(String path) {
        return object(read(path));
    }

    @Override
    public RequestResult<String> page(String path) {
        return send(read(path), reply -> new RequestResult.Done<>(new String(reply.body(), StandardCharsets.UTF_8)));
    }

    @Override
    public RequestResult<ObjectNode> get(ApiResource resource, ObjectName object) {
        return object(read(resource.path(object)));
    }

    @Override
    public RequestResult<ResourceList> list(ApiResource resource, ObjectSelection selection, Page page) {
        var target = new PathAndQuery(resource.collection(selection.namespace()))
                .with(selection)
                .with("limit", page.limit() > 0 ? Integer.toString(page.limit()) : "")
                .with("continue", page.next())
                .with("resourceVersion", page.resourceVersion());
        return answered(read(target.toString()), content -> content.list(resource));
    }

    @Override
    public RequestResult<ObjectNode> create(ApiResource resource, ObjectNode object) {
        var namespace = ObjectName.of(object).namespace();
        return object(
                request("POST", write(resource.collection(namespace)).toString(), JSON, ClientJson.bytes(object)));
    }

    @Override
    public RequestResult<ObjectNode> create(ApiResource subresource, ObjectName parent, ObjectNode object) {
        return object(request("POST", write(subresource.path(parent)).toString(), JSON, ClientJson.bytes(object)));
    }

    @Override
    public RequestResult<ObjectNode> update(ApiResource resource, ObjectNode object) {
        return object(
                request("PUT", write(resource.path(ObjectName.of(object))).toString(), JSON, ClientJson.bytes(object)));
    }

    @Override
    public RequestResult<ObjectNode> patch(ApiResource resource, ObjectName object, Patch patch) {
        var target = write(resource.path(object));
        if (patch instanceof Patch.Apply(var _, var manager, var force)) {
            target.with("fieldManager", manager).with("force", force ? "true" : "");
        }
        return object(request("PATCH", target.toString(), patch.contentType(), patch.body()));
    }

    @Override
    public RequestResult<ObjectNode> delete(ApiResource resource, ObjectName object, DeleteOptions options) {
        return object(
                request("DELETE", write(resource.path(object)).toString(), JSON, ClientJson.bytes(options.document())));
    }

    @Override
    public RequestResult<WatchStream> watch(
            ApiResource resource, ObjectSelection selection, String resourceVersion, Duration atMost) {
        var target = new PathAndQuery(resource.collection(selection.namespace()))
                .with("watch", "true")
                .with("allowWatchBookmarks", "true")
                .with(selection)
                .with("resourceVersion", resourceVersion)
                .with("timeoutSeconds", Long.toString(Math.max(1, atMost.toSeconds())));
        try {
            limit.take();
            return switch (transport.open(read(target.toString()))) {
                case Transport.Streamed.Opened(var lines) -> new RequestResult.Done<>(new WatchStream(lines));
                case Transport.Streamed.Answered(var reply) -> refused(reply);
            };
        } catch (IOException e) {
            return unreachable(e);
        } catch (InterruptedException _) {
            return interrupted();
        }
    }

    private ClientRequest read(String target) {
        return request("GET", target, "", NO_BODY);
    }

    private ClientRequest request(String method, String target, String type, byte[] body) {
        var headers = new HashMap<>(Map.of("Accept", JSON, "User-Agent", userAgent));
        if (!type.isEmpty()) headers.put("Content-Type", type);
        return new ClientRequest(method, target, headers, body, timeout);
    }

    private RequestResult<ObjectNode> object(ClientRequest request) {
        return answered(request, Reply.Content::document);
    }

    private <T> RequestResult<T> answered(ClientRequest request, Function<Reply.Content, Optional<T>> reader) {
        return send(
                request,
                reply -> reader.apply(reply.content())
                        .<RequestResult<T>>map(RequestResult.Done::new)
                        .orElseGet(() -> new Unreachable<>(
                                "the answer to " + request.method() + " " + request.target() + " is no JSON object")));
    }

    private <T> RequestResult<T> send(ClientRequest request, Function<Reply, RequestResult<T>> success) {
        var begun = time.nanos();
        try {
            for (var tries = 1; ; tries++) {
                limit.take();
                var reply = transport.send(request);
                if (reply.isSuccess()) return success.apply(reply);
                var status = ApiStatus.of(reply);
                var asked = status.code() == 429 || !status.retryAfter().isZero();
                var wait = wait(status);
                var spent = Duration.ofNanos(time.nanos() - begun).plus(wait);
                if (!status.isTemporary() || !asked || tries == MOST_TRIES || spent.compareTo(timeout) > 0) {
                    return refused(reply);
                }
                time.sleep(wait);
            }
        } catch (IOException e) {
            return unreachable(e);
        } catch (InterruptedException _) {
            return interrupted();
        }
    }

    private static Duration wait(ApiStatus status) {
        var asked = status.retryAfter();
        return asked.isZero() ? Duration.ofSeconds(1) : asked;
    }

    private static <T> RequestResult<T> refused(Reply reply) {
        var status = ApiStatus.of(reply);
        return switch (reply.status()) {
            case 404 -> new RequestResult.NotFound<>(status);
            case 409 -> new RequestResult.Conflict<>(status);
            default -> new RequestResult.Refused<>(status);
        };
    }

    private static <T> RequestResult<T> unreachable(IOException e) {
        var message = e.getMessage();
        return new Unreachable<>(message == null ? e.getClass().getSimpleName() : message);
    }

    private static <T> RequestResult<T> interrupted() {
        Thread.currentThread().interrupt();
        return new Unreachable<>("interrupted");
    }
}
