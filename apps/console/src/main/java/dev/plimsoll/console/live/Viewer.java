package dev.plimsoll.console.live;

import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.access.UserSession;
import dev.plimsoll.console.cluster.ClusterModel;
import dev.plimsoll.console.views.Topic;
import dev.plimsoll.console.wire.TableCursor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/**
 * A tab that is open. What it looks at and what it may see is set by other threads; all else belongs to the loop. It gets nothing new before it has taken
 * what was sent; one that takes nothing for long is dropped.
 */
final class Viewer {
    private static final Duration LONGEST_SEND = Duration.ofSeconds(15);
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

    private final Session socket;
    private final Runnable wake;
    private final long opened = System.nanoTime();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Map<String, String> sentDocuments = new HashMap<>();
    private @Nullable TableCursor pods;
    private @Nullable TableCursor nodes;
    private Rights sentRights = Rights.NONE;
    private volatile @Nullable UserSession user;
    private volatile Rights rights = Rights.NONE;
    private volatile List<Topic> topics = List.of();
    private volatile long sending;

    Viewer(Session socket, Runnable wake) {
        this.socket = socket;
        this.wake = wake;
    }

    void admit(UserSession admitted, Rights first) {
        rights = first;
        user = admitted;
        wake.run();
    }

    @Nullable
    UserSession userOrNull() {
        return user;
    }

    Rights rights() {
        return rights;
    }

    void rights(Rights changed) {
        if (rights.equals(changed)) return;
        rights = changed;
        wake.run();
    }

    void watch(List<Topic> wanted) {
        topics = List.copyOf(wanted);
        wake.run();
    }

    List<Topic> topics() {
        return topics;
    }

    /** Rows that have changed. */
    void changed(BitSet podIds, BitSet nodeIds) {
        if (pods != null) pods.changed(podIds);
        if (nodes != null) nodes.changed(nodeIds);
    }

    /** Whether it can be sent something; drops it where it should have gone. */
    boolean isReady(long now) {
        if (!socket.isOpen()) return false;
        if (user == null) {
            if (now - opened > LONGEST_SILENCE.toNanos()) socket.disconnect();
            return false;
        }
        if (inFlight.get() == 0) return true;
        if (now - sending > LONGEST_SEND.toNanos()) socket.disconnect();
        return false;
    }

    /** Sends what is new in the tables that it looks at. */
    void sendTables(ClusterModel model) {
        var may = rights;
        var isOther = !may.equals(sentRights);
        sentRights = may;
        var wanted = topics;
        pods = wanted.stream().anyMatch(Topic.Pods.class::isInstance) ? cursor(pods, model, true) : null;
        nodes = wanted.stream().anyMatch(Topic.Nodes.class::isInstance) ? cursor(nodes, model, false) : null;
        if (pods != null) {
            if (isOther) pods.reset();
            pods.frames(may.pods()::contain).forEach(this::send);
        }
        if (nodes != null) {
            if (isOther) nodes.reset();
            nodes.frames(_ -> may.nodes()).forEach(this::send);
        }
    }

    private static TableCursor cursor(@Nullable TableCursor known, ClusterModel model, boolean isOfPods) {
        if (known != null) return known;
        return new TableCursor(isOfPods ? model.podTable() : model.nodeTable());
    }

    /** Sends a document, unless it is the one that was sent last. */
    void sendDocument(String topic, String document) {
        if (document.equals(sentDocuments.put(topic, document))) return;
        sending();
        socket.sendText("{\"topic\":\"" + topic.replace("\"", "") + "\",\"data\":" + document + "}", sent());
    }

    /** Documents that it no longer looks at are sent again when it comes back. */
    void forget(List<String> kept) {
        sentDocuments.keySet().retainAll(kept);
    }

    private void send(ByteBuffer frame) {
        sending();
        socket.sendBinary(frame, sent());
    }

    private void sending() {
        if (inFlight.getAndIncrement() == 0) sending = System.nanoTime();
    }

    private Callback sent() {
        return Callback.from(this::taken, _ -> taken());
    }

    private void taken() {
        if (inFlight.decrementAndGet() == 0) wake.run();
    }

    void close(int code, String reason) {
        socket.close(code, reason, Callback.NOOP);
    }
}
