package dev.plimsoll.security.fuzz;

import dev.plimsoll.kinds.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A kind as a fuzzing client uses it.
 *
 * @param scope an empty text for the cluster, else what is appended to the client's name to get a namespace
 * @param body of its objects
 * @param parts its subresources
 * @param isDry whether writes are tried and not done, since what they do would stop every other request
 * @param isOwnWritten whether the server itself goes on writing its objects
 */
record FuzzTarget(
        String group,
        String version,
        String plural,
        String scope,
        String body,
        List<Part> parts,
        boolean isDry,
        boolean isOwnWritten) {
    /** Objects that would refuse or default the pods of other requests live beside them, not among them. */
    private static final Set<String> APART = Set.of("ResourceQuota", "LimitRange");

    private static final Set<String> OWN_WRITTEN =
            Set.of("ResourceQuota", "Namespace", "CustomResourceDefinition", "APIService", "FlowSchema");

    /** Subresources that are connections to a node or pod, without a body. */
    private static final Set<String> CONNECTIONS = Set.of("attach", "exec", "portforward", "proxy");

    /** A subresource and what is sent to it. */
    record Part(String name, String body) {}

    FuzzTarget {
        parts = List.copyOf(parts);
    }

    static FuzzTarget of(Kind kind, Seeds seeds) {
        var parts = new ArrayList<Part>();
        for (var part : kind.subresources()) {
            if (CONNECTIONS.contains(part.name())) continue;
            var body = seeds.of(part.apiVersion(), part.kind());
            parts.add(new Part(
                    part.name(), body.orElseThrow(() -> new AssertionError("no seed for " + kind.name() + part))));
        }
        return new FuzzTarget(
                kind.group(),
                kind.version(),
                kind.plural(),
                kind.namespaced() ? APART.contains(kind.name()) ? "-apart" : "-here" : "",
                seeds.of(kind).orElseThrow(() -> new AssertionError("no seed for " + kind.qualifiedName())),
                parts,
                kind.name().endsWith("WebhookConfiguration"),
                OWN_WRITTEN.contains(kind.name()));
    }

    boolean isNamespaced() {
        return !scope.isEmpty();
    }

    String namespace(String client) {
        return isNamespaced() ? client + scope : "";
    }

    /** The path of the objects of this kind that a client uses. */
    String collection(String client) {
        var base = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
        return base + (isNamespaced() ? "/namespaces/" + namespace(client) : "") + "/" + plural;
    }

    /** The same for two versions or groups that show one stored object. */
    String storedAs() {
        return (group.equals("events.k8s.io") ? "" : group) + "/" + plural;
    }
}
