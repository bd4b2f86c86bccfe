package dev.plimsoll.core.resize.probes;

import dev.plimsoll.core.model.lifecycle.ContainerLifecycle;
import dev.plimsoll.core.model.lifecycle.Probe;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a probe is asked for. */
public enum ProbeKind {
    STARTUP("Startup"),
    READINESS("Readiness"),
    LIVENESS("Liveness");

    private final String title;

    ProbeKind(String title) {
        this.title = title;
    }

    /** As events begin. */
    public String title() {
        return title;
    }

    /** As in names of annotations and in reasons of a kill. */
    public String word() {
        return title.toLowerCase(Locale.ROOT);
    }

    /** The probe of this kind; null where the container has none. */
    public @Nullable Probe of(ContainerLifecycle lifecycle) {
        return switch (this) {
            case STARTUP -> lifecycle.startupOrNull();
            case READINESS -> lifecycle.readinessOrNull();
            case LIVENESS -> lifecycle.livenessOrNull();
        };
    }

    /** What counts before the first result: a container lives, is not ready, and nobody knows whether it has started. */
    ProbeResult initial() {
        return switch (this) {
            case STARTUP -> ProbeResult.UNKNOWN;
            case READINESS -> ProbeResult.FAILURE;
            case LIVENESS -> ProbeResult.SUCCESS;
        };
    }
}
