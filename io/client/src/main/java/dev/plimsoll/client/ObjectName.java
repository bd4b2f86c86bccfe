package dev.plimsoll.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The name of an object among those of its resource.
 *
 * @param namespace empty where the object has none
 */
public record ObjectName(String namespace, String name) implements Comparable<ObjectName> {
    /** The name of an object that lives in no namespace. */
    public static ObjectName ofCluster(String name) {
        return new ObjectName("", name);
    }

    public static ObjectName of(JsonNode document) {
        var metadata = document.path("metadata");
        return new ObjectName(
                metadata.path("namespace").asText(), metadata.path("name").asText());
    }

    @Override
    public int compareTo(ObjectName other) {
        var namespaces = namespace.compareTo(other.namespace);
        return namespaces != 0 ? namespaces : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
