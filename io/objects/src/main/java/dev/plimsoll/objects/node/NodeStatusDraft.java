package dev.plimsoll.objects.node;

import dev.plimsoll.core.workloads.nodelifecycle.NodeHeartbeat;
import dev.plimsoll.objects.StatusDraft;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;

/** The status of a node that is being written. */
public final class NodeStatusDraft extends StatusDraft {
    NodeStatusDraft(NodeObject node) {
        super(node);
    }

    /** Says that nobody knows. A condition that was never there was last heard of when the node was made. */
    public NodeStatusDraft unknown(NodeHeartbeat.UnknownCondition unknown, Instant now) {
        var condition = conditionDraft(unknown.update(), now);
        if (unknown.isNew()) {
            condition.put(
                    "lastHeartbeatTime", Timestamps.text(object().metadata().created()));
        }
        return this;
    }
}
