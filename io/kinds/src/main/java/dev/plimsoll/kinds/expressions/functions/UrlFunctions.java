package dev.plimsoll.kinds.expressions.functions;

import static dev.plimsoll.kinds.expressions.functions.Parameter.TEXT;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Addresses of the web. */
final class UrlFunctions {
    private static final OpaqueType TYPE = OpaqueType.create("kubernetes.URL");
    private static final Parameter URL = new Parameter(TYPE, URI.class);
    private static final MapType QUERY = MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING));

    private UrlFunctions() {}

    static void addTo(FunctionLibrary library) {
        library.global("isURL", SimpleType.BOOL, given -> isUrl((String) given[0]), TEXT)
                .global("url", TYPE, given -> parsed((String) given[0]), TEXT)
                .member("getQuery", QUERY, given -> query((URI) given[0]), URL);
        part(library, "getScheme", URI::getScheme);
        part(library, "getHost", UrlFunctions::host);
        part(library, "getHostname", UrlFunctions::hostname);
        part(library, "getPort", url -> url.getPort() < 0 ? "" : Integer.toString(url.getPort()));
        part(library, "getEscapedPath", URI::getRawPath);
    }

    private static void part(FunctionLibrary library, String name, Function<URI, String> part) {
        library.member(
                name,
                SimpleType.STRING,
                given -> {
                    var text = part.apply((URI) given[0]);
                    return text == null ? "" : text;
                },
                URL);
    }

    private static boolean isUrl(String text) {
        try {
            parsed(text);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** Absolute, or a path that begins at the root. */
    private static URI parsed(String text) {
        try {
            var url = new URI(text);
            if (url.getScheme() != null || text.startsWith("/")) return url;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("URL parse error during conversion from string: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException(
                "URL parse error during conversion from string: parse \"" + text + "\": invalid URI for request");
    }

    private static String host(URI url) {
        var authority = url.getRawAuthority();
        if (authority == null) return "";
        return authority.substring(authority.indexOf('@') + 1);
    }

    private static String hostname(URI url) {
        var host = url.getHost();
        if (host == null) return "";
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static Map<String, List<String>> query(URI url) {
        var values = new LinkedHashMap<String, List<String>>();
        if (url.getRawQuery() == null) return values;
        for (var pair : url.getRawQuery().split("&", -1)) {
            if (pair.isEmpty()) continue;
            var equals = pair.indexOf('=');
            var name = equals < 0 ? pair : pair.substring(0, equals);
            var value = equals < 0 ? "" : pair.substring(equals + 1);
            values.computeIfAbsent(decoded(name), _ -> new ArrayList<>()).add(decoded(value));
        }
        return values;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
