package dev.plimsoll.cri.config;

/**
 * A range of users and groups of a pod, and whose they are on the node.
 *
 * @param hostId the first of them on the node
 * @param containerId the first of them in the pod
 * @param length how many there are
 */
public record IdMapping(long hostId, long containerId, long length) {}
