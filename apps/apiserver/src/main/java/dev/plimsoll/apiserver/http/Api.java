package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.aggregation.ApiService;
import dev.plimsoll.apiserver.aggregation.ApiServiceProxy;
import dev.plimsoll.apiserver.authentication.Authentication;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.authorization.Impersonation;
import dev.plimsoll.apiserver.customresources.Definitions;
import dev.plimsoll.apiserver.flowcontrol.FlowController;
import dev.plimsoll.apiserver.flowcontrol.FlowController.Flow;
import dev.plimsoll.apiserver.flowcontrol.FlowController.Seat;
import dev.plimsoll.apiserver.flowcontrol.FlowRequest;
import dev.plimsoll.apiserver.limits.ClientBudget;
import dev.plimsoll.apiserver.limits.InFlight;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.limits.UserRate;
import dev.plimsoll.apiserver.metrics.ServerMetrics;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.request.DocumentReply;
import dev.plimsoll.apiserver.request.Representation;
import dev.plimsoll.apiserver.request.RequestInfo;
import dev.plimsoll.apiserver.request.RequestObserver;
import dev.plimsoll.apiserver.request.RequestTarget;
import dev.plimsoll.apiserver.request.RequestTimeout;
import dev.plimsoll.apiserver.storage.StoreRefusals;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.streams.DuplexStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Every request from its arrival to its reply: who asks, may they, what is there, do it. */
public final class Api implements Function<ApiRequest, ApiReply> {
    private static final String AUDIT_ID = "Audit-Id";
    private static final int LONGEST_AUDIT_ID = 256;
    private static final Set<String> LONG_RUNNING = Set.of("attach", "exec", "log", "portforward", "proxy");

    private final Kinds kinds;
    private final Definitions definitions;
    private final Authentication authentication;
    private final Authorization authorization;
    private final Impersonation impersonation;
    private final ServerPages pages;
    private final ResourceRoutes resources;
    private final ApiServiceProxy backends;
    private final FlowController flows;
    private final Consumer<Throwable> defects;
    private final ServerMetrics metrics;
    private final List<RequestObserver> observers;
    private final InFlight inFlight;
    private final UserRate rate;
    private final ClientBudget streams;
    private final Supplier<String> auditIds;

    /** Answers with these; {@code defects} is told of every exception that is our mistake. */
    public Api(
            Kinds kinds,
            Definitions definitions,
            Authentication authentication,
            Authorization authorization,
            ServerPages pages,
            ResourceRoutes resources,
            ApiServiceProxy backends,
            FlowController flows,
            Consumer<Throwable> defects,
            ServerMetrics metrics,
            List<RequestObserver> observers,
            RequestLimits limits,
            Supplier<String> auditIds) {
        this.auditIds = auditIds;
        this.metrics = metrics;
        this.observers = List.copyOf(observers);
        this.inFlight = new InFlight(limits);
        this.rate = new UserRate(limits.perUserPerSecond(), System::nanoTime);
        this.streams = new ClientBudget(0, limits.clients().streamsPerUser());
        metrics.show(inFlight);
        this.kinds = kinds;
        this.definitions = definitions;
        this.authentication = authentication;
        this.authorization = authorization;
        this.impersonation = new Impersonation(authorization);
        this.pages = pages;
        this.resources = resources;
        this.backends = backends;
        this.flows = flows;
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
        request.context().auditId(auditId(request));
        return switch (reply(request, identity)) {
            case ApiReply.Whole whole -> {
                completed(request, whole.status(), began);
                yield withWarnings(request, whole).with(request.context().replyHeaders());
            }
            case ApiReply.Streaming reply -> streaming(request, reply, began);
            case ApiReply.Upgraded reply -> upgraded(request, reply, began);
        };
    }

    private ApiReply streaming(ApiRequest request, ApiReply.Streaming reply, long began) {
        if (mayHold(request))
            return reply.withStream(new CountedStream(new Held(request, reply.status(), began), reply.stream()))
                    .with(request.context().replyHeaders());
        reply.stream().abandon();
        return refusedToHold(request, began);
    }

    private ApiReply upgraded(ApiRequest request, ApiReply.Upgraded reply, long began) {
        if (mayHold(request)) {
            var session = new CountedSession(new Held(request, reply.status(), began), reply.session());
            return new ApiReply.Upgraded(reply.headers(), session)
                    .with(request.context().replyHeaders());
        }
        reply.session().abandon();
        return refusedToHold(request, began);
    }

    private boolean mayHold(ApiRequest request) {
        return streams.take(holder(request), 1, request.context().isExempt());
    }

    private static String holder(ApiRequest request) {
        return request.context().user().orElse(User.ANONYMOUS).name();
    }

    private ApiReply.Whole refusedToHold(ApiRequest request, long began) {
        completed(request, 429, began);
        return refused(request, TOO_MANY).with(request.context().replyHeaders());
    }

    /** Clients that number their requests find them in the audit log by that. */
    private String auditId(ApiRequest request) {
        var sent = request.headerValues(AUDIT_ID);
        var usable =
                !sent.isEmpty() && !sent.getFirst().isEmpty() && sent.getFirst().length() <= LONGEST_AUDIT_ID;
        return usable ? sent.getFirst() : auditIds.get();
    }

