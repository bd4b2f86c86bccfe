package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.ResponseHead;
import dev.plimsoll.streams.ResponseHead.Field;
import dev.plimsoll.streams.http.BodyStream;
import dev.plimsoll.streams.http.RequestHead;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests over connections that no HTTP client of Java can open; otherwise as {@link HttpProxy}. */
final class StreamProxy {
    private static final int CHUNK = 16 * 1024;

    private StreamProxy() {}

    /** Opens the connection. */
    interface Dialer {
        DuplexStream open() throws IOException;
    }

    static ApiReply send(ApiRequest request, URI page, ProxyPath path, List<Field> fields, Dialer dialer) {
        try {
            var stream = dialer.open();
            try {
                write(request, page, fields, stream);
                return reply(request, page, path, stream);
            } catch (IOException | RuntimeException e) {
                stream.close();
                throw e;
            }
        } catch (IOException e) {
            throw HttpProxy.unreachable(e, page);
        }
    }

    private static void write(ApiRequest request, URI page, List<Field> fields, DuplexStream stream)
            throws IOException {
        var length = request.body().length();
        var all = new ArrayList<Field>();
        all.add(new Field("Host", page.getRawAuthority()));
        all.addAll(fields);
        all.add(new Field("Connection", "close"));
        if (length == ApiRequest.Body.UNKNOWN) all.add(new Field("Transfer-Encoding", "chunked"));
        else if (length > 0) all.add(new Field("Content-Length", String.valueOf(length)));
        var target = page.getRawQuery() == null ? page.getRawPath() : page.getRawPath() + "?" + page.getRawQuery();
        stream.output().write(new RequestHead(request.method(), target, all).bytes());
        if (length == ApiRequest.Body.UNKNOWN) chunks(request.body().stream(), stream);
        else if (length > 0) request.body().stream().transferTo(stream.output());
        stream.output().flush();
    }

    private static void chunks(InputStream body, DuplexStream stream) throws IOException {
        var bytes = new byte[CHUNK];
        for (var count = body.read(bytes); count >= 0; count = body.read(bytes)) {
            if (count == 0) continue;
            stream.output().write((Integer.toHexString(count) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            stream.output().write(bytes, 0, count);
            stream.output().write("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        stream.output().write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static ApiReply reply(ApiRequest request, URI page, ProxyPath path, DuplexStream stream)
            throws IOException {
        var input = new BufferedInputStream(stream.input());
        var head = ResponseHead.read(input);
        while (head.status() >= 100 && head.status() < 200) head = ResponseHead.read(input);
        var isEmpty = request.method().equals("HEAD") || head.status() == 204 || head.status() == 304;
        var body = isEmpty ? InputStream.nullInputStream() : BodyStream.ofResponse(head.fields(), input);
        return HttpProxy.reply(
                request,
                head.status(),
                headers(head),
                new FilterInputStream(body) {
                    @Override
                    public void close() {
                        stream.close();
                    }
                },
                told -> HttpProxy.location(told, page, path));
    }

    private static HttpHeaders headers(ResponseHead head) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (var field : head.fields())
            all.computeIfAbsent(field.name(), _ -> new ArrayList<>()).add(field.value());
        return HttpHeaders.of(all, (_, _) -> true);
    }
}
