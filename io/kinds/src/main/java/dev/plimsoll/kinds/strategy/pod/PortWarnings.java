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
    private final Map<String, List<String>> definitions = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();

    private PortWarnings() {}

    /** The warnings for a pod spec that stands at a path, such as {@code spec.template.spec}. */
    public static List<String> of(JsonNode podSpec, String path) {
        var warnings = new PortWarnings();
        var containers = podSpec.path("containers");
        for (var i = 0; i < containers.size(); i++) {
            warnings.container(containers.get(i), path + ".containers[" + i + "]");
        }
        warnings.sameDefinition.addAll(warnings.sameName);
        return warnings.sameDefinition;
    }

    private void container(JsonNode container, String path) {
        var ports = container.path("ports");
        for (var i = 0; i < ports.size(); i++) {
            var port = ports.get(i);
            var place = path + ".ports[" + i + "]";
            var definition = port.path("containerPort") + " "
                    + port.path("protocol").asText("TCP") + " " + port.path("hostPort") + " " + port.path("hostIP");
            var earlier = definitions.computeIfAbsent(definition, _ -> new ArrayList<>());
            for (var other : earlier) {
                if (sameDefinition.size() < MOST) {
                    sameDefinition.add(place + ": duplicate port definition with " + other);
                }
            }
            if (earlier.size() < MOST) earlier.add(place);
            name(port.path("name").asText(), place);
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
