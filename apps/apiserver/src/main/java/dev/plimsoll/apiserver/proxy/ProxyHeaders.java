package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.nodes.PodRelay;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.streams.ResponseHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;

/** Which headers go through a proxy. */
public final class ProxyHeaders {
    /** Tells a process that serves several nodes which one is meant. Whoever sends it through the server is not believed. */
    static final String NODE = PodRelay.NODE;

    /** Those of one connection (RFC 9110, 7.6.1), and those that the HTTP client makes itself. */
    private static final Set<String> OF_CONNECTION = Set.of(
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length",
            "expect",
            "host",
            "http2-settings");

    private ProxyHeaders() {}

    /** Of a request: neither who asks, which is nobody else's affair, nor what he may not say. */
    public static List<ResponseHead.Field> ofRequest(ApiRequest request) {
        var passed = new TreeMap<String, String>();
        request.headers().forEach((name, values) -> {
            if (isPassedOn(name) && !isOfConnection(name, request.header("connection")))
                passed.put(name, String.join(", ", values));
        });
        passed.merge("x-forwarded-for", request.remote(), (before, last) -> before + ", " + last);
        var fields = new ArrayList<ResponseHead.Field>();
        passed.forEach((name, value) -> fields.add(new ResponseHead.Field(name, value)));
        return fields;
    }

    private static boolean isPassedOn(String name) {
        return !name.equals("authorization")
                && !name.equals("audit-id")
                && !name.startsWith("impersonate-")
                && !name.startsWith("x-remote-")
                && !name.equals(NODE.toLowerCase(Locale.ROOT));
    }

    static boolean isOfConnection(String name, String connection) {
        var lower = name.toLowerCase(Locale.ROOT);
        if (OF_CONNECTION.contains(lower) || lower.startsWith(":")) return true;
        for (var option : connection.split(",", -1)) if (option.strip().equalsIgnoreCase(lower)) return true;
        return false;
    }
}
