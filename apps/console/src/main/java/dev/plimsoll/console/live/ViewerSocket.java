package dev.plimsoll.console.live;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.console.access.Sessions;
import dev.plimsoll.console.views.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a tab. Its first message shows the token of a session; each further one says what the tab looks at. Public because Jetty calls it from
 * outside.
 */
public final class ViewerSocket implements Session.Listener.AutoDemanding {
    /** The page asks to be let in again when it sees this. */
    public static final int NOT_LET_IN = 4401;

    private static final int LONGEST_MESSAGE = 8 * 1024;
    private static final int MOST_TOPICS = 16;
    private static final Duration IDLE = Duration.ofSeconds(90);

    private final ViewerLoop loop;
    private final Sessions sessions;
    private @Nullable Viewer viewer;

    public ViewerSocket(ViewerLoop loop, Sessions sessions) {
        this.loop = loop;
        this.sessions = sessions;
    }

    @Override
    public void onWebSocketOpen(Session session) {
        session.setMaxTextMessageSize(LONGEST_MESSAGE);
        session.setMaxBinaryMessageSize(1);
        session.setIdleTimeout(IDLE);
        var opened = new Viewer(session, loop::wake);
        viewer = opened;
        if (!loop.open(opened)) opened.close(StatusCode.TRY_AGAIN_LATER, "too many tabs have this console open");
    }

    @Override
    public void onWebSocketText(String message) {
        var known = viewer;
        if (known == null) return;
        var document = ClientJson.read(message.getBytes(StandardCharsets.UTF_8));
        if (document.isEmpty()) {
            known.close(StatusCode.BAD_DATA, "not a message of this page");
            return;
        }
        var token = document.get().path("session").asText("");
        if (!token.isEmpty()) {
            admit(known, token);
        } else if (document.get().path("watch").isArray()) {
            var topics = new ArrayList<Topic>();
            for (var each : document.get().path("watch")) {
                if (topics.size() < MOST_TOPICS) Topic.parse(each.asText("")).ifPresent(topics::add);
            }
            known.watch(topics);
        }
    }

    private void admit(Viewer known, String token) {
        var user = sessions.find(token);
        if (user.isEmpty()) {
            known.close(NOT_LET_IN, "the session is not known");
            return;
        }
        // The API server is asked, which may take a while.
        Thread.ofVirtual().name("console-admit").start(() -> known.admit(user.get(), loop.rights(user.get())));
    }

    @Override
    public void onWebSocketClose(int code, String reason, Callback callback) {
        end();
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        end();
    }

    private void end() {
        var known = viewer;
        if (known != null) loop.gone(known);
    }
}
