package dev.plimsoll.testkit.assertions;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.testkit.cluster.TestCluster;
import org.assertj.core.api.AbstractAssert;

/** Assertions about a pod. Each waits until it holds; what fails shows the pod, its events and who wrote it. */
public final class PodAssert extends AbstractAssert<PodAssert, ObjectName> {
    private final TestCluster cluster;

    PodAssert(TestCluster cluster, String namespace, String name) {
        super(new ObjectName(namespace, name), PodAssert.class);
        this.cluster = cluster;
    }

    @CanIgnoreReturnValue
    private PodAssert until(PodCondition condition) {
        try {
            cluster.await(ApiResource.PODS, actual, condition.test());
        } catch (AssertionError e) {
            throw failure("expected pod %s %s\n%s", actual, condition.what(), e.getMessage());
        }
        return this;
    }

    /** All its containers were started. */
    @CanIgnoreReturnValue
    public PodAssert isRunning() {
        return until(PodCondition.isRunning());
    }

    @CanIgnoreReturnValue
    public PodAssert isOn(String node) {
        return until(PodCondition.isOn(node));
    }

    /**
     * A container has this much of a resource, in fact: what its node says, not what was asked for.
     *
     * @param resource {@code cpu} or {@code memory}
     */
    @CanIgnoreReturnValue
    public PodAssert isResizedTo(String container, String resource, String request) {
        return until(PodCondition.isResizedTo(container, resource, request));
    }

    /** A resize waits for room on the node. */
    @CanIgnoreReturnValue
    public PodAssert isDeferred() {
        return until(PodCondition.isDeferred());
    }

    /** A resize can never be carried out on the node. */
    @CanIgnoreReturnValue
    public PodAssert isInfeasible() {
        return until(PodCondition.isInfeasible());
    }

    /** None of its containers was started again. */
    @CanIgnoreReturnValue
    public PodAssert wasNotRestarted() {
        return until(PodCondition.wasNotRestarted());
    }

    /** Something was told of it, for this reason. */
    @CanIgnoreReturnValue
    public PodAssert hasEvent(String reason) {
        cluster.awaitAny(ApiResource.EVENTS, actual.namespace(), PodCondition.eventOf(actual.name(), reason));
        return this;
    }
}
