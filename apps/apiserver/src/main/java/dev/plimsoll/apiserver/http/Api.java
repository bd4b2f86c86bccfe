package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.aggregation.ApiService;
import dev.plimsoll.apiserver.aggregation.ApiServiceProxy;
import dev.plimsoll.apiserver.authentication.Authentication;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.authorization.Impersonation;
import dev.plimsoll.apiserver.customresources.Definitions;
import dev.plimsoll.apiserver.flowcontrol.FlowController;
import dev.plimsoll.apiserver.flowcontrol.FlowController.Flow;
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
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Every request from its arrival to its reply: who asks, may they, what is there, do it. */
public final class Api implements Function<ApiRequest, ApiReply> {
    private static final String AUDIT_ID = "Audit-Id";
    private static final int LONGEST_AUDIT_ID = 256;

    private final Kinds kinds;
    private final Definitions definitions;
    private final Authentication authentication;
    private final AccessCheck access;
    private final Impersonation impersonation;
    private final ServerPages pages;
    private final ResourceRoutes resources;
    private final ApiServiceProxy backends;
    private final Consumer<Throwable> defects;
    private final ServerMetrics metrics;
    private final HeldReplies held;
    private final RequestSeats seats;
    private final UserRate rate;
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
        this.held = new HeldReplies(new ClientBudget(0, limits.clients().streamsPerUser()), observers);
        var inFlight = new InFlight(limits);
        this.seats = new RequestSeats(flows, inFlight);
        this.rate = new UserRate(limits.perUserPerSecond(), System::nanoTime);
        metrics.show(inFlight);
        this.kinds = kinds;
        this.definitions = definitions;
        this.authentication = authentication;
        this.access = new AccessCheck(authorization, kinds);
        this.impersonation = new Impersonation(authorization);
        this.pages = pages;
        this.resources = resources;
        this.backends = backends;
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

    /** Says from now on that the server is not ready; everything is still answered. */
    public void beginShutdown() {
        pages.beginShutdown();
    }

    /** Ends watches and logs in order; clients open them again elsewhere. */
    public void endStreams() {
        held.endStreams();
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
                held.completed(request, whole.status(), began);
                yield withWarnings(request, whole).with(request.context().replyHeaders());
            }
            case ApiReply.Streaming reply ->
                held.streaming(request, reply, began).orElseGet(() -> refusedToHold(request, began));
            case ApiReply.Upgraded reply ->
                held.upgraded(request, reply, began).orElseGet(() -> refusedToHold(request, began));
        };
    }

    private ApiReply.Whole refusedToHold(ApiRequest request, long began) {
        held.completed(request, 429, began);
        return refused(request, RequestSeats.TOO_MANY).with(request.context().replyHeaders());
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
        if (!info.isLongRunning(request)
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
        var flow = identity.isPart() ? null : seats.flow(request, user, info);
        if (!info.target().isResource()) {
            access.ofPath(user, request);
            return page(request, user, flow);
        }
        if (!context.isExempt() && !rate.allows(user.name())) throw new RefusedException(RequestSeats.TOO_MANY);
        return resource(request, user, info, flow);
    }

    private ApiReply page(ApiRequest request, User user, @Nullable Flow flow) {
        try (var _ = seats.enter(request, flow, 1)) {
            var backend = backends.ofPage(request.path());
            return backend.isPresent() ? backends.answer(request, user, backend.get()) : pages.answer(request);
        }
    }

    private ApiReply resource(ApiRequest request, User user, RequestInfo info, @Nullable Flow flow) {
        access.ofResource(user, request, info);
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
            try (var _ = seats.enter(request, flow, 1)) {
                return resources.answer(call, verb);
            }
        }
        if (ResourceRoutes.connects(call)) {
            // Who only may read must not get, by asking with another method, what else is a write.
            if (request.isWebSocket() && ResourceRoutes.isSession(call))
                access.ofResource(user, request, info.withVerb(Verb.CREATE));
            request.context().unhurried();
            return resources.connect(call);
        }
        // All that can be refused without the body is refused by now; who holds it back does not hold a seat.
        seats.requireRoom(request, verb.isWrite(), flow);
        if (verb.isWrite()) BodyReader.bytes(request);
        try (var _ = seats.enter(request, flow, resources.objects(call, verb))) {
            return seats.counted(request, verb.isWrite(), flow, () -> {
                var reply = resources.answer(call, verb);
                if (verb.isWrite()) definitions.settle(kind);
                return reply;
            });
        }
    }

    /** What another server answers counts here as what it is there: a watch or session for as long as it lasts, all else once. */
    private ApiReply handedOn(
            ApiRequest request, User user, RequestInfo info, ApiService backend, @Nullable Flow flow) {
        if (info.isLongRunning(request)) {
            request.context().unhurried();
            try (var _ = seats.enter(request, flow, 1)) {
                return backends.answer(request, user, backend);
            }
        }
        var isWrite = info.verb() == null || info.verb().isWrite();
        try (var _ = seats.enter(request, flow, 1)) {
            return seats.counted(request, isWrite, flow, () -> backends.answer(request, user, backend));
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
}
