package dev.plimsoll.cri.usage;

import java.time.Instant;

/** What a file system holds of images or containers; {@link ResourceUsage#UNKNOWN} for a number that is not told. */
public record FilesystemUsage(Instant at, String mountpoint, long usedBytes, long usedInodes) {}
