package dev.plimsoll.nodeagent.payload;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.nodeagent.logs.LogLimits;
import java.nio.file.Path;
import java.util.List;

/**
 * What containers may know of the node that they run on, and where the node keeps what belongs to them.
 *
 * @param root holds the volumes of pods
 * @param logs holds a folder for each pod
 * @param clusterDns addresses; none where the cluster has no name service of its own
 */
public record NodeSetup(
        String name,
        String address,
        ResourceAmounts allocatable,
        Path root,
        Path logs,
        List<String> clusterDns,
        String clusterDomain,
        LogLimits logLimits) {
    public NodeSetup {
        clusterDns = List.copyOf(clusterDns);
    }

    /** With as much of logs as a node usually keeps. */
    public NodeSetup(
            String name,
            String address,
            ResourceAmounts allocatable,
            Path root,
            Path logs,
            List<String> clusterDns,
            String clusterDomain) {
        this(name, address, allocatable, root, logs, clusterDns, clusterDomain, LogLimits.DEFAULT);
    }
}
