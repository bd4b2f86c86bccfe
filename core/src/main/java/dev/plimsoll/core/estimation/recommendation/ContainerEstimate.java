package dev.plimsoll.core.estimation.recommendation;

/** What is recommended for the containers of one name. */
public record ContainerEstimate(String containerName, Estimate estimate) {}
