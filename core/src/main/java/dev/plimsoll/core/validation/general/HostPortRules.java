package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import java.util.HashSet;
import java.util.List;

/** Ports of the node, which containers that run together share. */
final class HostPortRules {
    private HostPortRules() {}

    /** No two of these containers, nor one of them twice, take the same port of the same address and protocol. */
    static void checkUnique(List<Container> containers, boolean hostNetwork, FieldPath path, FieldErrors found) {
        var taken = new HashSet<String>();
        for (var i = 0; i < containers.size(); i++) {
            var ports = PortRules.defaulted(containers.get(i), hostNetwork);
            for (var j = 0; j < ports.size(); j++) {
                var port = ports.get(j);
                if (port.hostPort() == 0) continue;
                var place = port.protocol() + "/" + port.hostIP() + "/" + port.hostPort();
                if (!taken.add(place)) {
                    found.duplicate(path.index(i).child("ports").index(j).child("hostPort"), place);
                }
            }
        }
    }

    /** In the node's network there is no mapping: both numbers are the same port. Init containers are not asked. */
    static void checkHostNetwork(PodSpec spec, FieldPath path, FieldErrors found) {
        if (!spec.details().hostNetwork()) return;
        for (var i = 0; i < spec.containers().size(); i++) {
            var ports = PortRules.defaulted(spec.containers().get(i), true);
            for (var j = 0; j < ports.size(); j++) {
                var port = ports.get(j);
                if (port.hostPort() == port.containerPort()) continue;
                found.invalid(
                        path.index(i).child("ports").index(j).child("hostPort"),
                        port.hostPort(),
                        "must match `containerPort` when `hostNetwork` is true");
            }
        }
    }
}
