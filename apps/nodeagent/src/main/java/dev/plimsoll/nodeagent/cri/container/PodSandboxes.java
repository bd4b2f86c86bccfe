package dev.plimsoll.nodeagent.cri.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.protocol.SandboxResources;
import dev.plimsoll.cri.config.NamespaceOptions;
import dev.plimsoll.cri.config.SandboxConfig;
import dev.plimsoll.cri.config.SandboxMetadata;
import dev.plimsoll.nodeagent.cri.cgroups.LinuxContainerResources;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How a pod's sandbox is made, from the pod as the API has it. */
public final class PodSandboxes {
    static final SandboxResources NO_RESOURCES =
            new SandboxResources(SandboxResources.Amounts.NONE, SandboxResources.Amounts.NONE);
    private static final int LONGEST_HOSTNAME = 63;

    private final NodeSetup node;

    public PodSandboxes(NodeSetup node) {
        this.node = node;
    }

    SandboxConfig of(Pod pod, ObjectNode document, int attempt, String cgroupParent, SandboxResources resources) {
        var spec = document.path("spec");
        var meta = pod.metadata();
        var labels = new HashMap<>(meta.labels());
        labels.putAll(CriLabels.ofPod(meta));
        var isHostNetwork = spec.path("hostNetwork").asBoolean();
        return new SandboxConfig(
                new SandboxMetadata(meta.name(), meta.uid(), meta.namespace(), attempt),
                isHostNetwork ? "" : hostname(spec, meta.name()),
                logFolder(pod).toString(),
                dns(spec, meta.namespace(), isHostNetwork),
                ports(spec),
                labels,
                meta.annotations(),
                cgroupParent,
                namespaces(spec),
                sysctls(spec),
                LinuxContainerResources.of(resources.overhead()),
                LinuxContainerResources.of(resources.workload()),
                isPrivileged(spec));
    }

    Path logFolder(Pod pod) {
        var meta = pod.metadata();
        return node.logs().resolve(meta.namespace() + "_" + meta.name() + "_" + meta.uid());
    }

    private static String hostname(JsonNode spec, String podName) {
        var name = spec.path("hostname").asText();
        if (name.isEmpty()) name = podName;
        if (name.length() <= LONGEST_HOSTNAME) return name;
        return name.substring(0, LONGEST_HOSTNAME).replaceAll("[-.]+$", "");
    }

    static NamespaceOptions namespaces(JsonNode spec) {
        var pid = NamespaceOptions.Mode.CONTAINER;
        if (spec.path("shareProcessNamespace").asBoolean()) pid = NamespaceOptions.Mode.POD;
        if (spec.path("hostPID").asBoolean()) pid = NamespaceOptions.Mode.NODE;
        return new NamespaceOptions(mode(spec.path("hostNetwork")), pid, mode(spec.path("hostIPC")), "");
    }

    private static NamespaceOptions.Mode mode(JsonNode ofHost) {
        return ofHost.asBoolean() ? NamespaceOptions.Mode.NODE : NamespaceOptions.Mode.POD;
    }

    /** With the policy Default, and where the cluster has no name service, the runtime takes what the node has. */
    private SandboxConfig.Dns dns(JsonNode spec, String namespace, boolean isHostNetwork) {
        var policy = spec.path("dnsPolicy").asText("ClusterFirst");
        var isCluster = policy.equals("ClusterFirstWithHostNet") || (policy.equals("ClusterFirst") && !isHostNetwork);
        var config = spec.path("dnsConfig");
        var servers = new ArrayList<String>();
        var searches = new ArrayList<String>();
        var options = new ArrayList<String>();
        if (isCluster && !node.clusterDns().isEmpty()) {
            servers.addAll(node.clusterDns());
            var domain = node.clusterDomain();
            searches.addAll(List.of(namespace + ".svc." + domain, "svc." + domain, domain));
            options.add("ndots:5");
        }
        for (var server : config.path("nameservers")) servers.add(server.asText());
        for (var search : config.path("searches")) searches.add(search.asText());
        for (var option : config.path("options")) {
            var value = option.path("value").asText();
            options.add(option.path("name").asText() + (value.isEmpty() ? "" : ":" + value));
        }
        return new SandboxConfig.Dns(servers, searches, options);
    }

    private static List<SandboxConfig.PortMapping> ports(JsonNode spec) {
        var ports = new ArrayList<SandboxConfig.PortMapping>();
        for (var list : List.of("initContainers", "containers")) {
            for (var container : spec.path(list)) {
                for (var port : container.path("ports")) {
                    if (port.path("hostPort").asInt() == 0) continue;
                    ports.add(new SandboxConfig.PortMapping(
                            port.path("protocol").asText("TCP"),
                            port.path("containerPort").asInt(),
                            port.path("hostPort").asInt(),
                            port.path("hostIP").asText()));
                }
            }
        }
        return ports;
    }

    private static Map<String, String> sysctls(JsonNode spec) {
        var sysctls = new HashMap<String, String>();
        for (var sysctl : spec.path("securityContext").path("sysctls"))
            sysctls.put(sysctl.path("name").asText(), sysctl.path("value").asText());
        return sysctls;
    }

    private static boolean isPrivileged(JsonNode spec) {
        for (var list : List.of("initContainers", "containers")) {
            for (var container : spec.path(list)) {
                if (container.path("securityContext").path("privileged").asBoolean()) return true;
            }
        }
        return false;
    }
}
