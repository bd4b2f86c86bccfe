package dev.plimsoll.nodeagent.simulated.servers;

import dev.plimsoll.nodeagent.simulated.network.Server;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.SocketStream;
import dev.plimsoll.streams.StreamSocket;
import dev.plimsoll.streams.http.BodyStream;
import dev.plimsoll.streams.http.RequestHead;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Takes connections and lets a program answer the requests that come over them, one after the other. */
public final class SimulatedHttpServer implements Server {
    private static final int MOST_BODY = 8 << 20;
    /** The first byte of whoever wants TLS. */
    private static final int HANDSHAKE = 0x16;

    private static final String MALFORMED =
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request";

    private final SimulatedHttpService service;
    private final @Nullable SSLContext tls;

    private SimulatedHttpServer(SimulatedHttpService service, @Nullable SSLContext tls) {
        this.service = service;
        this.tls = tls;
    }

    public static SimulatedHttpServer plain(SimulatedHttpService service) {
        return new SimulatedHttpServer(service, null);
    }

    public static SimulatedHttpServer secure(SimulatedHttpService service, SSLContext tls) {
        return new SimulatedHttpServer(service, tls);
    }

    @Override
    public void serve(Connection connection) throws IOException, InterruptedException {
        if (tls == null) {
            exchange(connection, connection.stream());
            return;
        }
        var plain = new StreamSocket(connection.stream(), connection.client().address(), 0);
        try (var socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, InputStream.nullInputStream(), true)) {
            socket.startHandshake();
            exchange(connection, new SocketStream(socket));
        }
    }

    private void exchange(Connection connection, DuplexStream stream) throws IOException, InterruptedException {
        var input = new BufferedInputStream(stream.input());
        var goesOn = true;
        while (goesOn) {
            input.mark(1);
            if (input.read() == HANDSHAKE) {
                refuse(stream);
                return;
            }
            input.reset();
            goesOn = one(connection, stream, input);
        }
    }

    private static void refuse(DuplexStream stream) throws IOException {
        stream.output().write(MALFORMED.getBytes(StandardCharsets.US_ASCII));
    }

    /** One request; whether another one may follow. */
    private boolean one(Connection connection, DuplexStream stream, InputStream input)
            throws IOException, InterruptedException {
        RequestHead head;
        try {
            var read = RequestHead.read(input);
            if (read.isEmpty()) return false;
            head = read.get();
        } catch (RequestHead.MalformedException _) {
            refuse(stream);
            return false;
        }
        if (head.find("Expect").orElse("").equalsIgnoreCase("100-continue"))
            stream.output().write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        var body = BodyStream.ofRequest(head.fields(), input).readNBytes(MOST_BODY);
        var reply = service.answer(new HttpRequest(head, body, connection.client(), connection.local()));
        var closes = body.length == MOST_BODY
                || head.find("Connection").orElse("").toLowerCase(Locale.ROOT).contains("close");
        stream.output().write(bytes(reply, head.method().equals("HEAD"), closes));
        return !closes;
    }

    private static byte[] bytes(HttpReply reply, boolean isHead, boolean closes) throws IOException {
        var text = new StringBuilder("HTTP/1.1 " + reply.status() + " " + reason(reply.status()) + "\r\n");
        reply.headers()
                .forEach((name, value) -> text.append(name)
                        .append(": ")
                        .append(value.replaceAll("[\\r\\n\\x00]", " "))
                        .append("\r\n"));
        text.append("Date: ").append(DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
        text.append("\r\nContent-Length: ").append(reply.body().length).append("\r\n");
        if (closes) text.append("Connection: close\r\n");
        var all = new ByteArrayOutputStream();
        all.write(text.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        if (!isHead) all.write(reply.body());
        return all.toByteArray();
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 301 -> "Moved Permanently";
            case 302 -> "Found";
            case 307 -> "Temporary Redirect";
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 412 -> "Precondition Failed";
            case 417 -> "Expectation Failed";
            case 500 -> "Internal Server Error";
            default -> "Status " + status;
        };
    }
}
