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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the server says of itself: health, version, discovery, schemas. */
public final class ServerPages {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String OPENAPI = "/openapi/v3/";
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
    private final OpenApi openApi;
    private final StoreChecks store;
    private final ServerMetrics metrics;
    private final IssuerDiscovery issuer;

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
        this.openApi = new OpenApi(kinds, schema, backends::groupVersions);
        this.store = store;
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
        if (path.equals("/livez/store") || path.equals("/readyz/store")) {
            return passes(path) ? text(200, "ok") : text(500, "internal server error: reason withheld\n");
        }
        if (path.startsWith("/livez/") || path.startsWith("/readyz/")) return text(200, "ok");
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

    /** A fault of the store is not mended by a restart alone, so a server that has one is alive, and not ready. */
    private boolean passes(String path) {
        return path.startsWith("/livez") ? store.answers() : store.isWhole();
    }

    /** Everybody may ask, so the reason is in the log of the server only. */
    private ApiReply health(String path, ApiRequest request) {
        if (!passes(path))
            return text(500, "[+]ping ok\n[-]store failed: reason withheld\n" + path.substring(1) + " check failed\n");
        return text(
                200,
                request.query().has("verbose")
                        ? "[+]ping ok\n[+]store ok\n" + path.substring(1) + " check passed\n"
                        : "ok");
    }

    private ApiReply discovered(ApiRequest request, boolean core) {
        var representation = Representation.of(request);
        var version = representation.discovery();
        if (version.isEmpty())
            return DocumentReply.of(200, representation.encoding(), core ? discovery.versions() : discovery.groups());
        return ApiReply.Whole.of(
                        200,
                        Representation.DISCOVERY_TYPE.formatted(version),
                        StoredJson.bytes(discovery.aggregated(core, version)))
                .withHeaders(Map.of("Vary", "Accept"));
    }

    private static ApiReply.Whole json(ObjectNode tree) {
        return ApiReply.Whole.of(200, Encoding.JSON.mediaType(), StoredJson.bytes(tree));
    }

    private static ApiReply text(int status, String text) {
        return ApiReply.Whole.of(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }
}
