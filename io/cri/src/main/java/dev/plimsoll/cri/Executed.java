package dev.plimsoll.cri;

/** What a command inside a container wrote, and its exit code. */
@SuppressWarnings("ArrayRecordComponent")
public record Executed(byte[] out, byte[] err, int exitCode) {}
