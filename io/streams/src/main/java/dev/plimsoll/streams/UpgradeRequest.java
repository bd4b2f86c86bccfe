package dev.plimsoll.streams;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Asks a server to change the protocol of a connection. */
public final class UpgradeRequest {
    /** What is said of the upgrade itself; all else of a client's request is its own affair. */
    private static final Set<String> PASSED_ON = Set.of(
            "upgrade",
            "sec-websocket-key",
            "sec-websocket-version",
            "sec-websocket-protocol",
            "x-stream-protocol-version");

    private UpgradeRequest() {}

    /** Whether a header is passed on to whoever speaks the new protocol; the name in lower case. */
    public static boolean isPassedOn(String header) {
        return PASSED_ON.contains(header);
    }

    /**
     * Sends the request; its answer can be read then.
     *
     * @param fields without {@code Host} and {@code Connection}
     */
    public static void send(DuplexStream server, String method, URI page, List<ResponseHead.Field> fields)
            throws IOException {
        var text = new StringBuilder(256);
        text.append(method).append(' ').append(page.getRawPath());
        if (page.getRawQuery() != null) text.append('?').append(page.getRawQuery());
        text.append(" HTTP/1.1\r\n");
        line(text, "Host", page.getRawAuthority());
        line(text, "Connection", "Upgrade");
        for (var field : fields) line(text, field.name(), field.value());
        if (method.equals("POST")) line(text, "Content-Length", "0");
        text.append("\r\n");
        server.output().write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
        server.output().flush();
    }

    private static void line(StringBuilder text, String name, String value) {
        if (isUnsafe(name) || isUnsafe(value)) throw new IllegalArgumentException("a header must not end its line");
        text.append(name).append(": ").append(value).append("\r\n");
    }

    private static boolean isUnsafe(String text) {
        return text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0 || text.indexOf('\0') >= 0;
    }
}
