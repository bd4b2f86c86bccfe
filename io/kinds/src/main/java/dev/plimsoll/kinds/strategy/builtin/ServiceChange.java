package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.rules.network.ServiceFields;
import java.util.List;

/** What becomes of the fields that a cluster gave to a service when somebody writes the service. */
final class ServiceChange {
    private static final List<String> ADDRESS_FIELDS =
            List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy");
    private static final List<String> BALANCER_FIELDS = List.of("allocateLoadBalancerNodePorts", "loadBalancerClass");

    private ServiceChange() {}

    /**
     * Makes what was sent whole. Who leaves out what the service was given does not mean to give it back; who changes the type does
     * not mean to keep what the new type cannot have, unless the change names it.
     */
    static void complete(ObjectNode sent, ObjectNode stored) {
        if (!(sent.get("spec") instanceof ObjectNode after)) return;
        var before = stored.path("spec");
        followFirstAddress(after, before);
        var keepsAddress = ServiceFields.hasAddress(sent) && ServiceFields.hasAddress(stored);
        if (keepsAddress) takeOver(after, before);
        if (ServiceFields.hasNodePorts(sent) && ServiceFields.hasNodePorts(stored)) takeOverPorts(after, before);
        if (ServiceFields.needsHealthCheckPort(sent)
                && ServiceFields.needsHealthCheckPort(stored)
                && after.path("healthCheckNodePort").asInt() == 0) {
            after.set("healthCheckNodePort", before.path("healthCheckNodePort"));
        }
        drop(sent, stored, after, before);
    }

    /** A client that knows only the field of one address changes only that. */
    private static void followFirstAddress(ObjectNode after, JsonNode before) {
        var address = after.path("clusterIP").asText();
        if (address.equals(before.path("clusterIP").asText())) return;
        if (!after.path("clusterIPs").equals(before.path("clusterIPs"))) return;
        if (address.isEmpty()) after.remove("clusterIPs");
        else after.putArray("clusterIPs").add(address);
    }

    private static void takeOver(ObjectNode after, JsonNode before) {
        if (after.path("clusterIP").asText().isEmpty()
                && after.path("clusterIPs").isEmpty()) {
            copy(after, before, "clusterIP");
            copy(after, before, "clusterIPs");
        }
        if (after.path("ipFamilies").isEmpty()) copy(after, before, "ipFamilies");
        if (after.path("ipFamilyPolicy").asText().isEmpty()) copy(after, before, "ipFamilyPolicy");
    }

    private static void copy(ObjectNode after, JsonNode before, String field) {
        var value = before.get(field);
        if (value != null) after.set(field, value.deepCopy());
    }

    private static void takeOverPorts(ObjectNode after, JsonNode before) {
        for (var port : after.path("ports")) {
            if (!(port instanceof ObjectNode node) || port.path("nodePort").asInt() != 0) continue;
            for (var known : before.path("ports")) {
                var given = known.path("nodePort").asInt();
                if (given != 0 && isSame(known, port) && !isUsed(after, given, port)) node.put("nodePort", given);
            }
        }
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        return one.path("port").asInt() == other.path("port").asInt()
                && one.path("protocol").asText().equals(other.path("protocol").asText());
    }

    /** Whether another port of the same protocol has the number. */
    private static boolean isUsed(ObjectNode spec, int nodePort, JsonNode port) {
        for (var other : spec.path("ports")) {
            if (!isSame(other, port)
                    && other.path("nodePort").asInt() == nodePort
                    && other.path("protocol")
                            .asText()
                            .equals(port.path("protocol").asText())) return true;
        }
        return false;
    }

    private static void drop(ObjectNode sent, ObjectNode stored, ObjectNode after, JsonNode before) {
        if (ServiceFields.hasAddress(stored) && !ServiceFields.hasAddress(sent)) {
            for (var field : ADDRESS_FIELDS) dropUnchanged(after, before, field);
        }
        if (ServiceFields.hasNodePorts(stored) && !ServiceFields.hasNodePorts(sent)) {
            for (var port : after.path("ports")) {
                if (port instanceof ObjectNode node && hasPort(before, port)) node.remove("nodePort");
            }
            if (after.path("externalIPs").isEmpty()) dropUnchanged(after, before, "externalTrafficPolicy");
        }
        if (ServiceFields.needsHealthCheckPort(stored) && !ServiceFields.needsHealthCheckPort(sent))
            dropUnchanged(after, before, "healthCheckNodePort");
        var wasBalancer = before.path("type").asText().equals("LoadBalancer");
        if (wasBalancer && !after.path("type").asText().equals("LoadBalancer")) {
            for (var field : BALANCER_FIELDS) dropUnchanged(after, before, field);
        }
    }

    private static boolean hasPort(JsonNode spec, JsonNode port) {
        for (var known : spec.path("ports")) {
            if (isSame(known, port)
                    && known.path("nodePort").asInt() == port.path("nodePort").asInt()) return true;
        }
        return false;
    }

    private static void dropUnchanged(ObjectNode after, JsonNode before, String field) {
        if (after.path(field).equals(before.path(field))) after.remove(field);
    }
}
