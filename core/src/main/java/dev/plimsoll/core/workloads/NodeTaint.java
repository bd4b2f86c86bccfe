package dev.plimsoll.core.workloads;

import dev.plimsoll.core.model.Taint;
import java.time.Instant;
import java.util.Collection;

/**
 * A taint of a node, and when it was added. Two with the same key and effect are the same taint.
 *
 * @param added {@link Instant#EPOCH} where that is not known
 */
public record NodeTaint(Taint taint, Instant added) {
    private static final String PREFIX = "node.kubernetes.io/";

    /** A taint that controllers add because of the state of a node. */
    public static NodeTaint ofNode(String condition, String effect) {
        return new NodeTaint(new Taint(PREFIX + condition, "", effect), Instant.EPOCH);
    }

    public NodeTaint addedAt(Instant time) {
        return new NodeTaint(taint, time);
    }

    public boolean isSame(NodeTaint other) {
        return taint.key().equals(other.taint.key()) && taint.effect().equals(other.taint.effect());
    }

    public boolean isIn(Collection<NodeTaint> taints) {
        return taints.stream().anyMatch(this::isSame);
    }
}
