package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.lifecycle.Probe;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.time.Duration;

/** How long containers may take to end. */
public final class Grace {
    private static final Duration USUAL = Duration.ofSeconds(30);

    private Grace() {}

    /** Of a container that a probe has found to be broken. */
    public static Duration of(PodSpec spec, Probe probe, Duration least) {
        if (probe.terminationGracePeriodSeconds() == PodPlacement.UNSET) return of(spec, least);
        var asked = Duration.ofSeconds(Math.max(0, probe.terminationGracePeriodSeconds()));
        return asked.compareTo(least) < 0 ? least : asked;
    }

    public static Duration of(PodSpec spec, Duration least) {
        var seconds = spec.details().terminationGracePeriodSeconds();
        var asked = seconds == PodPlacement.UNSET ? USUAL : Duration.ofSeconds(Math.max(0, seconds));
        return asked.compareTo(least) < 0 ? least : asked;
    }
}
