package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.objects.discovery.VersionObject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Whether pods with resources of their own can be resized in place in this cluster. */
public final class PodLevelResize {
    /** What an API server says that cannot do it at all; a node that cannot is another matter. */
    private static final String REFUSAL = "InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled";

    private static final Duration REFUSED_FOR = Duration.ofMinutes(10);
    private static final Duration ASK_AGAIN = Duration.ofMinutes(10);
    private static final int FIRST_MINOR = 36;

    private final ApiClient client;
    private final ServedKinds kinds;
    private final Choice choice;
    private final Time time;
    private volatile Known known = new Known(Long.MIN_VALUE, true);
    private final AtomicLong refusedUntil = new AtomicLong(Long.MIN_VALUE);

    private record Known(long askAt, boolean available) {}

    /** What {@code --in-place-pod-level-resize} says. */
    public enum Choice {
        /** As the server and the node say. */
        AUTO,
        ENABLED,
        DISABLED
    }

    public PodLevelResize(ApiClient client, ServedKinds kinds, Choice choice, Time time) {
        this.client = client;
        this.kinds = kinds;
        this.choice = choice;
        this.time = time;
    }

    /** Whether a server refused because it cannot do it at all. */
    public static boolean isRefusal(String message) {
        return message.contains(REFUSAL);
    }

    /** A server refused: it is not asked again for a while. */
    public void refused() {
        refusedUntil.set(time.nanos() + REFUSED_FOR.toNanos());
    }

    private boolean isRefused() {
        var until = refusedUntil.get();
        if (until == Long.MIN_VALUE) return false;
        if (time.nanos() - until < 0) return true;
        refusedUntil.compareAndSet(until, Long.MIN_VALUE);
        return false;
    }

    /** In the cluster as a whole. */
    public boolean isAvailable() {
        return switch (choice) {
            case DISABLED -> false;
            case ENABLED -> !isRefused();
            case AUTO -> !isRefused() && serverCan();
        };
    }

    /** On a node; one that is not known may. */
    public boolean isAvailableOn(Optional<NodeView> node) {
        return isAvailable()
                && (choice == Choice.ENABLED
                        || node.map(NodeView::canResizePodLevel).orElse(true));
    }

    private boolean serverCan() {
        var before = known;
        if (before.askAt() != Long.MIN_VALUE && time.nanos() - before.askAt() < 0) return before.available();
        // Without an answer nothing is held against it, and it is asked again: the resize itself will be answered.
        if (!(client.document("/version") instanceof RequestResult.Done<ObjectNode>(var document))) return true;
        var can = new VersionObject(document).minor().orElse(Integer.MAX_VALUE) >= FIRST_MINOR
                && kinds.has("v1", "pods/resize");
        known = new Known(time.nanos() + ASK_AGAIN.toNanos(), can);
        return can;
    }
}
