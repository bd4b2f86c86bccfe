package dev.plimsoll.objects.service;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ApiObject;

/** An address of the cluster that a service has. Its name is the address. */
public final class IpAddressObject extends ApiObject {
    private static final String FAMILY_LABEL = "ipaddress.kubernetes.io/ip-family";
    private static final String MANAGER_LABEL = "ipaddress.kubernetes.io/managed-by";
    private static final String MANAGER = "ipallocator.k8s.io";

    public IpAddressObject(ObjectNode document) {
        super(document);
    }

    /**
     * A new one.
     *
     * @param creation as metadata carry it
     */
    public static ObjectNode of(String address, String uid, String creation, ObjectName service) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("kind", "IPAddress").put("apiVersion", "networking.k8s.io/v1");
        document.putObject("metadata")
                .put("name", address)
                .put("uid", uid)
                .put("creationTimestamp", creation)
                .put("generation", 1L)
                .putObject("labels")
                .put(FAMILY_LABEL, address.indexOf(':') < 0 ? "IPv4" : "IPv6")
                .put(MANAGER_LABEL, MANAGER);
        document.putObject("spec")
                .putObject("parentRef")
                .put("group", "")
                .put("resource", "services")
                .put("namespace", service.namespace())
                .put("name", service.name());
        return document;
    }

    /** The service that has it. */
    public ObjectName service() {
        var parent = specNode().path("parentRef");
        return new ObjectName(text(parent, "namespace"), text(parent, "name"));
    }

    /** Whether a server has made it; others are not looked after. */
    public boolean isOfAllocator() {
        return MANAGER.equals(metadata().labels().get(MANAGER_LABEL));
    }
}