    private static ApiReply.Whole withWarnings(ApiRequest request, ApiReply.Whole reply) {
        var warnings = request.context().warnings();
        if (warnings.isEmpty()) return reply;
        var all = new ArrayList<>(reply.warnings());
        all.addAll(warnings);
        return reply.withWarnings(all);
    }

    /** Something that counts as its user's until it ends. */
    private final class Held {
        private final ApiRequest request;
        private final int status;
        private final long began;
        private final AtomicBoolean begun = new AtomicBoolean();

        Held(ApiRequest request, int status, long began) {
            this.request = request;
            this.status = status;
            this.began = began;
        }

        void begin() {
            if (begun.getAndSet(true)) throw new IllegalStateException("a stream runs once");
            for (var observer : observers) observer.streams(request);
        }

        /** Whether it can still be given up: it has not begun. */
        boolean giveUp() {
            return !begun.getAndSet(true);
        }

        void end() {
            for (var observer : observers) observer.streamed(request);
            forget();
        }

        void forget() {
            streams.give(holder(request), 1);
            completed(request, status, began);
        }
    }

    private record CountedStream(Held held, ApiReply.Stream stream) implements ApiReply.Stream {
        @Override
        public void run(ApiReply.Sink sink) throws IOException, InterruptedException {
            held.begin();
            try {
                stream.run(sink);
            } finally {
                held.end();
            }
        }

        @Override
        public void abandon() {
            if (!held.giveUp()) return;
            stream.abandon();
            held.forget();
        }
    }

    private record CountedSession(Held held, ApiReply.Session session) implements ApiReply.Session {
        @Override
        public void run(DuplexStream client) {
            held.begin();
            try {
                session.run(client);
            } finally {
                held.end();
            }
        }

