package dev.plimsoll.cri.config;

/** The pod that a sandbox is for. */
public record SandboxMetadata(String name, String uid, String namespace, int attempt) {}
