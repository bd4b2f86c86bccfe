package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.definitions.Definitions;
import dev.plimsoll.apiserver.documents.BodyReader;
import dev.plimsoll.apiserver.identity.Attributes;
import dev.plimsoll.apiserver.identity.Authentication;
import dev.plimsoll.apiserver.identity.Authorization;
import dev.plimsoll.apiserver.identity.Authorization.Decision;
import dev.plimsoll.apiserver.identity.Impersonation;
import dev.plimsoll.apiserver.identity.User;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.kinds.Verb;
import dev.plimsoll.apiserver.metrics.ServerMetrics;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import dev.plimsoll.apiserver.refusal.StatusObject;
import dev.plimsoll.apiserver.refusal.StoreRefusals;
import dev.plimsoll.apiserver.storage.Json;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Every request from its arrival to its reply: who asks, may they, what is there, do it. */
public final class Api implements Function<ApiRequest, ApiReply> {
    private static final String AUDIT_ID = "Audit-Id";
    private static final int LONGEST_AUDIT_ID = 256;

    private final Kinds kinds;
    private final Definitions definitions;
    private final Authentication authentication;
    private final Authorization authorization;
    private final Impersonation impersonation;
    private final Pages pages;
    private final Resources resources;
    private final Consumer<Throwable> defects;
    private final ServerMetrics metrics;
    private final List<RequestObserver> observers;
    private final InFlight inFlight;
    private final UserRate rate;
    private final Budget streams;
    private final Supplier<String> auditIds;

    /** Answers with these; {@code defects} is told of every exception that is our mistake. */
    public Api(
            Kinds kinds,
            Definitions definitions,
            Authentication authentication,
            Authorization authorization,
            Pages pages,
            Resources resources,
            Consumer<Throwable> defects,
            ServerMetrics metrics,
            List<RequestObserver> observers,
            Limits limits,
            Supplier<String> auditIds) {
        this.auditIds = auditIds;
        this.metrics = metrics;
        this.observers = List.copyOf(observers);
        this.inFlight = new InFlight(limits);
        this.rate = new UserRate(limits.perUserPerSecond(), System::nanoTime);
        this.streams = new Budget(0, limits.clients().streamsPerUser());
        metrics.show(inFlight);
        this.kinds = kinds;
        this.definitions = definitions;
        this.authentication = authentication;
        this.authorization = authorization;
        this.impersonation = new Impersonation(authorization);
        this.pages = pages;
        this.resources = resources;
        this.defects = defects;
    }

    /** How it is known who asks. */
    private interface Identity {
        Optional<User> of(ApiRequest request);

        /** Whether it is a part of this process: those are not held up by the crowd outside. */
        default boolean isPart() {
            return false;
        }
    }

    /** For parts of this process that are this user, whatever credentials their requests show. */
    public Function<ApiRequest, ApiReply> as(User user) {
        var identity = new Identity() {
            private final User known = user.authenticated();

            @Override
            public Optional<User> of(ApiRequest request) {
                return Optional.of(known);
            }

            @Override
            public boolean isPart() {
                return true;
            }
        };
        return request -> apply(request, identity);
    }

    @Override
    public ApiReply apply(ApiRequest request) {
        return apply(request, authentication::user);
    }

    private ApiReply apply(ApiRequest request, Identity identity) {
        var began = System.nanoTime();
        request.notes().auditId(auditId(request));
        return switch (reply(request, identity)) {
            case ApiReply.Whole whole -> {
                completed(request, whole.status(), began);
                yield withWarnings(request, whole)
                        .withHeader(AUDIT_ID, request.notes().auditId());
            }
            case ApiReply.Streaming(var type, var stream, var headers) ->
                streaming(request, type, stream, headers, began);
        };
    }

    private ApiReply streaming(
            ApiRequest request, String type, ApiReply.Stream stream, Map<String, String> headers, long began) {
        var user = request.notes().user().orElse(User.ANONYMOUS);
        if (streams.take(user.name(), 1, request.notes().isExempt()))
            return new ApiReply.Streaming(type, new CountedStream(request, stream, user, began), headers)
                    .withHeader(AUDIT_ID, request.notes().auditId());
        stream.abandon();
        completed(request, 429, began);
        return refused(TOO_MANY).withHeader(AUDIT_ID, request.notes().auditId());
    }

