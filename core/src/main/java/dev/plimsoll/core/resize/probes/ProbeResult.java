package dev.plimsoll.core.resize.probes;

/** What the runs of a probe have come to so far. */
public enum ProbeResult {
    SUCCESS,
    FAILURE,
    UNKNOWN
}
