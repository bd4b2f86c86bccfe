package dev.plimsoll.cri;

/** Where a container is in its life. */
public enum ContainerState {
    CREATED,
    RUNNING,
    EXITED,
    UNKNOWN
}
