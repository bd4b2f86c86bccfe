package dev.plimsoll.runtime.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** What is so wrong that it is no request: a code and nothing else, since what Jetty says of it may name classes of ours. */
final class ServiceErrors implements Request.Handler {
    @Override
    @CanIgnoreReturnValue
    public boolean handle(Request request, Response response, Callback callback) {
        var code = response.getStatus() == 0 ? 500 : response.getStatus();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        response.write(true, ByteBuffer.wrap((code + "\n").getBytes(StandardCharsets.US_ASCII)), callback);
        return true;
    }
}
