package dev.plimsoll.cri;

/** Which runtime this is. */
public record RuntimeVersion(String name, String version, String apiVersion) {}
