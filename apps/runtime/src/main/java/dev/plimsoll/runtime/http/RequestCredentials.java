package dev.plimsoll.runtime.http;

import dev.plimsoll.runtime.access.CallerCredentials;
import java.security.cert.X509Certificate;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Reads who sent a request: from the bearer token, and from the client certificate of the connection. */
public final class RequestCredentials {
    private static final String BEARER = "bearer ";

    private RequestCredentials() {}

    public static CallerCredentials of(Request request) {
        var header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        var token = header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? header.substring(BEARER.length()).strip()
                : "";
        return new CallerCredentials(token, certificate(request));
    }

    private static @Nullable X509Certificate certificate(Request request) {
        var attribute = request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
        if (!(attribute instanceof EndPoint.SslSessionData data) || data.peerCertificates() == null) return null;
        return data.peerCertificates().length == 0 ? null : data.peerCertificates()[0];
    }
}
