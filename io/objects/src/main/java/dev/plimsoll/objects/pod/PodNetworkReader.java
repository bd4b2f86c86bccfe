package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.workloads.PodNetwork;
import dev.plimsoll.core.workloads.PodNetwork.NamedPort;
import java.util.ArrayList;
import java.util.List;

/** Reads where a pod can be reached. */
final class PodNetworkReader {
    private PodNetworkReader() {}

    static PodNetwork read(JsonNode spec, JsonNode status) {
        var ports = new ArrayList<NamedPort>();
        for (var container : spec.path("containers")) named(container, ports);
        for (var container : spec.path("initContainers")) {
            if (text(container, "restartPolicy").equals("Always")) named(container, ports);
        }
        return new PodNetwork(addresses(status), text(spec, "hostname"), text(spec, "subdomain"), ports);
    }

    private static List<String> addresses(JsonNode status) {
        var addresses = new ArrayList<String>();
        for (var each : status.path("podIPs")) {
            var address = text(each, "ip");
            if (!address.isEmpty()) addresses.add(address);
        }
        var first = text(status, "podIP");
        return addresses.isEmpty() && !first.isEmpty() ? List.of(first) : addresses;
    }

    private static void named(JsonNode container, List<NamedPort> ports) {
        for (var port : container.path("ports")) {
            var name = text(port, "name");
            if (name.isEmpty()) continue;
            ports.add(new NamedPort(name, text(port, "protocol", "TCP"), integer(port, "containerPort", 0)));
        }
    }
}
