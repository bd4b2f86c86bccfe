package dev.plimsoll.console;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.console.access.ApiUsers;
import dev.plimsoll.console.access.RightsReview;
import dev.plimsoll.console.access.Sessions;
import dev.plimsoll.console.cluster.ClusterCaches;
import dev.plimsoll.console.cluster.ClusterModel;
import dev.plimsoll.console.cluster.DirtyObjects;
import dev.plimsoll.console.cluster.HistoryFile;
import dev.plimsoll.console.http.CommandTexts;
import dev.plimsoll.console.http.ConsoleHandler;
import dev.plimsoll.console.http.ConsolePages;
import dev.plimsoll.console.http.RequestGuard;
import dev.plimsoll.console.live.ViewerLoop;
import dev.plimsoll.console.live.ViewerSocket;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.runtime.http.HttpService;
import java.io.IOException;
import java.time.InstantSource;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;

/** Serves the console. The cluster is followed from the first viewer on: a console that nobody opens costs nothing. */
public final class ConsoleServer implements AutoCloseable {
    private final ConsoleSettings settings;
    private final ApiUsers users;
    private final Reporter reporter;
    private final InstantSource clock;
    private final HttpService service;
    private final Sessions sessions;
    private @Nullable Following following;

    private ConsoleServer(
            ConsoleSettings settings, ApiUsers users, Reporter reporter, InstantSource clock, HttpService service) {
        this.settings = settings;
        this.users = users;
        this.reporter = reporter;
        this.clock = clock;
        this.service = service;
        this.sessions = new Sessions(users, settings.isLocal(), settings.sessions(), clock);
    }

    /** What runs while somebody looks. */
    private record Following(ClusterCaches caches, ViewerLoop loop) {}

    /** Begins to serve. */
    public static ConsoleServer start(
            ConsoleSettings settings, ApiUsers users, CommandTexts texts, Reporter reporter, InstantSource clock)
            throws IOException {
        var service = HttpService.bound("console", settings.address(), settings.tlsOrNull());
        var server = new ConsoleServer(settings, users, reporter, clock, service);
        service.serve(new ConsoleHandler(
                new RequestGuard(settings.hosts()),
                settings.pathPrefix(),
                ServerWebSocketContainer.ensure(service.server()),
                () -> new ViewerSocket(server.loop(), server.sessions),
                service.pages(new ConsolePages(settings.pathPrefix(), server.sessions, texts))));
        return server;
    }

    private synchronized ViewerLoop loop() {
        if (following == null) {
            var dirty = new DirtyObjects(clock);
            var caches = new ClusterCaches(users.own(), namespace(), dirty);
            var loop = new ViewerLoop(new ClusterModel(caches, history()), dirty, clock, reporter);
            following = new Following(caches, loop);
            loop.start();
        }
        return following.loop();
    }

    private @Nullable HistoryFile history() {
        var file = settings.historyOrNull();
        return file == null ? null : new HistoryFile(file, reporter);
    }

    /** Whoever may not list the pods of all namespaces follows the one of the kubeconfig. */
    private String namespace() {
        if (settings.namespace().isEmpty()) return "";
        return RightsReview.isAllowed(users.own(), "list", ApiResource.PODS, "") ? "" : settings.namespace();
    }

    /** Where to open it: with a one-time code where it is for this machine alone. */
    public String address() {
        var scheme = settings.tlsOrNull() == null ? "http" : "https";
        var host = settings.isLocal() ? "127.0.0.1" : settings.address().getHostString();
        var place = scheme + "://" + host + ":" + service.port() + settings.pathPrefix() + "/";
        return sessions.code().map(code -> place + "#code=" + code).orElse(place);
    }

    public int port() {
        return service.port();
    }

    @Override
    public synchronized void close() {
        if (following != null) {
            following.loop().close();
            following.caches().close();
        }
        service.close();
    }
}
