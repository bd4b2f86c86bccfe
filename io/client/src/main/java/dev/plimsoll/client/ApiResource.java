package dev.plimsoll.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A resource of the API, or a subresource of it.
 *
 * @param group empty for the core group
 * @param plural as in URLs: {@code pods}
 * @param kind as in documents: {@code Pod}
 * @param subresource empty for the resource itself
 */
public record ApiResource(
        String group, String version, String plural, String kind, boolean namespaced, String subresource) {
    public static final ApiResource PODS = namespaced("", "v1", "pods", "Pod");
    public static final ApiResource NODES = clustered("", "v1", "nodes", "Node");
    public static final ApiResource NAMESPACES = clustered("", "v1", "namespaces", "Namespace");
    public static final ApiResource EVENTS = namespaced("", "v1", "events", "Event");
    public static final ApiResource LEASES = namespaced("coordination.k8s.io", "v1", "leases", "Lease");

    public static ApiResource namespaced(String group, String version, String plural, String kind) {
        return new ApiResource(group, version, plural, kind, true, "");
    }

    public static ApiResource clustered(String group, String version, String plural, String kind) {
        return new ApiResource(group, version, plural, kind, false, "");
    }

    /** The same objects through one of their subresources, such as {@code status}. */
    public ApiResource sub(String name) {
        return new ApiResource(group, version, plural, kind, namespaced, name);
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** The path of all objects of a namespace; of all namespaces if it is empty. */
    public String collection(String namespace) {
        var root = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
        return (namespaced && !namespace.isEmpty() ? root + "/namespaces/" + encoded(namespace) : root) + "/" + plural;
    }

    public String path(ObjectName object) {
        var path = collection(object.namespace()) + "/" + encoded(object.name());
        return subresource.isEmpty() ? path : path + "/" + subresource;
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        var name = group.isEmpty() ? plural : plural + "." + group;
        return subresource.isEmpty() ? name : name + "/" + subresource;
    }
}
