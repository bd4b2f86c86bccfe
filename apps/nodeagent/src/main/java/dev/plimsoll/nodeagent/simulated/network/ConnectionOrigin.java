package dev.plimsoll.nodeagent.simulated.network;

/**
 * Who connects.
 *
 * @param address as the other side sees it
 * @param namespace in which short names of services are looked for; empty for a node
 * @param nodeAddress of the node on which that is
 */
public record ConnectionOrigin(String address, String namespace, String nodeAddress) {
    /** The node itself, as its agent has it. */
    public static ConnectionOrigin ofNode(String address) {
        return new ConnectionOrigin(address, "", address);
    }
}
