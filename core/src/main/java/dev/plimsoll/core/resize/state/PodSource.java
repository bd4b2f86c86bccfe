package dev.plimsoll.core.resize.state;

/** Where a pod comes from. */
public enum PodSource {
    API,
    /** A file of the node itself; the API shows a mirror of it. */
    STATIC
}
