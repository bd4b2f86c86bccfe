package dev.plimsoll.core.podsecurity.view;

import java.util.List;
import java.util.Map;

/**
 * A pod, or the template of one.
 *
 * @param hostNamespaces the fields {@code hostNetwork}, {@code hostPID} and {@code hostIPC} that are true, in this order
 * @param userNamespace whether {@code hostUsers} is false
 * @param sysctls the names, in the pod's order
 * @param containers init containers, then regular ones, then ephemeral ones
 */
public record SecuredPod(
        Map<String, String> annotations,
        List<String> hostNamespaces,
        boolean userNamespace,
        boolean windows,
        SecurityContext context,
        List<String> sysctls,
        List<SecuredVolume> volumes,
        List<SecuredContainer> containers) {
    public SecuredPod {
        annotations = Map.copyOf(annotations);
        hostNamespaces = List.copyOf(hostNamespaces);
        sysctls = List.copyOf(sysctls);
        volumes = List.copyOf(volumes);
        containers = List.copyOf(containers);
    }
}
