package dev.plimsoll.cri;

/**
 * A way in which the runtime can run pods, and what it can do.
 *
 * @param name as runtime classes call it; empty for the default
 * @param recursiveReadOnlyMounts whether mounts below a read-only one can be read-only too
 * @param userNamespaces whether pods can have users of their own
 */
public record RuntimeHandler(String name, boolean recursiveReadOnlyMounts, boolean userNamespaces) {}
