package dev.plimsoll.objects.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;

/** All endpoints of a service in one object, the older form. */
public final class EndpointsObject extends ApiObject {
    public static final ObjectKind<EndpointsObject> KIND =
            new ObjectKind<>(ApiResource.ENDPOINTS, EndpointsObject.class, EndpointsObject::new);

    public EndpointsObject(ObjectNode document) {
        super(document);
    }

    @Override
    public EndpointsDraft draft() {
        return new EndpointsDraft(document());
    }
}
