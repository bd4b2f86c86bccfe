package dev.plimsoll.cli.node;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.linux.cgroup.CgroupNames;
import dev.plimsoll.nodeagent.cri.host.HostOptions;
import dev.plimsoll.nodeagent.staticpods.StaticPodSources;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a node that runs containers. */
final class CriOptions {
    @Option(
            names = "--cri-endpoint",
            paramLabel = "URL",
            defaultValue = "unix:///run/containerd/containerd.sock",
            description = "With cri: where the container runtime listens (default: ${DEFAULT-VALUE}).")
    private String endpoint = "unix:///run/containerd/containerd.sock";

    @Option(
            names = "--cgroup-root",
            paramLabel = "NAME",
            defaultValue = "/",
            description = "With cri: the cgroup below which the pods' are (default: ${DEFAULT-VALUE}).")
    private String cgroupRoot = "/";

    @Option(
            names = "--cgroup-driver",
            paramLabel = "NAME",
            defaultValue = "cgroupfs",
            description = "With cri: cgroupfs or systemd, where the runtime does not say (default: ${DEFAULT-VALUE}).")
    private String cgroupDriver = "cgroupfs";

    @Option(
            names = "--node-name",
            paramLabel = "NAME",
            description = "With cri: the name of the node; without it that of the machine.")
    private String nodeName = "";

    @Option(names = "--node-ip", paramLabel = "ADDRESS", description = "With cri: the address of the node.")
    private String nodeIp = "";

    @Option(
            names = "--root-dir",
            paramLabel = "DIR",
            defaultValue = "/var/lib/plimsoll",
            description = "With cri: holds checkpoints and volumes (default: ${DEFAULT-VALUE}).")
    private Path root = Path.of("/var/lib/plimsoll");

    @Option(
            names = "--pod-logs-dir",
            paramLabel = "DIR",
            defaultValue = "/var/log/pods",
            description = "With cri: holds the logs of containers (default: ${DEFAULT-VALUE}).")
    private Path logs = Path.of("/var/log/pods");

    @Option(
            names = "--cluster-dns",
            paramLabel = "ADDRESS",
            split = ",",
            description = "With cri: the name service that pods ask first.")
    private List<String> clusterDns = List.of();

    @Option(
            names = "--cluster-domain",
            paramLabel = "DOMAIN",
            defaultValue = "cluster.local",
            description = "With cri: in which services are named (default: ${DEFAULT-VALUE}).")
    private String clusterDomain = "cluster.local";

    @Option(
            names = "--fail-cgroup-v1",
            paramLabel = "BOOL",
            arity = "1",
            defaultValue = "true",
            description = "With cri: do not start on a machine with cgroup v1 (default: ${DEFAULT-VALUE}).")
    private boolean failCgroupV1 = true;

    @Option(
            names = "--fail-swap-on",
            paramLabel = "BOOL",
            arity = "1",
            defaultValue = "true",
            description =
                    "With cri: do not start on a machine that has swap; false is needed for --swap-behavior LimitedSwap (default: ${DEFAULT-VALUE}).")
    private boolean failSwapOn = true;

    @Mixin
    private final LogOptions containerLogs = new LogOptions();

    void check(List<String> problems) {
        containerLogs.limits(problems);
    }

    HostOptions asked(
            List<String> unsafeSysctls,
            ResourceAmounts reserved,
            int pods,
            EvictionHard evictionHard,
            String swapBehavior,
            ImageGarbage images,
            StaticPodSources staticPods)
            throws UnknownHostException {
        return new HostOptions(
                endpoint,
                cgroupRoot,
                cgroupDriver.equals("systemd") ? CgroupNames.Driver.SYSTEMD : CgroupNames.Driver.CGROUPFS,
                nodeName(),
                nodeIp(),
                root,
                logs,
                clusterDns,
                clusterDomain,
                failCgroupV1,
                failSwapOn,
                unsafeSysctls,
                reserved,
                pods,
                evictionHard,
                swapBehavior,
                images,
                containerLogs.limits(new ArrayList<>()),
                staticPods);
    }

    Path root() {
        return root;
    }

    String nodeName() throws UnknownHostException {
        return nodeName.isEmpty() ? InetAddress.getLocalHost().getHostName() : nodeName;
    }

    private String nodeIp() throws UnknownHostException {
        return nodeIp.isEmpty() ? InetAddress.getLocalHost().getHostAddress() : nodeIp;
    }
}
