package dev.plimsoll.core.workloads;

/** What a condition of a status is to say. */
public record ConditionUpdate(String type, String status, String reason, String message) {}
