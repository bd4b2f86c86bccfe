package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.request.ApiRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * What of a request's path is for whoever is behind the proxy.
 *
 * @param prefix the path of the proxy itself
 * @param rest as it was sent, with its first slash; empty if there is none
 */
record ProxyPath(String prefix, String rest) {
    private static final String PROXY = "proxy";

    /**
     * Cuts the path as it was sent where the decoded one, by which the request was authorized, says that the proxy is. Empty if the two
     * cannot be brought together: then somebody hides slashes.
     */
    static Optional<ProxyPath> of(ApiRequest request, int segmentsBefore) {
        var uri = request.uri();
        var question = uri.indexOf('?');
        var path = question < 0 ? uri : uri.substring(0, question);
        var decoded = List.of(request.path().split("/", -1));
        var position = 0;
        for (var i = 1; i <= segmentsBefore; i++) {
            if (position >= path.length() || path.charAt(position) != '/') return Optional.empty();
            var end = path.indexOf('/', position + 1);
            if (end < 0) end = path.length();
            var segment = decoded(path.substring(position + 1, end));
            if (i >= decoded.size() || !segment.equals(decoded.get(i))) return Optional.empty();
            position = end;
        }
        if (!decoded.get(segmentsBefore).equals(PROXY)) return Optional.empty();
        return Optional.of(new ProxyPath(path.substring(0, position), path.substring(position)));
    }

    private static String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return segment;
        }
    }
}
