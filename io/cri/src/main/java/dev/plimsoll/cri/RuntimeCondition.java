package dev.plimsoll.cri;

/** Whether a part of the runtime works: {@code RuntimeReady}, {@code NetworkReady}. */
public record RuntimeCondition(String type, boolean status, String reason, String message) {}
