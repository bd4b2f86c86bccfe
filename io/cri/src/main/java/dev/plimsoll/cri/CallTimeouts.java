package dev.plimsoll.cri;

import java.time.Duration;

/**
 * How long calls may take.
 *
 * @param call most calls
 * @param pull fetching an image
 */
public record CallTimeouts(Duration call, Duration pull) {
    /** As the kubelet has it: two minutes; a pull has no end of its own there, and half an hour here. */
    public static final CallTimeouts DEFAULT = new CallTimeouts(Duration.ofMinutes(2), Duration.ofMinutes(30));
}
