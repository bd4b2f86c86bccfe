package dev.plimsoll.kinds.bootstrap;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.TypeMeta;
import java.time.Instant;
import java.util.List;

/** Namespaces, priorities and the range of the addresses of services, as a server writes them when a cluster begins. */
public final class BootstrapDocuments {
    private BootstrapDocuments() {}

    /** A namespace that is in use, with its status. */
    public static ObjectNode activeNamespace(String name) {
        var namespace = JsonNodeFactory.instance.objectNode();
        new TypeMeta("v1", "Namespace").writeTo(namespace);
        DocumentMetadata.of(namespace).name(name);
        DocumentMetadata.of(namespace).label("kubernetes.io/metadata.name", name);
        namespace.putObject("status").put("phase", "Active");
        return namespace;
    }

    /** The priority classes of the system. */
    public static List<ObjectNode> priorityClasses() {
        return List.of(
                priorityClass(
                        "system-cluster-critical",
                        2_000_000_000,
                        "Used for system critical pods that must run in the cluster, but can be moved to another node if"
                                + " necessary."),
                priorityClass(
                        "system-node-critical",
                        2_000_001_000,
                        "Used for system critical pods that must not be moved from their current node."));
    }

    private static ObjectNode priorityClass(String name, long value, String description) {
        var document = JsonNodeFactory.instance.objectNode().put("value", value).put("description", description);
        DocumentMetadata.of(document).name(name);
        return document;
    }

    /** The ServiceCIDR of a cluster. */
    public static ObjectNode serviceRange(String name, String cidr) {
        var document = DocumentMetadata.named("", name);
        document.putObject("spec").putArray("cidrs").add(cidr);
        return document;
    }

    /** Writes into the ServiceCIDR of a cluster that it is ready. */
    public static void ready(ObjectNode serviceRange, Instant now) {
        serviceRange
                .putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put("lastTransitionTime", DocumentMetadata.time(now))
                .put("reason", "")
                .put("message", "Kubernetes default Service CIDR is ready");
    }
}
