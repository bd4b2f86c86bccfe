package dev.plimsoll.nodeagent.cri.host;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.linux.cgroup.CgroupNames;
import dev.plimsoll.nodeagent.logs.LogLimits;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.staticpods.StaticPodSources;
import java.nio.file.Path;
import java.util.List;

/**
 * What a machine is to be as a node.
 *
 * @param endpoint where the container runtime listens: a path, which may have the scheme {@code unix://}
 * @param cgroupRoot the cgroup below which the pods' are
 * @param driver where the runtime does not say
 * @param root holds checkpoints and the volumes of pods
 * @param logs holds a folder for each pod
 * @param failSwapOn whether a machine that has swap is refused
 * @param unsafeSysctls kernel settings that pods may have of their own beside the safe ones
 * @param reserved what the system keeps for itself
 * @param pods how many it may have
 * @param swapBehavior {@code NoSwap} or {@code LimitedSwap}
 * @param images which images are removed
 * @param logLimits how much of logs is kept
 * @param staticPods where the node has pods from that it runs by itself
 */
public record HostOptions(
        String endpoint,
        String cgroupRoot,
        CgroupNames.Driver driver,
        String name,
        String address,
        Path root,
        Path logs,
        List<String> clusterDns,
        String clusterDomain,
        boolean failCgroupV1,
        boolean failSwapOn,
        List<String> unsafeSysctls,
        ResourceAmounts reserved,
        int pods,
        EvictionHard evictionHard,
        String swapBehavior,
        ImageGarbage images,
        LogLimits logLimits,
        StaticPodSources staticPods) {
    private static final String SCHEME = "unix://";

    public HostOptions {
        clusterDns = List.copyOf(clusterDns);
        unsafeSysctls = List.copyOf(unsafeSysctls);
    }

    public Path socket() {
        return Path.of(endpoint.startsWith(SCHEME) ? endpoint.substring(SCHEME.length()) : endpoint);
    }

    public NodeSetup setup(ResourceAmounts allocatable) {
        return new NodeSetup(name, address, allocatable, root, logs, clusterDns, clusterDomain, logLimits);
    }
}