    /** Clients that number their requests find them in the audit log by that. */
    private String auditId(ApiRequest request) {
        var sent = request.headerValues(AUDIT_ID);
        var usable =
                !sent.isEmpty() && !sent.getFirst().isEmpty() && sent.getFirst().length() <= LONGEST_AUDIT_ID;
        return usable ? sent.getFirst() : auditIds.get();
    }

    private static ApiReply.Whole withWarnings(ApiRequest request, ApiReply.Whole reply) {
        var warnings = request.notes().warnings();
        if (warnings.isEmpty()) return reply;
        var all = new ArrayList<>(reply.warnings());
        all.addAll(warnings);
        return reply.withWarnings(all);
    }

    /** A stream that counts as its user's until it ends. */
    private final class CountedStream implements ApiReply.Stream {
        private final ApiRequest request;
        private final ApiReply.Stream stream;
        private final User user;
        private final long began;
        private final AtomicBoolean begun = new AtomicBoolean();

        CountedStream(ApiRequest request, ApiReply.Stream stream, User user, long began) {
            this.request = request;
            this.stream = stream;
            this.user = user;
            this.began = began;
        }

        @Override
        public void run(ApiReply.Sink sink) throws IOException, InterruptedException {
            if (begun.getAndSet(true)) throw new IllegalStateException("a stream runs once");
            for (var observer : observers) observer.streams(request);
            try {
                stream.run(sink);
            } finally {
                streams.give(user.name(), 1);
                completed(request, 200, began);
            }
        }

        @Override
        public void abandon() {
            if (begun.getAndSet(true)) return;
            stream.abandon();
            streams.give(user.name(), 1);
            completed(request, 200, began);
        }
    }

    private void completed(ApiRequest request, int status, long began) {
        var took = Duration.ofNanos(System.nanoTime() - began);
        for (var observer : observers) observer.completed(request, status, took);
    }

