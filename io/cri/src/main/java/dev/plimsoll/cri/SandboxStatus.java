package dev.plimsoll.cri;

import java.util.List;

/**
 * A sandbox in full.
 *
 * @param ips the main one first; none on the host's network
 * @param isOnHostNetwork whether it has the network of the node
 * @param containers where the runtime tells them along; else none
 */
public record SandboxStatus(
        Sandbox sandbox, List<String> ips, boolean isOnHostNetwork, List<ContainerStatus> containers) {
    public SandboxStatus {
        ips = List.copyOf(ips);
        containers = List.copyOf(containers);
    }
}
