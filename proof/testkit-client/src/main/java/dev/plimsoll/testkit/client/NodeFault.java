package dev.plimsoll.testkit.client;

import java.time.Duration;
import java.util.List;

/** Something that goes wrong in the runtime of a node: {@link TestCluster#inject(String, NodeFault...)}. */
public final class NodeFault {
    private final List<String> message;

    private NodeFault(String... message) {
        this.message = List.of(message);
    }

    /** Every call of the runtime takes so much longer. */
    public static NodeFault slow(Duration latency) {
        return new NodeFault("slow", latency.toString());
    }

    /** The runtime refuses to resize any pod. */
    public static NodeFault veto(String reason) {
        return new NodeFault("veto", reason);
    }

    /** The runtime fails to change any container. */
    public static NodeFault fail(String error) {
        return new NodeFault("fail", error);
    }

    List<String> message() {
        return message;
    }
}
