package dev.plimsoll.nodeagent.handlers;

import dev.plimsoll.core.model.lifecycle.ContainerHandler;
import dev.plimsoll.core.resize.probes.ProbeRun;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks a server of a pod by HTTP. Certificates are not verified, and redirects to other hosts not followed. */
final class HttpHandler {
    private static final int MOST_REDIRECTS = 10;

    private HttpHandler() {}

    static URI url(ContainerHandler.HttpGet handler, Address address) {
        var path = handler.path().startsWith("/") ? handler.path() : "/" + handler.path();
        return URI.create(
                (handler.scheme().equalsIgnoreCase("https") ? "https" : "http") + "://" + address + escaped(path));
    }

    /** Whatever a pod has as its path can be sent: what is no part of a URL is escaped. */
    private static String escaped(String path) {
        var text = new StringBuilder();
        for (var each : path.getBytes(StandardCharsets.UTF_8)) {
            var c = (char) (each & 0xff);
            var isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (isPlain || "-._~:/?@!$&'()*+,;=%".indexOf(c) >= 0) text.append(c);
            else text.append('%').append("%02X".formatted((int) c));
        }
        // A percent sign that escapes nothing is escaped itself.
        return text.toString().replaceAll("%(?![0-9A-Fa-f]{2})", "%25");
    }

    static ProbeRun probe(ContainerHandler.HttpGet handler, Address address, Duration timeout, Dialer dialer) {
        var deadline = System.nanoTime() + timeout.toNanos();
        var url = url(handler, address);
        try {
            for (var i = 0; i <= MOST_REDIRECTS; i++) {
                var left = Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
                var answer = HttpExchange.get(url, handler.headers(), left, dialer);
                var next = next(url, answer);
                if (next == null) return result(answer);
                if (!next.getHost().equals(address.host()) && !next.getHost().equals(url.getHost()))
                    return result(answer);
                url = next;
            }
            return new ProbeRun.Failed("Get \"" + url + "\": stopped after 10 redirects");
        } catch (IOException e) {
            return new ProbeRun.Failed("Get \"" + url + "\": " + e.getMessage());
        }
    }

    /** Where an answer sends its reader; null where it does not. */
    private static @Nullable URI next(URI url, HttpExchange.Answer answer) {
        var isRedirect = switch (answer.status()) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
        if (!isRedirect || answer.location().isEmpty()) return null;
        try {
            var next = url.resolve(answer.location());
            var isHttp = "http".equals(next.getScheme()) || "https".equals(next.getScheme());
            return isHttp && next.getHost() != null ? next : null;
        } catch (IllegalArgumentException _) {
            return null; // a location that is no address is not followed
        }
    }

    private static ProbeRun result(HttpExchange.Answer answer) {
        if (answer.status() < 200 || answer.status() >= 400)
            return new ProbeRun.Failed("HTTP probe failed with statuscode: " + answer.status());
        if (answer.status() >= 300)
            return new ProbeRun.Warned("Probe terminated redirects, Response body: " + answer.body());
        return new ProbeRun.Succeeded(answer.body());
    }
}
