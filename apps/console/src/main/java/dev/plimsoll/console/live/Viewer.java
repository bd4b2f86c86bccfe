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
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/**
 * A tab that is open. What it looks at and what it may see is set by other threads; all else belongs to the loop. It gets nothing new before it has taken
 * what was sent; one that takes nothing for long is dropped.
 */
final class Viewer {
    private static final Duration LONGEST_SEND = Duration.ofSeconds(15);

    private final Session socket;
    private final Runnable wake;
    private final UserSession user;
    private final BooleanSupplier isLetIn;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Map<String, String> sentDocuments = new HashMap<>();
    private @Nullable TableCursor pods;
    private @Nullable TableCursor nodes;
    private Rights sentRights = Rights.NONE;
    private volatile Rights rights;
    private volatile List<Topic> topics = List.of();
    private volatile long sending;

    /**
     * Of somebody who was let in.
     *
     * @param isLetIn whether the session still stands; asking counts as use of it
     */
    Viewer(Session socket, Runnable wake, UserSession user, Rights rights, BooleanSupplier isLetIn) {
        this.socket = socket;
        this.wake = wake;
        this.user = user;
        this.rights = rights;
        this.isLetIn = isLetIn;
    }

    UserSession user() {
        return user;
    }

    boolean isLetIn() {
        return isLetIn.getAsBoolean();
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
        if (inFlight.get() == 0) return true;
        if (now - sending > LONGEST_SEND.toNanos()) socket.disconnect();
        return false;
    }

    /** Sends what is new in the tables that it looks at. What it has of others is kept, so that it gets only what is new when it comes back. */
    void sendTables(ClusterModel model) {
        var may = rights;
        if (!may.equals(sentRights)) {
            sentRights = may;
            if (pods != null) pods.reset();
            if (nodes != null) nodes.reset();
        }
        for (var topic : topics) {
            if (topic instanceof Topic.Pods) {
                if (pods == null) pods = new TableCursor(model.podTable());
                pods.frames(may.pods()::contain).forEach(this::send);
            } else if (topic instanceof Topic.Nodes) {
                if (nodes == null) nodes = new TableCursor(model.nodeTable());
                nodes.frames(_ -> may.nodes()).forEach(this::send);
            }
        }
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

    /** Ends the connection at once. */
    void disconnect() {
        socket.disconnect();
    }

    void close(int code, String reason) {
        socket.close(code, reason, Callback.NOOP);
    }
}
