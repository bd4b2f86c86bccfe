package dev.plimsoll.objects.node;

import dev.plimsoll.objects.ObjectChange;

/** What a node that is registered says of itself. */
public final class NodeReportChange extends ObjectChange {
    public NodeReport status() {
        return new NodeReport(root().object("status"));
    }
}
