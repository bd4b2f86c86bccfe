package dev.plimsoll.core.podsecurity.view;

import java.util.List;

/**
 * A container of any sort.
 *
 * @param procMount empty if not given
 * @param hostPorts without those that are 0
 * @param hosts that probes and lifecycle hooks name
 */
public record SecuredContainer(
        String name,
        SecurityContext context,
        boolean privileged,
        Choice allowPrivilegeEscalation,
        String procMount,
        List<String> addedCapabilities,
        List<String> droppedCapabilities,
        List<Integer> hostPorts,
        List<String> hosts) {
    public SecuredContainer {
        addedCapabilities = List.copyOf(addedCapabilities);
        droppedCapabilities = List.copyOf(droppedCapabilities);
        hostPorts = List.copyOf(hostPorts);
        hosts = List.copyOf(hosts);
    }
}
