package dev.plimsoll.apiserver.metrics;

import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.RequestObserver;
import dev.plimsoll.apiserver.request.RequestTarget;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Verb;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times requests by what they are about.
 *
 * <p>Goal: nothing is allocated for a request of a sort that was seen before. Each sort (verb, part, scope, dry run, code) of a
 * kind has a place in an array, computed from numbers; texts are made only when a place is filled for the first time.
 */
final class RequestMeters implements RequestObserver {
    private static final double[] SECONDS = {
        0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60
    };
    private static final int[] CODES = {
        101, 200, 201, 400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 429, 500, 503, 504
    };
    private static final String[] SCOPES = {"cluster", "namespace", "resource"};
    private static final String[] VERBS = {
        "GET", "LIST", "WATCH", "POST", "PUT", "PATCH", "DELETE", "DELETECOLLECTION", "APPLY"
    };
    private static final int APPLY = VERBS.length - 1;
    private static final String COMPONENT = "apiserver";

    private final Counter requests;
    private final NamedCounts rejected;
    private final Histogram durations;
    private final Gauge streams;
    /** Never changed, only replaced by a larger one. */
    private volatile IdentityHashMap<Kind, AtomicReferenceArray<@Nullable Meter>> byKind = new IdentityHashMap<>();

    private record Meter(CounterDataPoint count, DistributionDataPoint duration) {}

    RequestMeters(PrometheusRegistry registry) {
        requests = Counter.builder()
                .name("apiserver_request_total")
                .help("Requests by what they were about and how they were answered.")
                .labelNames(
                        "verb", "group", "version", "resource", "subresource", "scope", "component", "code", "dry_run")
                .withoutExemplars()
                .register(registry);
        durations = Histogram.builder()
                .name("apiserver_request_duration_seconds")
                .help("How long requests took.")
                .labelNames("verb", "group", "version", "resource", "subresource", "scope", "component", "dry_run")
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .withoutExemplars()
                .register(registry);
        rejected = new NamedCounts(
                "apiserver_rejected_requests",
                "Requests that were refused for what they ask, not for the state of what they ask about.",
                "verb",
                "group",
                "version",
                "resource",
                "subresource",
                "code");
        registry.register(rejected);
        streams = Gauge.builder()
                .name("apiserver_longrunning_requests")
                .help("Watches, logs, proxied replies and sessions in containers that are being served.")
                .labelNames("verb", "group", "version", "resource", "subresource", "scope", "component")
                .withoutExemplars()
                .register(registry);
    }

    @Override
    public void streams(ApiRequest request) {
        stream(request, 1);
    }

    @Override
    public void streamed(ApiRequest request) {
        stream(request, -1);
    }

    private void stream(ApiRequest request, int change) {
        var kind = request.context().kind();
        if (kind == null) return;
        var target = request.context().target().orElse(null);
        var verb = request.context().verb() == Verb.WATCH ? Verb.WATCH : Verb.GET;
        var part = target == null ? "" : target.subresource();
        var word = verb == Verb.WATCH ? "WATCH" : part.equals("log") ? "GET" : "CONNECT";
        streams.labelValues(
                        word, kind.group(), kind.version(), kind.plural(), part, SCOPES[scope(target, verb)], COMPONENT)
                .inc(change);
    }

    @Override
    public void completed(ApiRequest request, int status, Duration took) {
        var context = request.context();
        var kind = context.kind();
        var verb = context.verb();
        if (kind == null || verb == null) {
            var page = page(request.path());
            requests.labelValues(request.method(), "", "", "", page, "", COMPONENT, code(status), "")
                    .inc();
            if (isRejected(status)) rejected.count(request.method(), "", "", "", page, code(status));
            return;
        }
        var target = context.target().orElse(null);
        var part = part(kind, target);
        var index = verbIndex(verb, request);
        if (isRejected(status)) {
            rejected.count(
                    VERBS[index], kind.group(), kind.version(), kind.plural(), subresource(kind, part), code(status));
        }
        var meter = meter(kind, index, part, scope(target, verb), status, dryRun(request));
        meter.count().inc();
        meter.duration().observe(took.toNanos() / 1e9);
    }

