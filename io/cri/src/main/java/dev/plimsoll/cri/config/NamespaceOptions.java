package dev.plimsoll.cri.config;

/**
 * Whose network, processes and shared memory a container sees.
 *
 * @param target the container whose processes are seen with {@link Mode#TARGET}; else empty
 */
public record NamespaceOptions(Mode network, Mode pid, Mode ipc, String target) {
    public static final NamespaceOptions OF_POD = new NamespaceOptions(Mode.POD, Mode.CONTAINER, Mode.POD, "");
    public static final NamespaceOptions OF_HOST_NETWORK =
            new NamespaceOptions(Mode.NODE, Mode.CONTAINER, Mode.POD, "");

    public enum Mode {
        POD,
        CONTAINER,
        NODE,
        TARGET
    }
}
