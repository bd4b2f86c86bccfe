package dev.plimsoll.objects.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.workloads.endpoints.Endpoint;
import dev.plimsoll.core.workloads.endpoints.EndpointSlicePlan.Slice;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.tree.DraftNode;

/** A slice of endpoints that is being written. */
public final class EndpointSliceDraft extends ObjectDraft {
    EndpointSliceDraft(JsonNode document) {
        super(document);
    }

    /**
     * A new one.
     *
     * @param addressType which never changes
     */
    public EndpointSliceDraft(ObjectName name, String addressType) {
        super(ApiResource.ENDPOINT_SLICES, name);
        root().put("addressType", addressType);
    }

    /** Takes the place of the ports and endpoints that were there, even if there is none. */
    public EndpointSliceDraft write(Slice slice) {
        var ports = root().newList("ports");
        for (var port : slice.ports()) {
            ports.addObject()
                    .put("name", port.name())
                    .put("protocol", port.protocol())
                    .put("port", port.number())
                    .putUnlessEmpty("appProtocol", port.appProtocol());
        }
        var endpoints = root().newList("endpoints");
        for (var endpoint : slice.endpoints()) write(endpoints.addObject(), endpoint);
        return this;
    }

    private static void write(DraftNode target, Endpoint endpoint) {
        target.newList("addresses").add(endpoint.address());
        target.newObject("conditions")
                .put("ready", endpoint.isReady())
                .put("serving", endpoint.isServing())
                .put("terminating", endpoint.isTerminating());
        target.putUnlessEmpty("hostname", endpoint.hostname())
                .putUnlessEmpty("nodeName", endpoint.node())
                .putUnlessEmpty("zone", endpoint.zone());
        TargetReference.write(target, endpoint.pod());
    }
}
