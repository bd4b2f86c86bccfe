package dev.plimsoll.cri.config;

import java.util.List;
import java.util.Map;

/**
 * How a sandbox is made.
 *
 * @param hostname empty with the network of the host
 * @param cgroupParent in the notation of the cgroup driver
 * @param overhead what the pod's runtime class adds
 * @param resources of all containers together
 */
public record SandboxConfig(
        SandboxMetadata metadata,
        String hostname,
        String logDirectory,
        Dns dns,
        List<PortMapping> ports,
        Map<String, String> labels,
        Map<String, String> annotations,
        String cgroupParent,
        NamespaceOptions namespaces,
        Map<String, String> sysctls,
        LinuxResources overhead,
        LinuxResources resources,
        boolean privileged) {
    public SandboxConfig {
        ports = List.copyOf(ports);
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        sysctls = Map.copyOf(sysctls);
    }

    /** A sandbox on the host's network with nothing else said. */
    public static SandboxConfig of(SandboxMetadata metadata, String cgroupParent) {
        return new SandboxConfig(
                metadata,
                "",
                "",
                Dns.NONE,
                List.of(),
                Map.of(),
                Map.of(),
                cgroupParent,
                NamespaceOptions.OF_HOST_NETWORK,
                Map.of(),
                LinuxResources.NONE,
                LinuxResources.NONE,
                false);
    }

    public SandboxConfig withLabels(Map<String, String> changed) {
        return new SandboxConfig(
                metadata,
                hostname,
                logDirectory,
                dns,
                ports,
                changed,
                annotations,
                cgroupParent,
                namespaces,
                sysctls,
                overhead,
                resources,
                privileged);
    }

    public SandboxConfig withResources(LinuxResources changedOverhead, LinuxResources changed) {
        return new SandboxConfig(
                metadata,
                hostname,
                logDirectory,
                dns,
                ports,
                labels,
                annotations,
                cgroupParent,
                namespaces,
                sysctls,
                changedOverhead,
                changed,
                privileged);
    }

    /** What {@code /etc/resolv.conf} says. */
    public record Dns(List<String> servers, List<String> searches, List<String> options) {
        public static final Dns NONE = new Dns(List.of(), List.of(), List.of());

        public Dns {
            servers = List.copyOf(servers);
            searches = List.copyOf(searches);
            options = List.copyOf(options);
        }
    }

    /**
     * A port of the node that leads into the pod.
     *
     * @param protocol {@code TCP}, {@code UDP} or {@code SCTP}
     */
    public record PortMapping(String protocol, int containerPort, int hostPort, String hostIp) {}
}
