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
import java.util.Optional;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;

/** Serves the console. Unless {@link #follow} is called the cluster is followed from the first viewer on: a console that nobody opens costs nothing. */
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

    /** What runs once the cluster is followed. */
    private record Following(ClusterCaches caches, ViewerLoop loop) {}

    /** Begins to serve. */
    public static ConsoleServer start(
            ConsoleSettings settings, ApiUsers users, CommandTexts texts, Reporter reporter, InstantSource clock)
            throws IOException {
        var service = HttpService.bound("console", settings.address(), settings.tlsOrNull());
        var server = new ConsoleServer(settings, users, reporter, clock, service);
        service.serve(new ConsoleHandler(
                new RequestGuard(settings.names()),
                settings.pathPrefix(),
                ServerWebSocketContainer.ensure(service.server()),
                () -> new ViewerSocket(server::loop, server.sessions, reporter),
                service.pages(new ConsolePages(settings.pathPrefix(), server.sessions, texts))));
        return server;
    }

    /** Follows pods and nodes before anybody looks, so that the history of resizes and changes begins now. */
    public void follow() {
        following();
    }

    /** For a viewer; empty where the API server does not say what may be followed. */
    private Optional<ViewerLoop> loop() {
        return following().map(found -> {
            found.caches().followRest();
            return found.loop();
        });
    }

    private synchronized Optional<Following> following() {
        if (following == null) {
            var namespace = namespace();
            if (namespace.isEmpty()) return Optional.empty();
            var dirty = new DirtyObjects(clock);
            var caches = new ClusterCaches(users.own(), namespace.get(), dirty);
            var loop = new ViewerLoop(new ClusterModel(caches, history(), reporter), dirty, clock, reporter);
            following = new Following(caches, loop);
            loop.start();
        }
        return Optional.of(following);
    }

    private @Nullable HistoryFile history() {
        var file = settings.historyOrNull();
        return file == null ? null : new HistoryFile(file, reporter);
    }

    /** Whoever may not list the pods of all namespaces follows the one of the kubeconfig. */
    private Optional<String> namespace() {
        if (settings.namespace().isEmpty()) return Optional.of("");
        return RightsReview.isAllowed(users.own(), "list", ApiResource.PODS, "")
                .map(isAllowed -> isAllowed ? "" : settings.namespace());
    }

    /** Where to open it: with a one-time code where it is for this machine alone. */
    public String address() {
        var scheme = settings.tlsOrNull() == null ? "http" : "https";
        var place = scheme + "://" + settings.name() + ":" + service.port() + settings.pathPrefix() + "/";
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
