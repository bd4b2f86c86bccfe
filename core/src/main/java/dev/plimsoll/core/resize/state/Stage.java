package dev.plimsoll.core.resize.state;

/** Where a pod is in its life on this node. */
public enum Stage {
    /** It waits for pods that make room for it. */
    WAITING,
    /** It was let in and runs, or is about to. */
    ADMITTED,
    /** It was refused; nothing of it ever runs. */
    REJECTED,
    /** Its containers are being stopped. */
    TERMINATING,
    /** Nothing of it runs any more, and it holds nothing. */
    FINISHED;

    /** Whether it counts against the node. */
    public boolean holdsResources() {
        return this == ADMITTED || this == TERMINATING;
    }
}
