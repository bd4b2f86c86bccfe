package dev.plimsoll.core.resize.probes;

import java.util.Optional;

/** What users read about probes: texts of the kubelet. */
public final class ProbeText {
    private ProbeText() {}

    /** A warning about a pod. */
    public record Warning(String reason, String message) {}

    /** The event that tells of a run; empty for one that went well. */
    public static Optional<Warning> of(ProbeKind kind, ProbeRun run) {
        return switch (run) {
            case ProbeRun.Succeeded _ -> Optional.empty();
            case ProbeRun.Warned(var text) ->
                Optional.of(new Warning("ProbeWarning", kind.title() + " probe warning: " + text));
            case ProbeRun.Failed(var text) ->
                Optional.of(new Warning("Unhealthy", kind.title() + " probe failed: " + text));
            case ProbeRun.Errored(var text) ->
                Optional.of(new Warning(
                        "Unhealthy", kind.title() + " probe errored and resulted in unknown state: " + text));
        };
    }

    /** Why a container is stopped. */
    public static String kill(String container, ProbeKind kind, boolean isRestarted) {
        var text = "Container " + container + " failed " + kind.word() + " probe";
        return isRestarted ? text + ", will be restarted" : text;
    }
}