        @Override
        public void abandon() {
            if (!held.giveUp()) return;
            session.abandon();
            held.forget();
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
            return refused(request, e.refusal());
        } catch (StoreException e) {
            return refused(request, StoreRefusals.of(e.problem(), String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            defects.accept(e);
            return refused(request, new Refusal.Internal("the log of the server tells what went wrong"));
        } finally {
            request.context().done();
        }
    }

    private static ApiReply.Whole refused(ApiRequest request, Refusal refusal) {
        return DocumentReply.refused(refusal, Representation.ofStatus(request));
    }

    private ApiReply answer(ApiRequest request, Identity identity) {
        var info = RequestInfo.of(request);
        var context = request.context();
        context.routed(info);
        if (info.target().isUnfinished()) {
            throw new RefusedException(
                    new Refusal.Internal("failed to create RequestInfo: unable to determine kind and "
                            + "namespace from url, " + request.path()));
        }
        if (!isLongRunning(request, info)
                && RequestTimeout.of(request.query()) instanceof RequestTimeout.Malformed(var why)) {
            throw new RefusedException(
                    new Refusal.BadRequest("invalid timeout specified in the request URL - time: " + why));
        }
        var sender = identity.of(request).orElseThrow(() -> new RefusedException(new Refusal.Unauthorized()));
        context.authenticated(sender);
        var user = impersonation.actor(sender, request);
        context.acts(user);
        if (identity.isPart() || user.groups().contains(User.MASTERS)) context.exempt();
        // Parts of this process are not held up by the crowd outside.
        var flow = identity.isPart() ? null : flow(request, user, info);
        if (!info.target().isResource()) {
            authorizePath(user, request);
            return page(request, user, flow);
        }
        if (!context.isExempt() && !rate.allows(user.name())) throw tooMany();
        return resource(request, user, info, flow);
    }

    /** Where the request belongs. Sessions and other requests that are passed on are not counted, whoever sends them. */
    private @Nullable Flow flow(ApiRequest request, User user, RequestInfo info) {
        if (info.verb() != Verb.WATCH && isLongRunning(request, info)) return null;
        var target = info.target();
        var resource =
                target.subresource().isEmpty() ? target.resource() : target.resource() + "/" + target.subresource();
        var verb = target.isResource() ? info.verbWord() : request.method().toLowerCase(Locale.ROOT);
        var flow = flows.classify(
                new FlowRequest(user, verb, target.group(), resource, target.namespace(), request.path()));
        request.context().classified(flow.schemaUid(), flow.levelUid());
        return flow;
    }

    private static boolean isLongRunning(ApiRequest request, RequestInfo info) {
        return info.verb() == Verb.WATCH
                || LONG_RUNNING.contains(info.target().subresource())
                || (info.target().isResource() && request.isUpgrade());
    }

    /** Waits for seats, or says that there are none; nothing for those who need none. */
    private @Nullable Seat seat(ApiRequest request, @Nullable Flow flow, long objects) {
        if (flow == null) return null;
        // Who is no longer waiting is not let in.
        var wait = RequestTimeout.of(request.query()).within(flows.longestWait());
        return switch (flows.enter(flow, flow.width(objects), wait)) {
            case Seat seat -> seat;
            case FlowController.Admission.TurnedAway(var seconds) ->
                throw new RefusedException(new Refusal.TooManyRequests(TOO_MANY.message(), seconds, List.of()));
        };
    }

    private ApiReply page(ApiRequest request, User user, @Nullable Flow flow) {
        try (var _ = seat(request, flow, 1)) {
            var backend = backends.ofPage(request.path());
            return backend.isPresent() ? backends.answer(request, user, backend.get()) : pages.answer(request);
        }
    }

    private static final Refusal.TooManyRequests TOO_MANY =
            new Refusal.TooManyRequests("Too many requests, please try again later.", 1, List.of());

    private static RefusedException tooMany() {
        return new RefusedException(TOO_MANY);
    }

    private ApiReply resource(ApiRequest request, User user, RequestInfo info, @Nullable Flow flow) {
        authorize(user, request, info);
        var target = info.target();
        var backend = backends.backend(target.apiVersion());
        if (backend.isPresent()) return handedOn(request, user, info, backend.get(), flow);
        var kind = find(target);
        request.context().found(kind);
        var verb = routed(kind, info);
        if (!kind.deprecation().isEmpty()) request.context().warn(kind.deprecation());
        var call = call(request, user, target, kind);
        ResourceRoutes.requireAllowed(call, verb);
        if (verb == Verb.WATCH) {
            // What follows the beginning costs next to nothing.
            try (var _ = seat(request, flow, 1)) {
                return resources.answer(call, verb);
            }
        }
        if (ResourceRoutes.connects(call)) {
            // Who only may read must not get, by asking with another method, what else is a write.
            if (request.isWebSocket() && ResourceRoutes.isSession(call))
                authorize(user, request, info.withVerb(Verb.CREATE));
            request.context().unhurried();
            return resources.connect(call);
        }
        // All that can be refused without the body is refused by now; who holds it back does not hold a seat.
        if (!hasRoom(request, verb.isWrite(), flow)) throw tooMany();
        if (verb.isWrite()) BodyReader.bytes(request);
        try (var _ = seat(request, flow, resources.objects(call, verb))) {
            return counted(request, verb.isWrite(), flow, () -> {
                var reply = resources.answer(call, verb);
                if (verb.isWrite()) definitions.settle(kind);
                return reply;
            });
        }
    }

    /** The bounds of the whole server; who has no more than the part of their level gets in all the same. */
    private boolean hasRoom(ApiRequest request, boolean isWrite, @Nullable Flow flow) {
        return inFlight.hasRoom(isWrite, request.context().isExempt()) || (flow != null && flow.isBelowNominal());
    }

    private ApiReply counted(ApiRequest request, boolean isWrite, @Nullable Flow flow, Supplier<ApiReply> answer) {
        if (!inFlight.enter(isWrite, request.context().isExempt())
                && !inFlight.enter(isWrite, flow != null && flow.isWithinNominal())) throw tooMany();
        try {
            return answer.get();
        } finally {
            inFlight.leave(isWrite);
        }
    }

    /** What another server answers counts here as what it is there: a watch or session for as long as it lasts, all else once. */
    private ApiReply handedOn(
            ApiRequest request, User user, RequestInfo info, ApiService backend, @Nullable Flow flow) {
        if (isLongRunning(request, info)) {
            request.context().unhurried();
            try (var _ = seat(request, flow, 1)) {
                return backends.answer(request, user, backend);
            }
        }
        var isWrite = info.verb() == null || info.verb().isWrite();
        try (var _ = seat(request, flow, 1)) {
            return counted(request, isWrite, flow, () -> backends.answer(request, user, backend));
        }
    }

    private static Call call(ApiRequest request, User user, RequestTarget target, Kind kind) {
        return new Call(
                request,
                user,
                kind,
                target.parent(),
                target.name(),
                target.subresource(),
                Representation.of(request, kind, target.subresource()));
    }

    /** The verb, if there is such a path for the kind: objects are where their scope says, and nowhere else. */
    private static Verb routed(Kind kind, RequestInfo info) {
        var target = info.target();
        if (!kind.namespaced() && !target.parent().isEmpty()) throw new RefusedException(new Refusal.NoResource());
        if (!target.rest().isEmpty() && !target.subresource().equals("proxy"))
            throw new RefusedException(new Refusal.NoResource());
        var verb = info.verb();
        var isUnplaced = kind.namespaced() && target.parent().isEmpty();
        if (isUnplaced && !target.name().isEmpty()) throw new RefusedException(new Refusal.NoResource());
        if (verb == null || (isUnplaced && verb.isWrite()) || (target.watch() && verb != Verb.WATCH)) {
            throw new RefusedException(new Refusal.MethodNotAllowed());
        }
        return verb;
    }

    /** A kind that is not there may have been defined a moment ago, here or at another server. */
    private Kind find(RequestTarget target) {
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
        request.context().decided(decision);
        if (decision instanceof AccessDecision.Denied(var why)) {
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
        request.context().decided(decision);
        if (decision instanceof AccessDecision.Denied(var why)) {
            throw new RefusedException(new Refusal.Forbidden(
                    target.group(), target.resource(), info.name(), attributes.refusal(user, why), List.of()));
        }
    }
}
