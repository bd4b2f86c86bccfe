package dev.plimsoll.kinds.rules.network;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.IpRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.HashSet;
import java.util.List;

/** Endpoints and EndpointSlices: where a service is. */
public final class EndpointRules {
    private static final int MOST_ADDRESSES = 100;
    private static final int MOST_ENDPOINTS = 1000;
    private static final int MOST_PORTS = 20000;
    private static final List<String> ADDRESS_TYPES = List.of("FQDN", "IPv4", "IPv6");

    private EndpointRules() {}

    public static void endpoints(FieldValue object, Findings found) {
        for (var subset : object.field("subsets").items()) {
            var ready = subset.field("addresses");
            var notReady = subset.field("notReadyAddresses");
            if (ready.isEmpty() && notReady.isEmpty()) {
                found.required(subset, "must specify `addresses` or `notReadyAddresses`");
            }
            for (var address : ready.items()) address(address, found);
            for (var address : notReady.items()) address(address, found);
            var ports = subset.field("ports");
            for (var port : ports.items()) port(port, ports.node().size() > 1, found);
        }
    }

    private static void address(FieldValue address, Findings found) {
        IpRules.address(address.field("ip"), found);
        NameRules.labelIfGiven(address.field("hostname"), found);
        if (address.field("nodeName").isGiven()) NameRules.subdomain(address.field("nodeName"), found);
        IpRules.reachable(address.field("ip"), found);
    }

    private static void port(FieldValue port, boolean isNamed, Findings found) {
        var name = port.field("name");
        if (isNamed && name.isEmpty()) found.required(name);
        else NameRules.labelIfGiven(name, found);
        NameRules.portNumber(port.field("port"), found);
        NameRules.protocol(port.field("protocol"), found);
        NameRules.qualifiedNameIfGiven(port.field("appProtocol"), found);
    }

    public static void endpointSlice(FieldValue object, Findings found) {
        slicePorts(object.field("ports"), found);
        var type = object.field("addressType");
        found.requiredOneOf(type, ADDRESS_TYPES);
        var endpoints = object.field("endpoints");
        if (endpoints.node().size() > MOST_ENDPOINTS) found.tooMany(endpoints, MOST_ENDPOINTS);
        else for (var endpoint : endpoints.items()) endpoint(endpoint, type.text(), found);
    }

    private static void endpoint(FieldValue endpoint, String type, Findings found) {
        var addresses = endpoint.field("addresses");
        if (addresses.isEmpty()) found.required(addresses);
        else if (addresses.node().size() > MOST_ADDRESSES) found.tooMany(addresses, MOST_ADDRESSES);
        for (var address : addresses.items()) {
            switch (type) {
                case "IPv4" -> ofFamily(address, IpRules.isIpv4(address.text()), "must be an IPv4 address", found);
                case "IPv6" -> ofFamily(address, IpRules.isIpv6(address.text()), "must be an IPv6 address", found);
                case "FQDN" -> NameRules.subdomain(address, found);
                default -> {}
            }
        }
        if (endpoint.field("nodeName").isGiven()) NameRules.subdomain(endpoint.field("nodeName"), found);
        NameRules.labelIfGiven(endpoint.field("hostname"), found);
        var nodes = new HashSet<String>();
        for (var node : endpoint.field("hints").field("forNodes").items()) {
            if (!nodes.add(node.field("name").text())) found.duplicate(node.field("name"));
            else NameRules.subdomain(node.field("name"), found);
        }
    }

    private static void ofFamily(FieldValue address, boolean isOne, String otherwise, Findings found) {
        if (!IpRules.isAddress(address.text())) {
            found.invalid(address, IpRules.NOT_AN_ADDRESS);
            return;
        }
        if (!isOne) found.invalid(address, otherwise);
        IpRules.reachable(address, found);
    }

    private static void slicePorts(FieldValue ports, Findings found) {
        if (ports.node().size() > MOST_PORTS) {
            found.tooMany(ports, MOST_PORTS);
            return;
        }
        var names = new HashSet<String>();
        for (var port : ports.items()) {
            NameRules.labelIfGiven(port.field("name"), found);
            if (!names.add(port.field("name").text())) found.duplicate(port.field("name"));
            NameRules.protocol(port.field("protocol"), found);
            NameRules.qualifiedNameIfGiven(port.field("appProtocol"), found);
        }
    }
}
