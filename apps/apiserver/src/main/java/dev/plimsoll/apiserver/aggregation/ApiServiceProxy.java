package dev.plimsoll.apiserver.aggregation;

import dev.plimsoll.apiserver.aggregation.ApiService.Backend;
import dev.plimsoll.apiserver.proxy.HttpProxy;
import dev.plimsoll.apiserver.proxy.ProxyHeaders;
import dev.plimsoll.apiserver.proxy.UpgradeProxy;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.streams.ResponseHead.Field;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Hands requests for a group version on to the API server that answers for it. Who asks is known and allowed by then, and is told in
 * headers of our own: those that a client sent are dropped.
 */
public final class ApiServiceProxy {
    private static final String PATH_CHARACTERS = "/-._~!$&'()*+,;=:@";
    /** Watches and sessions last as long as both sides like. */
    private static final Duration ENDLESS = Duration.ofDays(1);

    private final ApiServiceIndex index;
    private final BackendConnections connections;
    private final Duration patience;

    ApiServiceProxy(ApiServiceIndex index, BackendConnections connections, Duration patience) {
        this.index = index;
        this.connections = connections;
        this.patience = patience.isZero() ? ENDLESS : patience;
    }

    /** Who answers for a group version, if it is not this server. */
    public Optional<ApiService> backend(String apiVersion) {
        return index.remote(apiVersion);
    }

    /** Who answers for a page that is about one group version: its list of resources, or its schemas. */
    public Optional<ApiService> ofPage(String path) {
        if (index.remote().isEmpty()) return Optional.empty();
        var plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        for (var prefix : List.of("/apis/", "/openapi/v3/apis/")) {
            if (plain.startsWith(prefix)) return index.remote(plain.substring(prefix.length()));
        }
        return Optional.empty();
    }

    /** What is said while a backend cannot be asked, in plain text as other servers do. */
    private static ApiReply unavailable() {
        return ApiReply.Whole.of(
                503, "text/plain; charset=utf-8", "service unavailable\n".getBytes(StandardCharsets.UTF_8));
    }

    /** The answer of the backend, as it comes. */
    public ApiReply answer(ApiRequest request, User user, ApiService service) {
        if (!(service.backend() instanceof Backend.Remote backend) || !service.available()) return unavailable();
        URI base;
        try {
            base = connections.base(backend);
        } catch (IOException _) {
            return unavailable();
        }
        var page = page(base, request);
        List<Field> fields = new ArrayList<>(ProxyHeaders.ofRequest(request));
        fields.addAll(RemoteIdentity.of(user));
        // The logs of both servers name the request alike.
        fields.add(new Field("Audit-ID", request.context().auditId()));
        if (request.isUpgrade())
            return UpgradeProxy.open(request, page, fields, address -> connections.connect(backend, address));
        try {
            var most = request.context().isUnhurried() ? ENDLESS : patience;
            return HttpProxy.send(request, page, fields, most, connections.client(backend), UnaryOperator.identity());
        } catch (IOException e) {
            throw new RefusedException(new Refusal.Unavailable("error trying to reach service: " + e.getMessage()));
        }
    }

    /** What was authorized is what is asked: the decoded path, encoded again. */
    private static URI page(URI base, ApiRequest request) {
        var question = request.uri().indexOf('?');
        var query = question < 0 ? "" : request.uri().substring(question);
        try {
            return URI.create(base + PercentEncoder.encode(request.path(), PATH_CHARACTERS) + query);
        } catch (IllegalArgumentException _) {
            throw new RefusedException(new Refusal.BadRequest("the query is not one of a URL"));
        }
    }
}
