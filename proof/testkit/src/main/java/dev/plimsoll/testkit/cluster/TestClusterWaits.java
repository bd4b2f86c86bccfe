package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import java.util.function.Predicate;

/** The waits of a cluster with a patience of their own: {@link TestCluster#within}. */
public final class TestClusterWaits {
    private final ObjectWait waiting;

    TestClusterWaits(ObjectWait waiting) {
        this.waiting = waiting;
    }

    public ObjectNode awaitPod(String namespace, String name, Predicate<ObjectNode> condition) {
        return await(ApiResource.PODS, new ObjectName(namespace, name), condition);
    }

    public ObjectNode await(ApiResource resource, ObjectName object, Predicate<ObjectNode> condition) {
        return waiting.forOne(resource, object, condition);
    }

    public ObjectNode awaitAny(ApiResource resource, String namespace, Predicate<ObjectNode> condition) {
        return waiting.forAny(resource, namespace, condition);
    }

    public void awaitGone(ApiResource resource, ObjectName object) {
        waiting.untilGone(resource, object);
    }
}
