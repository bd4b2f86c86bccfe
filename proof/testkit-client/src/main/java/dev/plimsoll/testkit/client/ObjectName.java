package dev.plimsoll.testkit.client;

/**
 * Names an object of a kind.
 *
 * @param namespace empty for those that have none
 */
public record ObjectName(String namespace, String name) {
    public static ObjectName ofCluster(String name) {
        return new ObjectName("", name);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
