package dev.plimsoll.apiserver.request;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A request as it came.
 *
 * @param uri as it was sent, for the log
 * @param path decoded, without the query
 * @param headers all values of each, by names in lower case
 * @param certificates that the client proved to own, its own first; empty without any
 */
public record ApiRequest(
        String method,
        String uri,
        String path,
        Parameters query,
        Map<String, List<String>> headers,
        Body body,
        List<X509Certificate> certificates,
        String remote,
        RequestContext context) {
    public ApiRequest {
        headers = Map.copyOf(headers);
        certificates = List.copyOf(certificates);
    }

    /** The same request, with what comes up in one part of its answer noted elsewhere. */
    public ApiRequest with(RequestContext other) {
        return new ApiRequest(method, uri, path, query, headers, body, certificates, remote, other);
    }

    /** A header that is a list; several values are one, with commas between them. */
    public String header(String name) {
        var values = headerValues(name);
        return values.size() == 1 ? values.getFirst() : String.join(",", values);
    }

    /** Each value as it was sent, for headers in whose values a comma is a character as any other. */
    public List<String> headerValues(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** The media type of the body, without parameters, in lower case. */
    public String mediaType() {
        var type = header("content-type");
        var semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    /** Whether the client asks for another protocol on its connection. HTTP/2 is none: whoever offers it asks the same question. */
    public boolean isUpgrade() {
        var protocol = header("upgrade");
        if (protocol.isEmpty() || protocol.regionMatches(true, 0, "h2c", 0, 3)) return false;
        for (var option : header("connection").split(",", -1)) {
            if (option.strip().equalsIgnoreCase("upgrade")) return true;
        }
        return false;
    }

    public boolean isWebSocket() {
        return isUpgrade() && header("upgrade").equalsIgnoreCase("websocket");
    }

    /** What the client sends. */
    public interface Body {
        /** Nothing. */
        Body NONE = new Body() {
            @Override
            public int most() {
                return 0;
            }

            @Override
            public long length() {
                return 0;
            }

            @Override
            public byte[] read() {
                return new byte[0];
            }
        };

        long UNKNOWN = -1;

        /** How much it may be. */
        int most();

        /** How much it is as far as the client told, or {@link #UNKNOWN}. */
        long length();

        /** All of it, or one byte more than it may be if there is more. It is the same whenever it is asked for. */
        byte[] read() throws IOException;

        /** Piece by piece as it comes, however much it is; instead of {@link #read}, and once. */
        default InputStream stream() throws IOException {
            return new ByteArrayInputStream(read());
        }
    }
}
