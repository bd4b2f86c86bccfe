package dev.plimsoll.apiserver.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.apiserver.storage.Json;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What is so wrong that it never reaches the API (a path that is no text, headers beyond all bounds) gets a Status object too. */
final class ErrorPages implements Request.Handler {
    @Override
    @CanIgnoreReturnValue
    public boolean handle(Request request, Response response, Callback callback) {
        var code = response.getStatus() == 0 ? 500 : response.getStatus();
        var message = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
        var status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Failure");
        status.put("message", message == null ? "the request could not be read" : message.toString());
        status.put("reason", reason(code));
        status.put("code", code);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Presentation.JSON);
        // Where the next request begins is anybody's guess.
        if (request.getConnectionMetaData().getHttpVersion().getVersion() < 20) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.write(true, ByteBuffer.wrap(Json.bytes(status)), callback);
        return true;
    }

    private static String reason(int code) {
        return switch (code) {
            case 400 -> "BadRequest";
            case 413 -> "RequestEntityTooLarge";
            case 415 -> "UnsupportedMediaType";
            default -> code >= 500 ? "InternalError" : "";
        };
    }
}
