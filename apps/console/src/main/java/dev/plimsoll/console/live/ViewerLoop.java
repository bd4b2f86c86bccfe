package dev.plimsoll.console.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.access.RightsReview;
import dev.plimsoll.console.access.UserSession;
import dev.plimsoll.console.cluster.ClusterModel;
import dev.plimsoll.console.cluster.DirtyObjects;
import dev.plimsoll.console.views.Topic;
import dev.plimsoll.console.views.ViewDocuments;
import dev.plimsoll.runtime.Reporter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.websocket.api.StatusCode;

/** Owns the model of the cluster and brings all viewers up to date, five times a second at most. */
public final class ViewerLoop implements AutoCloseable {
    private static final long TICK_MILLIS = 200;
    private static final long LONGEST_WAIT_MILLIS = 2_000;
    private static final Duration REVIEW_EVERY = Duration.ofSeconds(5);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);
    private static final int MOST_VIEWERS = 200;

    private final ClusterModel model;
    private final DirtyObjects dirty;
    private final InstantSource clock;
    private final Reporter reporter;
    private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();
    private final Thread loop;
    private final Thread reviews;
    private volatile boolean isClosed;

    /** With nobody looking yet; {@link #start} begins. */
    public ViewerLoop(ClusterModel model, DirtyObjects dirty, InstantSource clock, Reporter reporter) {
        this.model = model;
        this.dirty = dirty;
        this.clock = clock;
        this.reporter = reporter;
        this.loop = ComponentThreads.named("console-viewers").unstarted(this::run);
        this.reviews = ComponentThreads.named("console-rights").unstarted(this::review);
    }

    public void start() {
        loop.start();
        reviews.start();
    }

    /** Whether there is room for one more. */
    boolean open(Viewer viewer) {
        if (viewers.size() >= MOST_VIEWERS) return false;
        return viewers.add(viewer);
    }

    void gone(Viewer viewer) {
        viewers.remove(viewer);
    }

    void wake() {
        dirty.wake();
    }

    /** What a user may see who comes now; empty where the API server does not answer. */
    Optional<Rights> firstRights(UserSession user) {
        return new RightsReview(user.client(), namespaces(), 0).first();
    }

    private Collection<String> namespaces() {
        var names = model.caches().namespaces().all();
        if (!names.isEmpty()) return names;
        // Somebody who may not list namespaces still has pods in some.
        return model.caches().pods().all().stream()
                .map(pod -> pod.name().namespace())
                .distinct()
                .toList();
    }

    private void run() {
        try {
            while (!isClosed) {
                var batch = dirty.take(LONGEST_WAIT_MILLIS);
                var began = System.nanoTime();
                try {
                    turn(batch);
                } catch (RuntimeException e) {
                    reporter.defect("while viewers were brought up to date", e);
                }
                var took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
                if (took < TICK_MILLIS) TimeUnit.MILLISECONDS.sleep(TICK_MILLIS - took);
            }
        } catch (InterruptedException _) {
            // closed: what has happened since the last write is kept below
        }
        model.write();
    }

    private void turn(DirtyObjects.Batch batch) {
        model.update(batch, clock.instant());
        var pods = model.podTable().takeChanged();
        var nodes = model.nodeTable().takeChanged();
        var encoded = new HashMap<EncodedDocument, Optional<String>>();
        var now = System.nanoTime();
        for (var viewer : viewers) {
            viewer.changed(pods, nodes);
            if (viewer.isReady(now)) attempt(viewer, encoded);
        }
    }

    /** A viewer for whom something fails takes nothing from the others; its page connects again and gets everything anew. */
    private void attempt(Viewer viewer, Map<EncodedDocument, Optional<String>> encoded) {
        try {
            bring(viewer, encoded);
        } catch (RuntimeException e) {
            reporter.defect("while a viewer was brought up to date", e);
            viewer.disconnect();
        }
    }

    /** A document is made once for all who look at it with the same rights. */
    private record EncodedDocument(String topic, Rights rights) {}

    private void bring(Viewer viewer, Map<EncodedDocument, Optional<String>> encoded) {
        viewer.sendTables(model);
        var rights = viewer.rights();
        var names = new ArrayList<String>();
        viewer.sendDocument("session", session(viewer));
        names.add("session");
        for (var topic : viewer.topics()) {
            if (topic instanceof Topic.Pods || topic instanceof Topic.Nodes) continue;
            var name = topic.text();
            names.add(name);
            encoded.computeIfAbsent(
                            new EncodedDocument(name, rights),
                            _ -> ViewDocuments.of(topic, model, rights, clock.instant())
                                    .map(ObjectNode::toString))
                    .ifPresent(document -> viewer.sendDocument(name, document));
        }
        viewer.forget(names);
    }

    private String session(Viewer viewer) {
        var rights = viewer.rights();
        var document = ClientJson.object()
                .put("user", viewer.user().user())
                .put("isOwn", viewer.user().isOwn())
                .put("isSynced", model.caches().pods().isSynced())
                .put("trouble", model.caches().trouble())
                .put("seesPods", !rights.pods().areNone())
                .put("seesNodes", rights.nodes())
                .put("seesAllNamespaces", rights.pods().areAll());
        var names = document.putArray("namespaces");
        namespaces().stream().filter(rights.pods()::contain).sorted().forEach(names::add);
        return document.toString();
    }

    /** Rights change while somebody looks: what was lost disappears, what was won appears. Sessions that ended are closed. */
    private void review() {
        try {
            var pause = REVIEW_EVERY;
            for (var round = 1L; !isClosed; round++) {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
                var began = System.nanoTime();
                try {
                    review(round);
                } catch (RuntimeException e) {
                    reporter.defect("while rights were reviewed", e);
                }
                // Many namespaces take long: a tenth of the time is spent on questions at most.
                var took = Duration.ofNanos(System.nanoTime() - began);
                pause = took.multipliedBy(9).compareTo(REVIEW_EVERY) > 0 ? took.multipliedBy(9) : REVIEW_EVERY;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void review(long round) {
        var reviewed = new HashMap<UserSession, Rights>();
        for (var viewer : List.copyOf(viewers)) {
            if (!viewer.isLetIn()) {
                viewer.close(ViewerSocket.NOT_LET_IN, "the session has ended");
                continue;
            }
            viewer.rights(reviewed.computeIfAbsent(
                    viewer.user(),
                    user -> new RightsReview(user.client(), namespaces(), round).after(viewer.rights())));
        }
    }

    @Override
    public void close() {
        isClosed = true;
        loop.interrupt();
        reviews.interrupt();
        for (var viewer : viewers) viewer.close(StatusCode.SHUTDOWN, "the console ends");
        try {
            loop.join(LONGEST_END); // the history is written then
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
