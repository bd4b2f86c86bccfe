package dev.plimsoll.autoscaler.cluster;

/**
 * What is followed of a cluster beyond what every part needs.
 *
 * @param nodes how large nodes are and what they can do
 * @param evictions the events by which nodes say that they evicted a pod
 */
public record Interest(Namespaces namespaces, boolean nodes, boolean evictions) {
    public static final Interest EVERYTHING = new Interest(Namespaces.ALL, true, true);
}
