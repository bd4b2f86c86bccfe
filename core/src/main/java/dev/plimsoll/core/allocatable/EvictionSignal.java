package dev.plimsoll.core.allocatable;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Something that a node can run short of, in the words of {@code evictionHard}. They are looked at in this order. */
public enum EvictionSignal {
    MEMORY("memory.available", "memory"),
    NODEFS("nodefs.available", "ephemeral-storage"),
    NODEFS_INODES("nodefs.inodesFree", "inodes"),
    IMAGEFS("imagefs.available", "ephemeral-storage"),
    IMAGEFS_INODES("imagefs.inodesFree", "inodes"),
    PIDS("pid.available", "pids");

    private final String kubernetesName;
    private final String resource;

    EvictionSignal(String kubernetesName, String resource) {
        this.kubernetesName = kubernetesName;
        this.resource = resource;
    }

    public String kubernetesName() {
        return kubernetesName;
    }

    /** What is short then, as events and messages have it. */
    public String resource() {
        return resource;
    }

    /** Whether something can be freed before pods have to go: images that nobody uses. */
    public boolean isDisk() {
        return this == NODEFS || this == IMAGEFS || isInodes();
    }

    /** Whether it is about how many files there can be, and not how large they are. */
    public boolean isInodes() {
        return this == NODEFS_INODES || this == IMAGEFS_INODES;
    }

    /** Whether amounts are bytes; otherwise they are numbers of something. */
    public boolean isBytes() {
        return this != PIDS && !isInodes();
    }

    public static Optional<EvictionSignal> named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.kubernetesName.equals(name))
                .findFirst();
    }

    /** All of them, for a message. */
    static String names() {
        return Arrays.stream(values()).map(EvictionSignal::kubernetesName).collect(Collectors.joining(", "));
    }
}
