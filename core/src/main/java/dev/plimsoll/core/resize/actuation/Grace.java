package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.model.PodPlacement;
import dev.plimsoll.core.model.PodSpec;
import java.time.Duration;

/** How long containers may take to end. */
public final class Grace {
    private static final Duration USUAL = Duration.ofSeconds(30);

    private Grace() {}

    public static Duration of(PodSpec spec, Duration least) {
        var seconds = spec.details().terminationGracePeriodSeconds();
        var asked = seconds == PodPlacement.UNSET ? USUAL : Duration.ofSeconds(Math.max(0, seconds));
        return asked.compareTo(least) < 0 ? least : asked;
    }
}
