package dev.plimsoll.autoscaler.cluster;

/**
 * What is followed of a cluster beyond what every part needs.
 *
 * @param nodes how large nodes are and what they can do
 * @param evictions the events by which nodes say that they evicted a pod
 * @param scalers HorizontalPodAutoscalers, which may have the same target
 */
public record ExtraWatches(NamespaceFilter namespaces, boolean nodes, boolean evictions, boolean scalers) {
    public static final ExtraWatches EVERYTHING = new ExtraWatches(NamespaceFilter.ALL, true, true, true);
}
