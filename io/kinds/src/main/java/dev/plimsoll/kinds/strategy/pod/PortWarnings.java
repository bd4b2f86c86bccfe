package dev.plimsoll.kinds.strategy.pod;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Ports of a pod's containers that are declared twice, or share a name: allowed, but seldom meant. */
public final class PortWarnings {
    /** Nobody reads more. */
    private static final int MOST = 100;

    private final List<String> sameDefinition = new ArrayList<>();
    private final List<String> sameName = new ArrayList<>();
    private final Map<String, List<Port>> definitions = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();

    private PortWarnings() {}

    /** A port of a container, where it stands, and where the machine has it. */
    private record Port(String place, int hostPort, String hostAddress) {
        /** Whether both stand for the same of the machine, or could. */
        boolean overlaps(Port other) {
            if (hostPort == 0 || other.hostPort == 0) return true;
            return hostPort == other.hostPort
                    && (hostAddress.isEmpty() || other.hostAddress.isEmpty() || hostAddress.equals(other.hostAddress));
        }

        boolean isSameAs(Port other) {
            return hostPort == other.hostPort && hostAddress.equals(other.hostAddress);
        }
    }

    /** The warnings for a pod spec that stands at a path, such as {@code spec.template.spec}. */
    public static List<String> of(JsonNode podSpec, String path) {
        var warnings = new PortWarnings();
        for (var list : List.of("initContainers", "containers")) {
            var containers = podSpec.path(list);
            for (var i = 0; i < containers.size(); i++) {
                warnings.container(containers.get(i), path + "." + list + "[" + i + "]");
            }
        }
        warnings.sameDefinition.addAll(warnings.sameName);
        return warnings.sameDefinition;
    }

    private void container(JsonNode container, String path) {
        var ports = container.path("ports");
        for (var i = 0; i < ports.size(); i++) {
            var given = ports.get(i);
            var port = new Port(
                    path + ".ports[" + i + "]",
                    given.path("hostPort").asInt(),
                    given.path("hostIP").asText());
            var number =
                    given.path("containerPort") + " " + given.path("protocol").asText("TCP");
            var earlier = definitions.computeIfAbsent(number, _ -> new ArrayList<>());
            for (var other : earlier) {
                if (sameDefinition.size() == MOST || !port.overlaps(other)) continue;
                sameDefinition.add(port.place
                        + (port.isSameAs(other) ? ": duplicate" : ": overlapping")
                        + " port definition with " + other.place);
            }
            if (earlier.size() < MOST) earlier.add(port);
            name(given.path("name").asText(), port.place);
        }
    }

    private void name(String name, String place) {
        if (name.isEmpty()) return;
        var first = names.putIfAbsent(name, place);
        if (first == null || sameName.size() == MOST) return;
        sameName.add(place + ": duplicate port name \"" + name + "\" with " + first
                + ", services and probes that select ports by name will use " + first);
    }
}
