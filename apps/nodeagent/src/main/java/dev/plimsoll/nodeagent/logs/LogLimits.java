package dev.plimsoll.nodeagent.logs;

/**
 * How much of what a container says is kept on the disk.
 *
 * @param maxBytes from which on a file is put aside and another one begun; less than 0 for never
 * @param maxFiles of one container, the one that is written included
 */
public record LogLimits(long maxBytes, int maxFiles) {
    public static final LogLimits DEFAULT = new LogLimits(10L << 20, 5);
}
