package dev.plimsoll.core.placement.queue;

import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.EnumSet;
import java.util.Set;

/** A pod that waits for a node, and what has become of the attempts so far. Only its queue changes it. */
public final class QueuedPod {
    /** Where it waits. */
    enum Place {
        ACTIVE("active"),
        BACKOFF("backoff"),
        /** After an error: not tried before its time even if nothing else is to do. */
        ERROR_BACKOFF("backoff"),
        UNSCHEDULABLE("unschedulable"),
        GATED("gated"),
        /** Taken out, to be decided on or bound. */
        OUT("");

        final String label;

        Place(String label) {
            this.label = label;
        }
    }

    final long sequence;
    final long firstSeen;
    PlacementPod pod;
    Place place = Place.OUT;
    Set<Plugin> refusedBy = EnumSet.noneOf(Plugin.class);
    long timestamp;
    long expirySecond;
    int rejections;
    int errors;
    int attempts;
    /** Whether it is tried again because it has waited long enough, and nothing has happened that it waited for. */
    boolean isFlushed;
    /** Whether room is being made for it at the moment; it waits for the end of that. */
    boolean makesRoom;
    /** Whether something happened meanwhile that makes it worth another try. */
    boolean missedEvent;

    QueuedPod(PlacementPod pod, long sequence, long now) {
        this.pod = pod;
        this.sequence = sequence;
        this.firstSeen = now;
        this.timestamp = now;
    }

    public PlacementPod pod() {
        return pod;
    }

    public int attempts() {
        return attempts;
    }

    /** Whether its last attempt came by time alone: an event that should have woken it may have been missed. */
    public boolean isFlushed() {
        return isFlushed;
    }

    /** When it was first there to be tried, by the queue's clock. */
    public long firstSeen() {
        return firstSeen;
    }

    /** The rules that refused it last. */
    public Set<Plugin> refusedBy() {
        return refusedBy;
    }
}
