package dev.plimsoll.console.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.console.live.ViewerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** Looks at each request before anything else does, and tells live connections from pages. */
public final class ConsoleHandler extends Handler.Wrapper {
    /** Nothing but files of this server, and nothing written into the page itself. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final RequestGuard guard;
    private final String livePath;
    private final ServerWebSocketContainer sockets;
    private final Supplier<ViewerSocket> viewers;

    public ConsoleHandler(
            RequestGuard guard,
            String pathPrefix,
            ServerWebSocketContainer sockets,
            Supplier<ViewerSocket> viewers,
            Handler pages) {
        super(pages);
        this.guard = guard;
        this.livePath = pathPrefix + "/live";
        this.sockets = sockets;
        this.viewers = viewers;
    }

    @Override
    @CanIgnoreReturnValue
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        var headers = request.getHeaders();
        var problem = guard.problem(headers.get(HttpHeader.HOST), headers.get(HttpHeader.ORIGIN));
        if (!problem.isEmpty()) return refuse(response, callback, problem);
        var path = request.getHttpURI().getDecodedPath();
        if (livePath.equals(path)) {
            // Only browsers open it, and browsers say where the page is from.
            if (headers.get(HttpHeader.ORIGIN) == null)
                return refuse(response, callback, "This address is for the page of the console.\n");
            if (sockets.upgrade((_, _, _) -> viewers.get(), request, response, callback)) return true;
            return refuse(response, callback, "This address is for the page of the console.\n");
        }
        secure(response);
        return super.handle(request, response, callback);
    }

    private static void secure(Response response) {
        response.getHeaders()
                .put("Content-Security-Policy", POLICY)
                .put("X-Content-Type-Options", "nosniff")
                .put("Referrer-Policy", "no-referrer")
                .put("Cross-Origin-Opener-Policy", "same-origin")
                .put("Cross-Origin-Resource-Policy", "same-origin");
    }

    private static boolean refuse(Response response, Callback callback, String why) {
        secure(response);
        response.setStatus(403);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
        response.write(true, ByteBuffer.wrap(why.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }
}
