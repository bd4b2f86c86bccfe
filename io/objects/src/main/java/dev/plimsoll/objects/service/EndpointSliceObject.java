package dev.plimsoll.objects.service;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.workloads.endpoints.Endpoint;
import dev.plimsoll.core.workloads.endpoints.EndpointPort;
import dev.plimsoll.core.workloads.endpoints.EndpointSlicePlan.Slice;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A slice of the endpoints of a service. */
public final class EndpointSliceObject extends ApiObject {
    public static final ObjectKind<EndpointSliceObject> KIND =
            new ObjectKind<>(ApiResource.ENDPOINT_SLICES, EndpointSliceObject.class, EndpointSliceObject::new);

    /** The label that names its service. */
    public static final String SERVICE_NAME = "kubernetes.io/service-name";

    private @Nullable List<EndpointPort> ports;
    private @Nullable List<Endpoint> endpoints;

    public EndpointSliceObject(ObjectNode document) {
        super(document);
    }

    /** The service that it belongs to; empty where its labels name none. */
    public String serviceName() {
        return text(document().path("metadata").path("labels"), SERVICE_NAME);
    }

    /**
     * Where a server behind a service listens.
     *
     * @param node on which it runs; empty where nobody says
     */
    public record Address(String host, int port, String node) {}

    /** The addresses behind the port of a name that take requests; an endpoint that does not say so is ready. */
    public List<Address> readyAddresses(String portName) {
        return addresses(portName, EndpointSliceObject::isReady);
    }

    /** The same of endpoints that are being ended and still serve. */
    public List<Address> leavingAddresses(String portName) {
        return addresses(
                portName,
                endpoint -> flag(endpoint.path("conditions"), "serving")
                        && flag(endpoint.path("conditions"), "terminating"));
    }

    private List<Address> addresses(String portName, Predicate<JsonNode> isMeant) {
        var found = new ArrayList<Address>();
        for (var port : document().path("ports")) {
            if (!text(port, "name").equals(portName)) continue;
            for (var endpoint : document().path("endpoints")) {
                if (!isMeant.test(endpoint)) continue;
                for (var host : texts(endpoint, "addresses"))
                    found.add(new Address(host, integer(port, "port", 0), text(endpoint, "nodeName")));
            }
        }
        return found;
    }

    private static boolean isReady(JsonNode endpoint) {
        return endpoint.path("conditions").path("ready").asBoolean(true);
    }

    /** A name below that of the service, and the address that it stands for; the name is empty for most. */
    public record NamedAddress(String hostname, String address) {}

    /** All that names stand for. */
    public List<NamedAddress> namedAddresses() {
        var found = new ArrayList<NamedAddress>();
        for (var endpoint : document().path("endpoints")) {
            if (!isReady(endpoint)) continue;
            for (var address : texts(endpoint, "addresses"))
                found.add(new NamedAddress(text(endpoint, "hostname"), address));
        }
        return found;
    }

    /**
     * As the plan for the slices of its service sees it.
     *
     * @param isCurrent whether its labels and its owner are as the service has them
     */
    public Slice view(boolean isCurrent) {
        return new Slice(metadata().name(), text(document(), "addressType"), ports(), endpoints(), isCurrent);
    }

    private List<EndpointPort> ports() {
        var known = ports;
        if (known == null) ports = known = list(document(), "ports", EndpointSliceObject::port);
        return known;
    }

    private List<Endpoint> endpoints() {
        var known = endpoints;
        if (known == null) endpoints = known = list(document(), "endpoints", EndpointSliceObject::endpoint);
        return known;
    }

    private static EndpointPort port(JsonNode port) {
        return new EndpointPort(
                text(port, "name"), text(port, "protocol", "TCP"), text(port, "appProtocol"), integer(port, "port", 0));
    }

    private static Endpoint endpoint(JsonNode endpoint) {
        var conditions = endpoint.path("conditions");
        return new Endpoint(
                endpoint.path("addresses").path(0).asText(""),
                flag(conditions, "ready"),
                flag(conditions, "serving"),
                flag(conditions, "terminating"),
                text(endpoint, "nodeName"),
                text(endpoint, "zone"),
                text(endpoint, "hostname"),
                TargetReference.read(endpoint));
    }

    @Override
    public EndpointSliceDraft draft() {
        return new EndpointSliceDraft(document());
    }
}
