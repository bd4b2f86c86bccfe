package dev.plimsoll.testkit.client;

import java.util.function.Predicate;

/** The waits of a cluster with a patience of their own: {@link TestCluster#within}. */
public final class TestClusterWaits {
    private final DocumentWait waiting;

    TestClusterWaits(DocumentWait waiting) {
        this.waiting = waiting;
    }

    public ApiDocument awaitPod(String namespace, String name, Predicate<ApiDocument> condition) {
        return await(ApiResource.PODS, new ObjectName(namespace, name), condition);
    }

    public ApiDocument await(ApiResource resource, ObjectName object, Predicate<ApiDocument> condition) {
        return waiting.forOne(resource, object, condition);
    }

    public ApiDocument awaitAny(ApiResource resource, String namespace, Predicate<ApiDocument> condition) {
        return waiting.forAny(resource, namespace, condition);
    }

    public void awaitGone(ApiResource resource, ObjectName object) {
        waiting.untilGone(resource, object);
    }
}
