package dev.plimsoll.testkit.client;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import org.assertj.core.api.AbstractAssert;

/** Assertions about a pod. Each waits until it holds; what fails shows the pod, its events and who wrote it. */
public final class PodAssert extends AbstractAssert<PodAssert, ObjectName> {
    private final DocumentWait documents;

    PodAssert(DocumentWait documents, String namespace, String name) {
        super(new ObjectName(namespace, name), PodAssert.class);
        this.documents = documents;
    }

    @CanIgnoreReturnValue
    private PodAssert until(String... assertion) {
        try {
            documents.assertPod(actual, assertion);
        } catch (AssertionError e) {
            throw failure("%s", e.getMessage());
        }
        return this;
    }

    /** All its containers were started. */
    @CanIgnoreReturnValue
    public PodAssert isRunning() {
        return until("isRunning");
    }

    @CanIgnoreReturnValue
    public PodAssert isOn(String node) {
        return until("isOn", node);
    }

    /**
     * A container has this much of a resource, in fact: what its node says, not what was asked for.
     *
     * @param resource {@code cpu} or {@code memory}
     */
    @CanIgnoreReturnValue
    public PodAssert isResizedTo(String container, String resource, String request) {
        return until("isResizedTo", container, resource, request);
    }

    /** A resize waits for room on the node. */
    @CanIgnoreReturnValue
    public PodAssert isDeferred() {
        return until("isDeferred");
    }

    /** A resize can never be carried out on the node. */
    @CanIgnoreReturnValue
    public PodAssert isInfeasible() {
        return until("isInfeasible");
    }

    /** None of its containers was started again. */
    @CanIgnoreReturnValue
    public PodAssert wasNotRestarted() {
        return until("wasNotRestarted");
    }

    /** Something was told of it, for this reason. */
    @CanIgnoreReturnValue
    public PodAssert hasEvent(String reason) {
        documents.podEvent(actual, reason);
        return this;
    }
}
