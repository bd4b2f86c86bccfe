package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.definitions.Definitions;
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
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Every request from its arrival to its reply: who asks, may they, what is there, do it. */
public final class Api implements Function<ApiRequest, ApiReply> {
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
            Limits limits) {
        this.metrics = metrics;
        this.observers = List.copyOf(observers);
        this.inFlight = new InFlight(limits);
        this.rate = new UserRate(limits.perUserPerSecond(), System::nanoTime);
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

    @Override
    public ApiReply apply(ApiRequest request) {
        var began = System.nanoTime();
        return switch (reply(request)) {
            case ApiReply.Whole whole -> {
                completed(request, whole.status(), began);
                yield withWarnings(request, whole);
            }
            case ApiReply.Streaming(var type, var stream) ->
                new ApiReply.Streaming(type, sink -> stream(request, stream, sink, began));
        };
    }

    private static ApiReply withWarnings(ApiRequest request, ApiReply.Whole reply) {
        var warnings = request.notes().warnings();
        if (warnings.isEmpty()) return reply;
        var all = new ArrayList<>(reply.warnings());
        all.addAll(warnings);
        return reply.withWarnings(all);
    }

    private void stream(ApiRequest request, ApiReply.Stream stream, ApiReply.Sink sink, long began)
            throws IOException, InterruptedException {
        for (var observer : observers) observer.streams(request);
        try {
            stream.run(sink);
        } finally {
            completed(request, 200, began);
        }
    }

    private void completed(ApiRequest request, int status, long began) {
        var took = Duration.ofNanos(System.nanoTime() - began);
        for (var observer : observers) observer.completed(request, status, took);
    }

    private ApiReply reply(ApiRequest request) {
        try {
            return answer(request);
        } catch (RefusedException e) {
            metrics.refused(e.refusal());
            return refused(e.refusal());
        } catch (StoreException e) {
            return refused(StoreRefusals.of(e.problem(), String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            defects.accept(e);
            return refused(new Refusal.Internal(
                    "a defect of the server: " + e.getClass().getSimpleName()));
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
        return refusal instanceof Refusal.TooManyRequests(var _, var seconds, var _) && seconds > 0
                ? reply.withHeaders(Map.of("Retry-After", Integer.toString(seconds)))
                : reply;
    }

    private ApiReply answer(ApiRequest request) {
        var sender = authentication.user(request).orElseThrow(() -> new RefusedException(new Refusal.Unauthorized()));
        var user = impersonation.actor(sender, request);
        var notes = request.notes();
        notes.authenticated(user);
        var target = Target.of(request.path());
        if (!target.isResource()) {
            authorizePath(user, request);
            return pages.answer(request);
        }
        var verb = verb(request, target);
        notes.routed(target, verb);
        var privileged = user.groups().contains(User.MASTERS);
        if (!privileged && !rate.allows(user.name())) throw tooMany();
        if (verb == Verb.WATCH) return resource(request, user, target, verb);
        if (!inFlight.enter(verb.isWrite(), privileged)) throw tooMany();
        try {
            return resource(request, user, target, verb);
        } finally {
            inFlight.leave(verb.isWrite());
        }
    }

    private static RefusedException tooMany() {
        return new RefusedException(
                new Refusal.TooManyRequests("Too many requests, please try again later.", 1, List.of()));
    }

    private ApiReply resource(ApiRequest request, User user, Target target, Verb verb) {
        authorize(user, request, target, verb);
        var kind = kind(request, target);
        request.notes().found(kind);
        var extension = kind.extension();
        if (extension != null && !extension.deprecation().isEmpty())
            request.notes().warn(extension.deprecation());
        var reply = resources.answer(call(request, user, target, kind));
        if (verb.isWrite()) definitions.settle(kind);
        return reply;
    }

    private static Call call(ApiRequest request, User user, Target target, Kind kind) {
        // A namespace is named by its own place in the path, and stands in none.
        var namespace = kind.namespaced() ? target.namespace() : "";
        return new Call(
                request, user, kind, namespace, target.name(), target.subresource(), Representation.of(request));
    }

    private Kind kind(ApiRequest request, Target target) {
        var kind = find(target);
        var misplaced = !kind.namespaced() && !target.namespace().isEmpty() && !kind.is("", "Namespace");
        if (misplaced) throw new RefusedException(new Refusal.NoResource());
        var isCreation = request.method().equals("POST");
        var unplaced = kind.namespaced()
                && target.namespace().isEmpty()
                && (isCreation || !target.name().isEmpty());
        if (unplaced && !target.name().isEmpty()) throw new RefusedException(new Refusal.NoResource());
        if (unplaced) throw new RefusedException(new Refusal.MethodNotAllowed());
        return kind;
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
        var verb = request.method().toLowerCase(java.util.Locale.ROOT);
        var attributes = Attributes.ofPath(verb, request.path());
        if (authorization.decide(user, attributes) instanceof Decision.Denied(var why)) {
            throw new RefusedException(new Refusal.ForbiddenPath("forbidden: " + attributes.refusal(user, why)));
        }
    }

    private void authorize(User user, ApiRequest request, Target target, Verb verb) {
        var attributes = new Attributes(
                verb.word(),
                target.group(),
                target.resource(),
                target.subresource(),
                target.namespace(),
                name(request, target),
                request.query().text("fieldSelector"),
                "");
        var decision = authorization.decide(user, attributes);
        request.notes().authorized(decision instanceof Decision.Allowed);
        if (decision instanceof Decision.Denied(var why)) {
            throw new RefusedException(new Refusal.Forbidden(
                    target.group(), target.resource(), target.name(), attributes.refusal(user, why), List.of()));
        }
    }

    private static final String BY_NAME = "metadata.name=";

    /** Who lists or watches one object by its name asks for that object. */
    private static String name(ApiRequest request, Target target) {
        var fields = request.query().text("fieldSelector");
        var single = target.name().isEmpty() && fields.startsWith(BY_NAME) && fields.indexOf(',') < 0;
        return single ? fields.substring(BY_NAME.length()) : target.name();
    }

    private static final Set<String> READS = Set.of("GET", "HEAD");

    static Verb verb(ApiRequest request, Target target) {
        var collection = target.name().isEmpty();
        if (READS.contains(request.method())) {
            if (request.query().flag("watch")) return Verb.WATCH;
            return collection ? Verb.LIST : Verb.GET;
        }
        return switch (request.method()) {
            case "POST" -> Verb.CREATE;
            case "PUT" -> Verb.UPDATE;
            case "PATCH" -> Verb.PATCH;
            case "DELETE" -> collection ? Verb.DELETE_COLLECTION : Verb.DELETE;
            default -> throw new RefusedException(new Refusal.MethodNotAllowed());
        };
    }
}
