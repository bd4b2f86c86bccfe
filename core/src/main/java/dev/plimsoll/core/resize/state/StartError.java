package dev.plimsoll.core.resize.state;

/**
 * Why a container could not be started, while it waits for the next try.
 *
 * @param reason in the word of its status, such as {@code ErrImagePull}
 * @param image that it wants
 * @param message what went wrong
 * @param isBackingOff whether it is told by now that the next try is put off, rather than that the last one failed
 */
public record StartError(String reason, String image, String message, boolean isBackingOff) {
    public static final String ERR_IMAGE_PULL = "ErrImagePull";
    public static final String IMAGE_PULL_BACK_OFF = "ImagePullBackOff";
    public static final String CREATE_CONTAINER_CONFIG_ERROR = "CreateContainerConfigError";
    public static final String RUN_CONTAINER_ERROR = "RunContainerError";

    /** Whether it is told later on that the next try is put off. */
    public boolean isPull() {
        return reason.equals(ERR_IMAGE_PULL);
    }

    public StartError backingOff() {
        return new StartError(reason, image, message, true);
    }

    /** What a container that waits is said to wait for. */
    public StatusReport.State.Waiting state() {
        if (!isBackingOff) return new StatusReport.State.Waiting(reason, message);
        return new StatusReport.State.Waiting(
                IMAGE_PULL_BACK_OFF, "Back-off pulling image \"" + image + "\": " + reason + ": " + message);
    }
}
