package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.protocol.SandboxResources;
import dev.plimsoll.cri.config.IdMapping;
import dev.plimsoll.cri.config.NamespaceOptions;
import dev.plimsoll.cri.config.SandboxConfig;
import dev.plimsoll.cri.config.SandboxMetadata;
import dev.plimsoll.nodeagent.cri.cgroups.LinuxContainerResources;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.objects.pod.PodObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;

/** How a pod's sandbox is made, from the pod as the API has it. */
public final class PodSandboxes {
    static final SandboxResources NO_RESOURCES =
            new SandboxResources(SandboxResources.Amounts.NONE, SandboxResources.Amounts.NONE);
    private static final int LONGEST_HOSTNAME = 63;

    private final NodeSetup node;

    public PodSandboxes(NodeSetup node) {
        this.node = node;
    }

    /** @param users that the pod has of its own */
    SandboxConfig of(
            Pod pod,
            PodObject object,
            int attempt,
            String cgroupParent,
            SandboxResources resources,
            List<IdMapping> users) {
        var spec = pod.spec();
        var meta = pod.metadata();
        var labels = new HashMap<>(meta.labels());
        labels.putAll(CriLabels.ofPod(meta));
        var isHostNetwork = spec.details().hostNetwork();
        return new SandboxConfig(
                new SandboxMetadata(meta.name(), meta.uid(), meta.namespace(), attempt),
                isHostNetwork ? "" : hostname(spec.details().hostname(), meta.name()),
                logFolder(pod).toString(),
                dns(object, spec.details().dnsPolicy(), meta.namespace(), isHostNetwork),
                ports(spec),
                labels,
                meta.annotations(),
                cgroupParent,
                namespaces(object, spec, users),
                object.securityContext().sysctls(),
                LinuxContainerResources.of(resources.overhead()),
                LinuxContainerResources.of(resources.workload()),
                isPrivileged(object, spec));
    }

    Path logFolder(Pod pod) {
        var meta = pod.metadata();
        return node.logs().resolve(meta.namespace() + "_" + meta.name() + "_" + meta.uid());
    }

    private static String hostname(String given, String podName) {
        var name = given.isEmpty() ? podName : given;
        if (name.length() <= LONGEST_HOSTNAME) return name;
        return name.substring(0, LONGEST_HOSTNAME).replaceAll("[-.]+$", "");
    }

    static NamespaceOptions namespaces(PodObject pod, PodSpec spec, List<IdMapping> users) {
        var pid = NamespaceOptions.Mode.CONTAINER;
        if (pod.shareProcessNamespace()) pid = NamespaceOptions.Mode.POD;
        if (pod.hostPid()) pid = NamespaceOptions.Mode.NODE;
        return new NamespaceOptions(mode(spec.details().hostNetwork()), pid, mode(pod.hostIpc()), "", users);
    }

    private static NamespaceOptions.Mode mode(boolean ofHost) {
        return ofHost ? NamespaceOptions.Mode.NODE : NamespaceOptions.Mode.POD;
    }

    /** With the policy Default, and where the cluster has no name service, the runtime takes what the node has. */
    private SandboxConfig.Dns dns(PodObject pod, String said, String namespace, boolean isHostNetwork) {
        var policy = said.isEmpty() ? "ClusterFirst" : said;
        var isCluster = policy.equals("ClusterFirstWithHostNet") || (policy.equals("ClusterFirst") && !isHostNetwork);
        var config = pod.dnsConfig();
        var servers = new ArrayList<String>();
        var searches = new ArrayList<String>();
        var options = new ArrayList<String>();
        if (isCluster && !node.clusterDns().isEmpty()) {
            servers.addAll(node.clusterDns());
            var domain = node.clusterDomain();
            searches.addAll(List.of(namespace + ".svc." + domain, "svc." + domain, domain));
            options.add("ndots:5");
        }
        servers.addAll(config.nameservers());
        searches.addAll(config.searches());
        options.addAll(config.options());
        return new SandboxConfig.Dns(servers, searches, options);
    }

    /** Those that are there from the beginning. */
    private static Stream<Container> all(PodSpec spec) {
        return Stream.concat(spec.initContainers().stream(), spec.containers().stream());
    }

    private static List<SandboxConfig.PortMapping> ports(PodSpec spec) {
        return all(spec)
                .flatMap(container -> container.details().ports().stream())
                .filter(port -> port.hostPort() != 0)
                .map(port -> new SandboxConfig.PortMapping(
                        port.protocol().isEmpty() ? "TCP" : port.protocol(),
                        port.containerPort(),
                        port.hostPort(),
                        port.hostIP()))
                .toList();
    }

    private static boolean isPrivileged(PodObject pod, PodSpec spec) {
        return all(spec)
                .flatMap(container -> pod.container(container.name()).stream())
                .anyMatch(each -> each.securityContext().privileged());
    }
}
