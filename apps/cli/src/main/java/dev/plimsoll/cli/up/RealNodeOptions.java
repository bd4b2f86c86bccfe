package dev.plimsoll.cli.up;

import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.linux.cgroup.CgroupNames;
import dev.plimsoll.nodeagent.cri.HostNode;
import dev.plimsoll.nodeagent.cri.host.HostOptions;
import dev.plimsoll.nodeagent.logs.LogLimits;
import dev.plimsoll.nodeagent.staticpods.StaticPodSources;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** This machine as a node beside the simulated ones. */
final class RealNodeOptions {
    private static final Path ROOT = Path.of("/var/lib/plimsoll");

    @Option(
            names = "--real-node",
            description = {
                "Make a node of this machine too: containers by its container runtime, in cgroups (version 2) that are made here.",
                "That needs root. --nodes 0 leaves it alone in the cluster."
            })
    private boolean isWanted;

    @Option(
            names = "--cri-endpoint",
            paramLabel = "URL",
            defaultValue = "unix:///run/containerd/containerd.sock",
            description = "With --real-node: where the container runtime listens (default: ${DEFAULT-VALUE}).")
    private String endpoint = "unix:///run/containerd/containerd.sock";

    boolean isWanted() {
        return isWanted;
    }

    /**
     * The node that was asked for.
     *
     * @param dataOrNull where the cluster keeps what it has
     * @param manifestsOrNull with pods that it runs by itself
     */
    ClusterPlan.RealNode node(
            @Nullable Path dataOrNull,
            @Nullable Path manifestsOrNull,
            ResourceAmounts reserved,
            int pods,
            EvictionHard evictionHard,
            String swapBehavior,
            HostNode.Managers managers)
            throws UnknownHostException {
        var host = InetAddress.getLocalHost();
        var options = new HostOptions(
                endpoint,
                "/",
                CgroupNames.Driver.CGROUPFS,
                host.getHostName(),
                host.getHostAddress(),
                dataOrNull == null ? ROOT : dataOrNull.toAbsolutePath().resolve("real-node"),
                Path.of("/var/log/pods"),
                List.of(),
                "cluster.local",
                true,
                false,
                List.of(),
                reserved,
                pods,
                evictionHard,
                swapBehavior,
                ImageGarbage.DEFAULT,
                LogLimits.DEFAULT,
                StaticPodSources.of(manifestsOrNull));
        return new ClusterPlan.RealNode(options, managers);
    }

    /** What this machine lacks to be a node, for people to read; empty if it lacks nothing. */
    String lacking(ClusterPlan.RealNode node) {
        var lacking = HostNode.lacking(Path.of("/"), node.options());
        return lacking.isEmpty() ? "" : "--real-node: " + String.join("; ", lacking);
    }
}
