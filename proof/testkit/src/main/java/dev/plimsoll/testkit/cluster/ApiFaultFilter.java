package dev.plimsoll.testkit.cluster;

import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.DocumentReply;
import dev.plimsoll.apiserver.request.Encoding;
import dev.plimsoll.apiserver.request.Parameters;
import dev.plimsoll.apiserver.request.RequestInfo;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.objects.access.User;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Stands between the network and the API server: brings about what was injected, and remembers what was written. */
final class ApiFaultFilter implements UnaryOperator<Function<ApiRequest, ApiReply>> {
    private static final int MOST_WRITES = 200;

    private final InstantSource clock;
    private final List<Injected> injected = new CopyOnWriteArrayList<>();
    private final Deque<Write> writes = new ArrayDeque<>();

    /** @param revision of the store when the fault was injected */
    private record Injected(ApiFault fault, String revision) {}

    /** A request that changes something, and how it was answered. */
    record Write(Instant at, String user, String agent, String verb, String path, int status) {}

    ApiFaultFilter(InstantSource clock) {
        this.clock = clock;
    }

    Injection inject(ApiFault fault, Supplier<String> revision) {
        var added = new Injected(fault, revision.get());
        injected.add(added);
        return () -> injected.remove(added);
    }

    void clear() {
        injected.clear();
    }

    /** The last writes over the network, the oldest first. */
    List<Write> writes() {
        synchronized (writes) {
            return List.copyOf(writes);
        }
    }

    @Override
    public Function<ApiRequest, ApiReply> apply(Function<ApiRequest, ApiReply> api) {
        return request -> {
            var info = RequestInfo.of(request);
            var reply = met(request, info, api).orElseGet(() -> api.apply(request));
            if (!request.method().equals("GET")) remember(request, info, reply);
            return info.verbWord().equals("watch") && reply instanceof ApiReply.Streaming streaming
                    ? streaming.withStream(new BreakableWatch(request, info, streaming.stream()))
                    : reply;
        };
    }

    private Optional<ApiReply> met(ApiRequest request, RequestInfo info, Function<ApiRequest, ApiReply> api) {
        for (var each : injected) {
            var fault = each.fault();
            if (fault.kind() == ApiFault.Kind.DROPPED_WATCH || !concerns(fault, request, info) || !fault.take())
                continue;
            return Optional.of(
                    fault.kind() == ApiFault.Kind.STALE_LIST
                            ? api.apply(asOf(request, each.revision()))
                            : DocumentReply.refused(refusal(fault, info), Encoding.JSON));
        }
        return Optional.empty();
    }

    private static boolean concerns(ApiFault fault, ApiRequest request, RequestInfo info) {
        var target = info.target();
        var plural =
                target.subresource().isEmpty() ? target.resource() : target.resource() + "/" + target.subresource();
        return target.isResource() && fault.concerns(request.header("user-agent"), info.verbWord(), plural);
    }

    private static Refusal refusal(ApiFault fault, RequestInfo info) {
        return switch (fault.kind()) {
            case CONFLICT ->
                new Refusal.Conflict(
                        info.target().group(),
                        info.target().resource(),
                        info.name(),
                        "the object has been modified; please apply your changes to the latest version and try again");
            case TOO_MANY_REQUESTS ->
                new Refusal.TooManyRequests(
                        "too many requests, please try again later", fault.retrySeconds(), List.of());
            case SERVER_ERROR -> new Refusal.Internal("injected by the test");
            case TIMEOUT -> new Refusal.Timeout();
            case DROPPED_WATCH, STALE_LIST -> throw new IllegalStateException("no refusal: " + fault.kind());
        };
    }

    /** The same list at a revision that may be over. */
    private static ApiRequest asOf(ApiRequest request, String revision) {
        var question = request.uri().indexOf('?');
        var kept = new StringBuilder("resourceVersion=" + revision + "&resourceVersionMatch=Exact");
        if (question >= 0) {
            for (var parameter : request.uri().substring(question + 1).split("&", -1)) {
                if (!parameter.startsWith("resourceVersion")) kept.append('&').append(parameter);
            }
        }
        return new ApiRequest(
                request.method(),
                request.uri(),
                request.path(),
                Parameters.parse(kept.toString()),
                request.headers(),
                request.body(),
                request.certificates(),
                request.remote(),
                request.context());
    }

    private void remember(ApiRequest request, RequestInfo info, ApiReply reply) {
        var user = request.context().user().map(User::name).orElse("");
        var write = new Write(
                clock.instant(), user, request.header("user-agent"), info.verbWord(), request.path(), reply.status());
        synchronized (writes) {
            writes.add(write);
            if (writes.size() > MOST_WRITES) writes.remove();
        }
    }

    /** A watch that ends when it is to tell something and a fault forbids it. */
    private final class BreakableWatch implements ApiReply.Stream {
        private final ApiRequest request;
        private final RequestInfo info;
        private final ApiReply.Stream stream;

        BreakableWatch(ApiRequest request, RequestInfo info, ApiReply.Stream stream) {
            this.request = request;
            this.info = info;
            this.stream = stream;
        }

        @Override
        public void run(ApiReply.Sink sink) throws IOException, InterruptedException {
            stream.run(new ApiReply.Sink() {
                @Override
                public void write(byte[] bytes) throws IOException {
                    check();
                    sink.write(bytes);
                }

                @Override
                public void write(ApiReply.ObjectEvent event) throws IOException {
                    check();
                    sink.write(event);
                }
            });
        }

        private void check() throws IOException {
            for (var each : injected) {
                var fault = each.fault();
                if (fault.kind() == ApiFault.Kind.DROPPED_WATCH && concerns(fault, request, info) && fault.take())
                    throw new IOException("dropped by the test");
            }
        }

        @Override
        public void abandon() {
            stream.abandon();
        }
    }
}
