package dev.plimsoll.core.workloads.horizontal;

/** What a condition of a HorizontalPodAutoscaler says. */
public record Finding(boolean isTrue, String reason, String message) {}
