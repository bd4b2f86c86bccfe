package dev.plimsoll.nodeagent.payload;

import dev.plimsoll.core.workloads.endpoints.SelectedService;
import dev.plimsoll.objects.service.ServiceObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Variables that tell containers where services are, under the names that Kubernetes gives them. */
final class ServiceVariables {
    private ServiceVariables() {}

    /** Of services that have an address. */
    static Map<String, String> of(List<ServiceObject> services) {
        var variables = new LinkedHashMap<String, String>();
        for (var service : services) {
            var ports = service.ports();
            if (!service.clusterIp().isEmpty() && !ports.isEmpty())
                add(variables, word(service.metadata().name()), service.clusterIp(), ports);
        }
        return variables;
    }

    private static String word(String name) {
        return name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static void add(
            Map<String, String> variables, String name, String address, List<SelectedService.Port> ports) {
        var first = ports.getFirst();
        variables.put(name + "_SERVICE_HOST", address);
        variables.put(name + "_SERVICE_PORT", String.valueOf(first.port()));
        for (var port : ports)
            if (!port.name().isEmpty())
                variables.put(name + "_SERVICE_PORT_" + word(port.name()), String.valueOf(port.port()));
        variables.put(name + "_PORT", url(first, address));
        for (var port : ports) {
            var prefix = name + "_PORT_" + port.port() + "_" + port.protocol().toUpperCase(Locale.ROOT);
            variables.put(prefix, url(port, address));
            variables.put(prefix + "_PROTO", protocol(port));
            variables.put(prefix + "_PORT", String.valueOf(port.port()));
            variables.put(prefix + "_ADDR", address);
        }
    }

    private static String protocol(SelectedService.Port port) {
        return port.protocol().toLowerCase(Locale.ROOT);
    }

    private static String url(SelectedService.Port port, String address) {
        var host = address.contains(":") ? "[" + address + "]" : address;
        return protocol(port) + "://" + host + ":" + port.port();
    }
}
