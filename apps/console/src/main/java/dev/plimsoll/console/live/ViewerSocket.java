package dev.plimsoll.console.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.console.access.Sessions;
import dev.plimsoll.console.views.Topic;
import dev.plimsoll.runtime.Reporter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a tab. Its first message shows the token of a session; each further one says what the tab looks at. Who shows none is closed, and
 * costs the cluster nothing. Public because Jetty calls it from outside.
 */
public final class ViewerSocket implements Session.Listener.AutoDemanding {
    /** The page asks to be let in again when it sees this. */
    public static final int NOT_LET_IN = 4401;

    private static final int LONGEST_MESSAGE = 8 * 1024;
    private static final int MOST_TOPICS = 16;
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofSeconds(90);

    private final Supplier<Optional<ViewerLoop>> loops;
    private final Sessions sessions;
    private final Reporter reporter;

    @GuardedBy("this")
    private @Nullable ViewerLoop loop;

    @GuardedBy("this")
    private @Nullable Viewer viewer;

    @GuardedBy("this")
    private List<Topic> wanted = List.of();

    @GuardedBy("this")
    private boolean isClosed;

    private volatile @Nullable Session socket;
    private volatile boolean isAsking;

    /**
     * Of a tab that has not shown who it is.
     *
     * @param loops what brings viewers up to date; empty where the cluster cannot be asked what may be followed
     */
    public ViewerSocket(Supplier<Optional<ViewerLoop>> loops, Sessions sessions, Reporter reporter) {
        this.loops = loops;
        this.sessions = sessions;
        this.reporter = reporter;
    }

    @Override
    public void onWebSocketOpen(Session session) {
        session.setMaxTextMessageSize(LONGEST_MESSAGE);
        session.setMaxBinaryMessageSize(1);
        session.setIdleTimeout(LONGEST_SILENCE);
        socket = session;
    }

    @Override
    public void onWebSocketText(String message) {
        var session = socket;
        if (session == null) return;
        var document = ClientJson.read(message.getBytes(StandardCharsets.UTF_8));
        var token = document.map(each -> each.path("session").asText("")).orElse("");
        if (document.isEmpty() || (!isAsking && token.isEmpty())) {
            close(session, StatusCode.BAD_DATA, "not a message of this page");
        } else if (!isAsking) {
            isAsking = true;
            session.setIdleTimeout(IDLE);
            // The API server is asked, which may take a while.
            ComponentThreads.named("console-admit").start(() -> admit(session, token));
        } else if (document.get().path("watch").isArray()) {
            var topics = new ArrayList<Topic>();
            for (var each : document.get().path("watch")) {
                if (topics.size() < MOST_TOPICS) Topic.parse(each.asText("")).ifPresent(topics::add);
            }
            watch(topics);
        }
    }

    private synchronized void watch(List<Topic> topics) {
        wanted = List.copyOf(topics);
        if (viewer != null) viewer.watch(wanted);
    }

    private void admit(Session session, String token) {
        try {
            var user = sessions.find(token);
            if (user.isEmpty()) {
                close(session, NOT_LET_IN, "the session is not known");
                return;
            }
            var found = loops.get();
            var rights = found.flatMap(each -> each.firstRights(user.get()));
            if (found.isEmpty() || rights.isEmpty()) {
                close(session, StatusCode.TRY_AGAIN_LATER, "the API server does not answer");
                return;
            }
            var admitted = new Viewer(
                    session,
                    found.get()::wake,
                    user.get(),
                    rights.get(),
                    () -> sessions.find(token).isPresent());
            if (!open(found.get(), admitted))
                close(session, StatusCode.TRY_AGAIN_LATER, "too many tabs have this console open");
        } catch (RuntimeException e) {
            reporter.defect("while a tab was let in", e);
            close(session, StatusCode.SERVER_ERROR, "the console has failed");
        }
    }

    private synchronized boolean open(ViewerLoop found, Viewer admitted) {
        if (isClosed) return true; // nobody waits any more
        loop = found;
        viewer = admitted;
        admitted.watch(wanted);
        return found.open(admitted);
    }

    private static void close(Session session, int code, String reason) {
        session.close(code, reason, Callback.NOOP);
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

    private synchronized void end() {
        isClosed = true;
        if (loop != null && viewer != null) loop.gone(viewer);
    }
}
