package dev.plimsoll.client.events;

/**
 * Who reports.
 *
 * @param component such as {@code kubelet}
 * @param host empty where the component belongs to no node
 */
public record EventSource(String component, String host) {}