    private ApiReply reply(ApiRequest request, Identity identity) {
        try {
            return answer(request, identity);
        } catch (RefusedException e) {
            metrics.refused(e.refusal());
            return refused(e.refusal());
        } catch (StoreException e) {
            return refused(StoreRefusals.of(e.problem(), String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            defects.accept(e);
            return refused(new Refusal.Internal("the log of the server tells what went wrong"));
        } finally {
            request.notes().done();
        }
    }

    static ApiReply.Whole refused(Refusal refusal) {
        if (refusal instanceof Refusal.NoPath) {
            return ApiReply.Whole.of(
                    404, "text/plain; charset=utf-8", "404 page not found\n".getBytes(StandardCharsets.UTF_8));
        }
        var status = StatusObject.of(refusal);
        var reply = ApiReply.Whole.of(status.path("code").asInt(), Presentation.JSON, Json.bytes(status));
        return switch (refusal) {
            case Refusal.TooManyRequests(var _, var seconds, var _)
            when seconds > 0 -> reply.withHeaders(Map.of("Retry-After", Integer.toString(seconds)));
            case Refusal.Unavailable _ -> reply.withHeaders(Map.of("Retry-After", "1"));
            default -> reply;
        };
    }

    private ApiReply answer(ApiRequest request, Identity identity) {
        var info = RequestInfo.of(request);
        var notes = request.notes();
        notes.routed(info);
        if (info.target().isUnfinished()) {
            throw new RefusedException(
                    new Refusal.Internal("failed to create RequestInfo: unable to determine kind and "
                            + "namespace from url, " + request.path()));
        }
        var sender = identity.of(request).orElseThrow(() -> new RefusedException(new Refusal.Unauthorized()));
        notes.authenticated(sender);
        var user = impersonation.actor(sender, request);
        notes.acts(user);
        if (identity.isPart() || user.groups().contains(User.MASTERS)) notes.exempt();
        if (!info.target().isResource()) {
            authorizePath(user, request);
            return pages.answer(request);
        }
        if (!notes.isExempt() && !rate.allows(user.name())) throw tooMany();
        return resource(request, user, info);
    }

    private static final Refusal TOO_MANY =
            new Refusal.TooManyRequests("Too many requests, please try again later.", 1, List.of());

    private static RefusedException tooMany() {
        return new RefusedException(TOO_MANY);
    }

    private ApiReply resource(ApiRequest request, User user, RequestInfo info) {
        authorize(user, request, info);
        var target = info.target();
        var kind = find(target);
        request.notes().found(kind);
        var verb = routed(kind, info);
        var extension = kind.extension();
        if (extension != null && !extension.deprecation().isEmpty())
            request.notes().warn(extension.deprecation());
        var call = call(request, user, target, kind);
        Resources.requireAllowed(call, verb);
        if (verb == Verb.WATCH) return resources.answer(call, verb);
        // All that can be refused without the body is refused by now; who holds it back does not hold a seat.
        if (!inFlight.hasRoom(verb.isWrite(), request.notes().isExempt())) throw tooMany();
        if (verb.isWrite()) BodyReader.bytes(request);
        if (!inFlight.enter(verb.isWrite(), request.notes().isExempt())) throw tooMany();
        try {
            var reply = resources.answer(call, verb);
            if (verb.isWrite()) definitions.settle(kind);
            return reply;
        } finally {
            inFlight.leave(verb.isWrite());
        }
    }

    private static Call call(ApiRequest request, User user, Target target, Kind kind) {
        return new Call(
                request, user, kind, target.parent(), target.name(), target.subresource(), Representation.of(request));
    }

    /** The verb, if there is such a path for the kind: objects are where their scope says, and nowhere else. */
    private static Verb routed(Kind kind, RequestInfo info) {
        var target = info.target();
        if (!kind.namespaced() && !target.parent().isEmpty()) throw new RefusedException(new Refusal.NoResource());
        if (!target.rest().isEmpty()) throw new RefusedException(new Refusal.NoResource());
        var verb = info.verb();
        var isUnplaced = kind.namespaced() && target.parent().isEmpty();
        if (isUnplaced && !target.name().isEmpty()) throw new RefusedException(new Refusal.NoResource());
        if (verb == null || (isUnplaced && verb.isWrite()) || (target.watch() && verb != Verb.WATCH)) {
            throw new RefusedException(new Refusal.MethodNotAllowed());
        }
        return verb;
    }

    /** A kind that is not there may have been defined a moment ago, here or at another server. */
    private Kind find(Target target) {
        var known = kinds.find(target.apiVersion(), target.resource());
        if (known.isPresent()) return known.get();
        definitions.refresh();
        if (kinds.of(target.apiVersion()).isEmpty()) throw new RefusedException(new Refusal.NoPath());
        return kinds.find(target.apiVersion(), target.resource())
                .orElseThrow(() -> new RefusedException(new Refusal.NoResource()));
    }

    private void authorizePath(User user, ApiRequest request) {
        var verb = request.method().toLowerCase(Locale.ROOT);
        var attributes = Attributes.ofPath(verb, request.path());
        var decision = authorization.decide(user, attributes);
        request.notes().decided(decision);
        if (decision instanceof Decision.Denied(var why)) {
            throw new RefusedException(new Refusal.ForbiddenPath("forbidden: " + attributes.refusal(user, why)));
        }
    }

    private void authorize(User user, ApiRequest request, RequestInfo info) {
        var target = info.target();
        var isOfCluster = kinds.find(target.apiVersion(), target.resource())
                .map(kind -> !kind.namespaced())
                .orElse(false);
        var attributes = info.attributes(isOfCluster);
        var decision = authorization.decide(user, attributes);
        request.notes().decided(decision);
        if (decision instanceof Decision.Denied(var why)) {
            throw new RefusedException(new Refusal.Forbidden(
                    target.group(), target.resource(), info.name(), attributes.refusal(user, why), List.of()));
        }
    }
}
