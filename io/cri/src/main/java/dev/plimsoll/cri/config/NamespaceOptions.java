package dev.plimsoll.cri.config;

import java.util.List;

/**
 * Whose network, processes, shared memory and users a container sees.
 *
 * @param target the container whose processes are seen with {@link Mode#TARGET}; else empty
 * @param users the users and groups that the pod has of its own; empty for those of the node
 */
public record NamespaceOptions(Mode network, Mode pid, Mode ipc, String target, List<IdMapping> users) {
    public static final NamespaceOptions OF_POD =
            new NamespaceOptions(Mode.POD, Mode.CONTAINER, Mode.POD, "", List.of());
    public static final NamespaceOptions OF_HOST_NETWORK =
            new NamespaceOptions(Mode.NODE, Mode.CONTAINER, Mode.POD, "", List.of());

    public NamespaceOptions {
        users = List.copyOf(users);
    }

    /** With the processes of one container in view. */
    public NamespaceOptions targeting(String container) {
        return new NamespaceOptions(network, Mode.TARGET, ipc, container, users);
    }

    public enum Mode {
        POD,
        CONTAINER,
        NODE,
        TARGET
    }
}
