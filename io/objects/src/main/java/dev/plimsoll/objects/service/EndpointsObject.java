package dev.plimsoll.objects.service;

import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.workloads.endpoints.Endpoint;
import dev.plimsoll.core.workloads.endpoints.EndpointPort;
import dev.plimsoll.core.workloads.endpoints.EndpointSubsets.Subset;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.util.List;

/** All endpoints of a service in one object, the older form. */
public final class EndpointsObject extends ApiObject {
    public static final ObjectKind<EndpointsObject> KIND =
            new ObjectKind<>(ApiResource.ENDPOINTS, EndpointsObject.class, EndpointsObject::new);

    public EndpointsObject(ObjectNode document) {
        super(document);
    }

    /** Addresses by their ports, as they are written there. */
    public List<Subset> subsets() {
        return list(document(), "subsets", EndpointsObject::subset);
    }

    private static Subset subset(JsonNode subset) {
        return new Subset(
                list(subset, "addresses", address -> endpoint(address, true)),
                list(subset, "notReadyAddresses", address -> endpoint(address, false)),
                list(subset, "ports", EndpointsObject::port));
    }

    private static Endpoint endpoint(JsonNode address, boolean isReady) {
        return new Endpoint(
                text(address, "ip"),
                isReady,
                isReady,
                false,
                text(address, "nodeName"),
                "",
                text(address, "hostname"),
                TargetReference.read(address));
    }

    private static EndpointPort port(JsonNode port) {
        return new EndpointPort(
                text(port, "name"), text(port, "protocol", "TCP"), text(port, "appProtocol"), integer(port, "port", 0));
    }

    @Override
    public EndpointsDraft draft() {
        return new EndpointsDraft(document());
    }
}
