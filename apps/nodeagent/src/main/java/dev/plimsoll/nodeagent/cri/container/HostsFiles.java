package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.config.ContainerConfig.Mount;
import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.volumes.HostsFile;
import dev.plimsoll.nodeagent.volumes.PodFolder;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Gives containers a hosts file that the node writes; one that they mount themselves counts instead. */
public final class HostsFiles {
    private final NodeSetup node;
    private final Mounts mounts;
    private final Path ofNode;

    /** @param ofNode the node's own file, which pods on its network see */
    public HostsFiles(NodeSetup node, Mounts mounts, Path ofNode) {
        this.node = node;
        this.mounts = mounts;
        this.ofNode = ofNode;
    }

    CriReply<List<Mount>> with(List<Mount> others, Act.StartContainer act, PodObject pod, String podIp) {
        for (var mount : others) if (mount.containerPath().equals(HostsFile.PATH)) return new CriReply.Ok<>(others);
        try {
            var folder = new PodFolder(node.root(), act.uid(), mounts);
            var file = folder.write("etc-hosts", text(act, pod, podIp));
            var all = new ArrayList<>(others);
            all.add(new Mount(HostsFile.PATH, file.toString(), false));
            return new CriReply.Ok<>(all);
        } catch (IOException e) {
            return new CriReply.Failed<>(CriReply.Code.INTERNAL, "the hosts file cannot be written: " + e);
        }
    }

    private String text(Act.StartContainer act, PodObject pod, String podIp) throws IOException {
        var details = act.pod().spec().details();
        if (details.hostNetwork())
            return HostsFile.onHostNetwork(Files.exists(ofNode) ? Files.readString(ofNode) : "", pod.hostAliases());
        var metadata = act.pod().metadata();
        var names = HostsFile.Names.of(details, metadata.name(), metadata.namespace(), node.clusterDomain());
        return HostsFile.of(podIp, names, pod.hostAliases());
    }
}
