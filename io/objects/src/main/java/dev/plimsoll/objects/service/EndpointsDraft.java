package dev.plimsoll.objects.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.workloads.endpoints.Endpoint;
import dev.plimsoll.core.workloads.endpoints.EndpointPort;
import dev.plimsoll.core.workloads.endpoints.EndpointSubsets;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.List;

/** The object Endpoints of a service that is being written. */
public final class EndpointsDraft extends ObjectDraft {
    EndpointsDraft(JsonNode document) {
        super(document);
    }

    /** A new one. */
    public EndpointsDraft(ObjectName name) {
        super(ApiResource.ENDPOINTS, name);
    }

    /** Takes the place of the subsets that were there. */
    public EndpointsDraft write(List<EndpointSubsets.Subset> subsets) {
        root().remove("subsets");
        for (var subset : subsets) {
            var target = root().list("subsets").addObject();
            addresses(target, "addresses", subset.ready());
            addresses(target, "notReadyAddresses", subset.notReady());
            for (var port : subset.ports()) port(target.list("ports").addObject(), port);
        }
        return this;
    }

    private static void addresses(DraftNode subset, String name, List<Endpoint> endpoints) {
        for (var endpoint : endpoints) {
            var address = subset.list(name)
                    .addObject()
                    .put("ip", endpoint.address())
                    .putUnlessEmpty("hostname", endpoint.hostname())
                    .putUnlessEmpty("nodeName", endpoint.node());
            TargetReference.write(address, endpoint.pod());
        }
    }

    private static void port(DraftNode target, EndpointPort port) {
        target.putUnlessEmpty("name", port.name())
                .put("port", port.number())
                .put("protocol", port.protocol())
                .putUnlessEmpty("appProtocol", port.appProtocol());
    }
}
