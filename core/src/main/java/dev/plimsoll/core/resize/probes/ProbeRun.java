package dev.plimsoll.core.resize.probes;

/** How one run of a probe ended. */
public sealed interface ProbeRun {
    String text();

    record Succeeded(String text) implements ProbeRun {}

    /** It counts as a success, and something is to be said about it. */
    record Warned(String text) implements ProbeRun {}

    record Failed(String text) implements ProbeRun {}

    /** It could not be run: this says nothing about the container. */
    record Errored(String text) implements ProbeRun {}
}
