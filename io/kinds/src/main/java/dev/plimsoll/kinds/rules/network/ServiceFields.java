package dev.plimsoll.kinds.rules.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a service has, and what it needs by its type. */
public final class ServiceFields {
    public static final String HEADLESS = "None";

    private static final List<String> WITH_ADDRESS = List.of("ClusterIP", "NodePort", "LoadBalancer");

    private ServiceFields() {}

    /** Whether a service of this type has an address in the cluster, or says that it wants none. */
    public static boolean hasAddress(JsonNode service) {
        return WITH_ADDRESS.contains(service.path("spec").path("type").asText());
    }

    public static boolean isHeadless(JsonNode service) {
        return service.path("spec").path("clusterIP").asText().equals(HEADLESS);
    }

    /** Whether a service of this type may have node ports. */
    public static boolean hasNodePorts(JsonNode service) {
        var type = service.path("spec").path("type").asText();
        return type.equals("NodePort") || type.equals("LoadBalancer");
    }

    /** Whether node ports are chosen for ports that name none. */
    public static boolean needsNodePorts(JsonNode service) {
        return hasNodePorts(service)
                && service.path("spec").path("allocateLoadBalancerNodePorts").asBoolean(true);
    }

    public static boolean needsHealthCheckPort(JsonNode service) {
        var spec = service.path("spec");
        return spec.path("type").asText().equals("LoadBalancer")
                && spec.path("externalTrafficPolicy").asText().equals("Local");
    }

    public static Set<String> addresses(JsonNode service) {
        var addresses = new LinkedHashSet<String>();
        if (!hasAddress(service)) return addresses;
        for (var address : service.path("spec").path("clusterIPs")) addresses.add(address.asText());
        addresses.remove(HEADLESS);
        addresses.remove("");
        return addresses;
    }

    /** 0 for none. */
    public static int healthCheckNodePort(JsonNode service) {
        return service.path("spec").path("healthCheckNodePort").asInt();
    }

    public static void setHealthCheckNodePort(ObjectNode service, int port) {
        service.withObject("/spec").put("healthCheckNodePort", port);
    }

    /** A port of a service, read and changed in place. */
    public static final class Port {
        private final ObjectNode node;

        private Port(ObjectNode node) {
            this.node = node;
        }

        public int number() {
            return node.path("port").asInt();
        }

        /** 0 for none. */
        public int nodePort() {
            return node.path("nodePort").asInt();
        }

        public void setNodePort(int port) {
            node.put("nodePort", port);
        }
    }

    /** Its ports in their order. */
    public static List<Port> ports(JsonNode service) {
        var ports = new ArrayList<Port>();
        for (var port : service.path("spec").path("ports")) ports.add(new Port((ObjectNode) port));
        return ports;
    }

    public static Set<Integer> nodePorts(JsonNode service) {
        var ports = new LinkedHashSet<Integer>();
        if (!hasNodePorts(service)) return ports;
        for (var port : service.path("spec").path("ports"))
            ports.add(port.path("nodePort").asInt());
        ports.add(service.path("spec").path("healthCheckNodePort").asInt());
        ports.remove(0);
        return ports;
    }

    /** The address that it asks for or has; empty for none. */
    public static String address(JsonNode service) {
        return service.path("spec").path("clusterIP").asText();
    }

    public static void setAddress(ObjectNode service, String address) {
        var spec = service.withObject("/spec");
        spec.put("clusterIP", address);
        spec.putArray("clusterIPs").add(address);
    }
}
