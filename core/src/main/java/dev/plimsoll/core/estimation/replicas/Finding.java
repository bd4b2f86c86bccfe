package dev.plimsoll.core.estimation.replicas;

/** What a condition of a HorizontalPodAutoscaler says. */
public record Finding(boolean isTrue, String reason, String message) {}
