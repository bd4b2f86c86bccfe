package dev.plimsoll.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.aggregation.BackendCatalog;
import dev.plimsoll.apiserver.metrics.ServerMetrics;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.DocumentReply;
import dev.plimsoll.apiserver.request.Encoding;
import dev.plimsoll.apiserver.request.MediaRange;
import dev.plimsoll.apiserver.request.Representation;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.codec.protobuf.OpenApiMessage;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.discovery.Discovery;
import dev.plimsoll.kinds.discovery.ServerVersion;
import dev.plimsoll.kinds.openapi.OpenApi;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the server says of itself: health, version, discovery, schemas. */
public final class ServerPages {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String OPENAPI = "/openapi/v3/";
    private static final List<String> HEALTH = List.of("/healthz", "/livez", "/readyz");
    /** Those that the first page lists. */
    private static final List<String> PATHS = List.of(
            IssuerDiscovery.CONFIGURATION,
            "/api",
            "/api/v1",
            "/apis",
            "/healthz",
            "/livez",
            "/metrics",
            "/openapi/v2",
            "/openapi/v3",
            IssuerDiscovery.KEYS,
            "/readyz",
            "/version");

    /** Brings the kinds up to date that definitions make. */
    private final Runnable refresh;

    private final Discovery discovery;
    private final DiscoveryPages pages;
    private final OpenApi openApi;
    private final StoreChecks store;
    private final ServerMetrics metrics;
    private final IssuerDiscovery issuer;
    private volatile boolean endsSoon;

    public ServerPages(
            Kinds kinds,
            BackendCatalog backends,
            Runnable refresh,
            Schema schema,
            StoreChecks store,
            ServerMetrics metrics,
            IssuerDiscovery issuer) {
        this.issuer = issuer;
        this.metrics = metrics;
        this.refresh = refresh;
        this.discovery = new Discovery(kinds, backends::groupVersions);
        this.pages = new DiscoveryPages(kinds, backends::groupVersions, discovery);
        this.openApi = new OpenApi(kinds, schema, backends::groupVersions);
        this.store = store;
    }

    /** {@code /readyz} fails from now on, so that load balancers and clients choose another server. */
    void beginShutdown() {
        endsSoon = true;
    }

    ApiReply answer(ApiRequest request) {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            throw new RefusedException(new Refusal.MethodNotAllowed());
        }
        var path = request.path().length() > 1 && request.path().endsWith("/")
                ? request.path().substring(0, request.path().length() - 1)
                : request.path();
        if (path.startsWith("/api") || path.startsWith("/openapi")) refresh.run();
        return switch (path) {
            case "/healthz", "/livez", "/readyz" -> health(path, request);
            case "/version" -> json(ServerVersion.document());
            case "/api" -> discovered(request, true);
            case "/apis" -> discovered(request, false);
            case "/openapi/v2" -> second(request);
            case "/openapi/v3" -> json(openApi.index());
            case "/metrics" -> ApiReply.Whole.of(200, ServerMetrics.CONTENT_TYPE, metrics.text());
            case IssuerDiscovery.CONFIGURATION -> issuer.configuration();
            case IssuerDiscovery.KEYS -> issuer.keys();
            case "/" -> json(Discovery.paths(PATHS));
            default -> other(request, path);
        };
    }

    /** As JSON, or as the message that clients in Go ask for: they check lists and kinds that the newer version leaves out with it. */
    private ApiReply second(ApiRequest request) {
        var accept = request.header("accept");
        if (accept.isBlank()) return json(openApi.second());
        for (var range : MediaRange.parse(accept)) {
            if (OpenApiMessage.isAskedBy(range.type())) {
                return ApiReply.Whole.of(200, OpenApiMessage.MEDIA_TYPE, OpenApiMessage.of(openApi.second()));
            }
            if (range.isJson()) return json(openApi.second());
        }
        throw new RefusedException(new Refusal.NotAcceptable());
    }

    private ApiReply other(ApiRequest request, String path) {
        if (path.startsWith(OPENAPI)) {
            return json(required(openApi.document(path.substring(OPENAPI.length()))))
                    .withHeaders(Map.of("Cache-Control", "public, immutable"));
        }
        for (var page : HEALTH) {
            if (path.startsWith(page + "/")) return check(page, path.substring(page.length() + 1));
        }
        var encoding = Representation.ofStatus(request);
        if (path.equals("/api/v1")) return DocumentReply.of(200, encoding, required(discovery.resources("v1")));
        if (!path.startsWith("/apis/")) throw new RefusedException(new Refusal.NoPath());
        var rest = path.substring("/apis/".length());
        return DocumentReply.of(
                200, encoding, required(rest.indexOf('/') < 0 ? discovery.groupOf(rest) : discovery.resources(rest)));
    }

    private static ObjectNode required(Optional<ObjectNode> found) {
        return found.orElseThrow(() -> new RefusedException(new Refusal.NoPath()));
    }

    /** One check of a page of health, by its name. */
    private ApiReply check(String page, String name) {
        var failed = problems(page).get(name);
        return failed == null ? text(200, "ok") : text(500, "internal server error: " + failed + "\n");
    }

    /**
     * What a page of health complains about, by the name of the check. A server whose store is away lives, and a restart would not
     * mend that; so only readiness and health depend on the store.
     */
    private Map<String, String> problems(String page) {
        var problems = new LinkedHashMap<String, String>();
        if (page.equals("/livez")) return problems;
        store.problem().ifPresent(problem -> problems.put("store", problem));
        if (page.equals("/readyz") && endsSoon) problems.put("shutdown", "the server is shutting down");
        return problems;
    }

    private ApiReply health(String page, ApiRequest request) {
        var problems = problems(page);
        if (problems.isEmpty() && !request.query().has("verbose")) return text(200, "ok");
        var lines = new StringBuilder("[+]ping ok\n");
        for (var check : checks(page)) {
            var problem = problems.get(check);
            lines.append(problem == null ? "[+]" + check + " ok\n" : "[-]" + check + " failed: " + problem + "\n");
        }
        lines.append(page.substring(1)).append(problems.isEmpty() ? " check passed\n" : " check failed\n");
        return text(problems.isEmpty() ? 200 : 500, lines.toString());
    }

    private static List<String> checks(String page) {
        return switch (page) {
            case "/livez" -> List.of();
            case "/readyz" -> List.of("store", "shutdown");
            default -> List.of("store");
        };
    }

    private ApiReply discovered(ApiRequest request, boolean core) {
        var representation = Representation.of(request);
        var version = representation.discovery();
        if (version.isEmpty())
            return DocumentReply.of(200, representation.encoding(), core ? discovery.versions() : discovery.groups());
        return ApiReply.Whole.of(200, Representation.DISCOVERY_TYPE.formatted(version), pages.aggregated(core, version))
                .withHeaders(Map.of("Vary", "Accept"));
    }

    private static ApiReply.Whole json(ObjectNode tree) {
        return ApiReply.Whole.of(200, Encoding.JSON.mediaType(), StoredJson.bytes(tree));
    }

    private static ApiReply text(int status, String text) {
        return ApiReply.Whole.of(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }
}
