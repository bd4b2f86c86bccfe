package dev.plimsoll.apiserver.transport;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.apiserver.request.Encoding;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.kinds.refusal.StatusObject;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** What is so wrong that it never reaches the API (a path that is no text, headers beyond all bounds) gets a Status object too. */
final class ErrorPages implements Request.Handler {
    @Override
    @CanIgnoreReturnValue
    public boolean handle(Request request, Response response, Callback callback) {
        var code = response.getStatus() == 0 ? 500 : response.getStatus();
        // What Jetty says of it may name classes of ours.
        var status = StatusObject.unreadable(code);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Encoding.JSON.mediaType());
        // Where the next request begins is anybody's guess.
        if (request.getConnectionMetaData().getHttpVersion().getVersion() < 20) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.write(true, ByteBuffer.wrap(StoredJson.bytes(status)), callback);
        return true;
    }
}