    private Meter meter(Kind kind, int verb, int part, int scope, int status, boolean dryRun) {
        var code = Arrays.binarySearch(CODES, status);
        if (code < 0) return made(kind, verb, part, scope, status, dryRun);
        var places = places(kind);
        var place = (((verb * (kind.subresources().size() + 1) + part) * SCOPES.length + scope) * 2 + (dryRun ? 1 : 0))
                        * CODES.length
                + code;
        var known = places.get(place);
        if (known != null) return known;
        var made = made(kind, verb, part, scope, status, dryRun);
        places.set(place, made);
        return made;
    }

    private AtomicReferenceArray<@Nullable Meter> places(Kind kind) {
        var known = byKind.get(kind);
        return known != null ? known : added(kind);
    }

    private synchronized AtomicReferenceArray<@Nullable Meter> added(Kind kind) {
        var known = byKind.get(kind);
        if (known != null) return known;
        var sorts = VERBS.length * (kind.subresources().size() + 1) * SCOPES.length * 2 * CODES.length;
        var places = new AtomicReferenceArray<@Nullable Meter>(sorts);
        var larger = new IdentityHashMap<Kind, AtomicReferenceArray<@Nullable Meter>>();
        larger.putAll(byKind);
        larger.put(kind, places);
        byKind = larger;
        return places;
    }

    private Meter made(Kind kind, int verb, int part, int scope, int status, boolean dryRun) {
        var subresource = subresource(kind, part);
        var dry = dryRun ? "All" : "";
        return new Meter(
                requests.labelValues(
                        VERBS[verb],
                        kind.group(),
                        kind.version(),
                        kind.plural(),
                        subresource,
                        SCOPES[scope],
                        COMPONENT,
                        code(status),
                        dry),
                durations.labelValues(
                        VERBS[verb],
                        kind.group(),
                        kind.version(),
                        kind.plural(),
                        subresource,
                        SCOPES[scope],
                        COMPONENT,
                        dry));
    }

    private static String subresource(Kind kind, int part) {
        return part == 0 ? "" : kind.subresources().get(part - 1).name();
    }

    /** What is not there, has changed meanwhile or is too old is nobody's mistake. */
    private static boolean isRejected(int status) {
        return status >= 400 && status < 500 && status != 404 && status != 409 && status != 410;
    }

    private static int verbIndex(Verb verb, ApiRequest request) {
        var apply = verb == Verb.PATCH && request.header("content-type").startsWith("application/apply-patch");
        return switch (verb) {
            case GET -> 0;
            case LIST -> 1;
            case WATCH -> 2;
            case CREATE -> 3;
            case UPDATE -> 4;
            case PATCH -> apply ? APPLY : 5;
            case DELETE -> 6;
            case DELETE_COLLECTION -> 7;
        };
    }

    /** 0 for the object itself; an unknown part counts as the object. */
    private static int part(Kind kind, @Nullable RequestTarget target) {
        if (target == null || target.subresource().isEmpty()) return 0;
        var parts = kind.subresources();
        for (var i = 0; i < parts.size(); i++) if (parts.get(i).name().equals(target.subresource())) return i + 1;
        return 0;
    }

    private static int scope(@Nullable RequestTarget target, Verb verb) {
        if (target == null) return 0;
        if (verb == Verb.CREATE || !target.name().isEmpty()) return 2;
        return target.namespace().isEmpty() ? 0 : 1;
    }

    private static boolean dryRun(ApiRequest request) {
        return !request.query().text("dryRun").isEmpty();
    }

    /** Clients choose paths, so that only those that are known count by name. */
    private static String page(String path) {
        return switch (path) {
            case "/healthz",
                    "/livez",
                    "/readyz",
                    "/version",
                    "/metrics",
                    "/api",
                    "/apis",
                    "/openapi/v2",
                    "/openapi/v3" -> path;
            default -> "";
        };
    }

    private static String code(int status) {
        return Integer.toString(status);
    }
}
