package dev.plimsoll.cri;

/** What a container used. */
public record ContainerUsage(String id, String name, Usage usage) {}
