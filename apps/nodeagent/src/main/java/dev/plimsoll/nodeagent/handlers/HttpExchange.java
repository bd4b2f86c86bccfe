package dev.plimsoll.nodeagent.handlers;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.model.lifecycle.ContainerHandler.Header;
import dev.plimsoll.streams.ResponseHead;
import dev.plimsoll.tls.TrustAllManager;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * One request with a connection of its own. Not the JDK's client: that one lets nobody say {@code Host} and keeps its connections, and
 * both matter here.
 */
final class HttpExchange {
    private static final int MOST_BODY = 10 * 1024;
    private static final SSLContext TLS = TrustAllManager.context();

    private HttpExchange() {}

    /** @param body its beginning */
    record Answer(int status, String body, String location) {}

    /** What does not end in time is cut off, whatever it is doing. */
    static Answer get(URI url, List<Header> headers, Duration timeout, Dialer dialer) throws IOException {
        var deadline = System.nanoTime() + timeout.toNanos();
        var address = new Address(host(url), port(url));
        try (var socket = dialer.dial(address, timeout)) {
            var watch = ComponentThreads.named("http-deadline").start(() -> cut(socket, deadline));
            try {
                return exchange(url, headers, socket);
            } catch (IOException e) {
                if (System.nanoTime() >= deadline) throw new TimeoutException(e);
                throw e;
            } finally {
                watch.interrupt();
            }
        } catch (DialException e) {
            if (e.isTimeout()) throw new TimeoutException(e);
            throw e;
        }
    }

    /** It took longer than it may. */
    static final class TimeoutException extends IOException {
        private static final long serialVersionUID = 1;

        TimeoutException(IOException cause) {
            super("context deadline exceeded (Client.Timeout exceeded while awaiting headers)", cause);
        }
    }

    private static void cut(Socket socket, long deadline) {
        try {
            Thread.sleep(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            socket.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // it has ended in time
        } catch (IOException _) {
            // One that cannot be closed is of no use to anybody: the exchange has failed.
        }
    }

    private static Answer exchange(URI url, List<Header> headers, Socket socket) throws IOException {
        var channel = socket;
        if (url.getScheme().equals("https")) {
            var peer = (InetSocketAddress) socket.getRemoteSocketAddress();
            var secured = (SSLSocket)
                    TLS.getSocketFactory().createSocket(socket, peer.getHostString(), peer.getPort(), false);
            secured.startHandshake();
            channel = secured;
        }
        channel.getOutputStream().write(request(url, headers));
        channel.getOutputStream().flush();
        var input = new BufferedInputStream(channel.getInputStream());
        var head = ResponseHead.read(input);
        while (head.status() >= 100 && head.status() < 200) head = ResponseHead.read(input);
        return new Answer(
                head.status(), body(head, input), head.find("location").orElse(""));
    }

    private static byte[] request(URI url, List<Header> headers) {
        var lines = new ArrayList<String>();
        var target = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        if (url.getRawQuery() != null) target += "?" + url.getRawQuery();
        lines.add("GET " + target + " HTTP/1.1");
        lines.add("Host: " + value(headers, "Host", url.getRawAuthority()));
        lines.add("User-Agent: " + value(headers, "User-Agent", "kube-probe/1.37"));
        var accept = value(headers, "Accept", "*/*");
        if (!accept.isEmpty()) lines.add("Accept: " + accept);
        lines.add("Connection: close");
        for (var header : headers) {
            var name = header.name().toLowerCase(Locale.ROOT);
            if (!List.of("host", "user-agent", "accept", "connection").contains(name))
                lines.add(header.name() + ": " + header.value());
        }
        // A header of a pod must not become two of the request.
        lines.replaceAll(line -> line.replaceAll("[\\r\\n\\x00]", " "));
        return (String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String value(List<Header> headers, String name, String otherwise) {
        for (var header : headers) if (header.name().equalsIgnoreCase(name)) return header.value();
        return otherwise;
    }

    private static String body(ResponseHead head, InputStream input) throws IOException {
        var isChunked = head.find("transfer-encoding")
                .orElse("")
                .toLowerCase(Locale.ROOT)
                .contains("chunked");
        if (isChunked) return text(chunks(input));
        var length = head.find("content-length").orElse("");
        var most = length.matches("[0-9]{1,9}") ? Math.min(MOST_BODY, Integer.parseInt(length)) : MOST_BODY;
        return text(input.readNBytes(most));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] chunks(InputStream input) throws IOException {
        var body = new ByteArrayOutputStream();
        while (body.size() < MOST_BODY) {
            var line = new StringBuilder();
            for (var next = input.read(); next >= 0 && next != '\n' && line.length() < 32; next = input.read())
                line.append((char) next);
            var size = line.toString().strip();
            if (!size.matches("[0-9a-fA-F]{1,7}")) break;
            var length = Integer.parseInt(size, 16);
            if (length == 0) break;
            body.write(input.readNBytes(Math.min(length, MOST_BODY - body.size())));
            if (input.read() == '\r') input.read();
        }
        return body.toByteArray();
    }

    private static String host(URI url) {
        var host = url.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(URI url) {
        if (url.getPort() > 0) return url.getPort();
        return url.getScheme().equals("https") ? 443 : 80;
    }
}
