package dev.plimsoll.core.topology;

/**
 * What users should know of a pod that runs with less to itself than they may expect.
 *
 * @param reason the one word of the Event
 * @param message the text of the Event and of the log
 */
public record Notice(boolean isWarning, String reason, String message) {}
